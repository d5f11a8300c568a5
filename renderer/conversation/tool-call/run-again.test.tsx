/** Runs a finished call again from its card, and compares both results. */
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { ToolCallPart } from '../../../app/contract/conversations'
import { sampleToolCall, samplePng } from '../../testing/sample-messages'
import { show } from '../../testing/show'
import { resultText } from './result-text'
import { ToolCallCard } from './tool-call-card'
import type { ToolCallCardProps } from './tool-call-card'

const ignore = () => {}

function open(part: ToolCallPart, more: Partial<ToolCallCardProps> = {}) {
  return show(<ToolCallCard {...{ part, onCancel: ignore, onKeepWaiting: ignore, ...more }} />)
}

const rerunOf = { messageId: 'm2', callId: 'call-1' }
const comparison = () => screen.findByRole('region', { name: 'Compared with the earlier call' })
const lines = (region: HTMLElement, role: 'insertion' | 'deletion') =>
  within(region)
    .queryAllByRole(role)
    .map(({ textContent }) => textContent)

test('runs a finished call again unchanged, or with other arguments', async () => {
  const onRunAgain = vi.fn()
  const { person } = open(sampleToolCall(), { onRunAgain })
  await person.click(screen.getByRole('button', { name: 'Run again' }))
  await person.click(screen.getByRole('button', { name: 'Run again with different arguments…' }))
  expect(onRunAgain.mock.calls).toEqual([[false], [true]])
})

test.each([
  ['that runs', { state: 'running', endedAt: null }],
  ['that was not allowed', { state: 'denied', startedAt: null }],
  ['that never was sent', { state: 'failed', startedAt: null }],
  ['of Parley itself', { serverName: null }],
  ['that reads on', { readOf: { callId: 'c', serverName: 's', toolName: 't', from: 0, length: 9 } }]
] as const)('does not run a call again that %s', (_which, more: Partial<ToolCallPart>) => {
  open(sampleToolCall(more), { onRunAgain: ignore })
  expect(screen.queryByRole('button', { name: 'Run again' })).toBeNull()
})

test('compares arguments and results line by line', async () => {
  const part = sampleToolCall({
    callId: 'call-2',
    rerunOf,
    arguments: { message: 'bye' },
    structuredContent: { said: 'bye', times: 1 }
  })
  const readCall = vi.fn(async () => sampleToolCall({ structuredContent: { said: 'hello', times: 1 } }))
  open(part, { readCall })
  const region = await comparison()
  await within(region).findByText('Different result: 1 line added, 1 removed.')
  expect(readCall).toHaveBeenCalledExactlyOnceWith(rerunOf)
  expect(within(region).getByText('Different arguments: 1 line added, 1 removed.')).toBeTruthy()
  expect(lines(region, 'deletion')).toEqual(['  "message": "hello"', '  "said": "hello",'])
  expect(region.textContent).not.toContain('No newline')
  expect(lines(region, 'insertion')).toEqual(['  "message": "bye"', '  "said": "bye",'])
})

test('says if both are the same, and compares nothing while it runs', async () => {
  const readCall = async () => sampleToolCall()
  const { rerender } = open(sampleToolCall({ rerunOf, state: 'running', endedAt: null }), { readCall })
  expect(screen.queryByRole('region')).toBeNull()
  rerender(
    <ToolCallCard
      part={sampleToolCall({ rerunOf })}
      readCall={readCall}
      onCancel={ignore}
      onKeepWaiting={ignore}
    />
  )
  const region = await comparison()
  expect(await within(region).findByText('The same result.')).toBeTruthy()
  expect(within(region).getByText('The same arguments.')).toBeTruthy()
})

test('says that the earlier call was deleted', async () => {
  open(sampleToolCall({ rerunOf }), { readCall: async () => null })
  expect(await within(await comparison()).findByText(/is no longer in this conversation/)).toBeTruthy()
})

test('compares data field by field, text unchanged, failures, and no whole pictures', () => {
  const text = (text: string) => [{ type: 'text' as const, text }]
  expect(resultText(sampleToolCall({ content: text('{"a":1}') }))).toBe('{\n  "a": 1\n}')
  expect(resultText(sampleToolCall({ content: text('{so it is}') }))).toBe('{so it is}')
  const failure = { code: 'TOOL_ERROR', message: 'It broke.' } as const
  expect(resultText(sampleToolCall({ state: 'failed', failure }))).toContain('It broke.')
  const picture = (data: string) =>
    resultText(sampleToolCall({ content: [{ type: 'image', mimeType: 'image/png', data }] }))
  const long = samplePng.repeat(20)
  expect(picture(long).length).toBeLessThan(200)
  expect(picture(long)).toBe(picture(long))
  expect(picture(long)).not.toBe(picture(`${long.slice(0, -1)}0`))
})
