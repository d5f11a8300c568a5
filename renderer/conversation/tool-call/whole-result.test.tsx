import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { sampleToolCall } from '../../testing/sample-messages'
import { show } from '../../testing/show'
import { ToolCallCard } from './tool-call-card'

const ignore = () => {}
const text = 'abcdefghij'.repeat(30_000)
const part = sampleToolCall({
  toolName: 'read_all',
  content: [{ type: 'text', text: text.slice(0, 50) }],
  kept: { length: text.length, shown: 50 }
})

function showCard(whole: string, call = part) {
  const read = vi.fn(async (_callId: string, from: number) => ({
    text: whole.slice(from, from + 200_000),
    length: whole.length
  }))
  return {
    ...show(<ToolCallCard part={call} onCancel={ignore} onKeepWaiting={ignore} readResult={read} />),
    read
  }
}

test('says how much of a long result is shown, and opens all of it piece by piece', async () => {
  const { person, read } = showCard(text)
  expect(screen.getByText('Showing the first 50 bytes of 300 kB.')).toBeTruthy()
  expect(read).not.toHaveBeenCalled()
  await person.click(screen.getByRole('button', { name: 'Open the full result' }))
  const dialog = await screen.findByRole('dialog', { name: 'Result of read_all' })
  const more = await within(dialog).findByRole('button', { name: 'Show more (200 kB left)' })
  expect(read.mock.calls).toEqual([
    ['call-1', 0],
    ['call-1', 200_000]
  ])
  expect(dialog.textContent).toContain(text.slice(0, 100_000))
  expect(dialog.textContent).not.toContain(text.slice(0, 100_001))
  await person.click(more)
  await person.click(within(dialog).getByRole('button', { name: 'Show more (100 kB left)' }))
  // Each of its blocks is separate text.
  expect(dialog.textContent.split('abcdefghij')).toHaveLength(30_001)
  expect(within(dialog).queryByRole('button', { name: /Show more/ })).toBeNull()
  await person.click(within(dialog).getByRole('button', { name: 'Close' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open the full result' }))
})

test('formats a long result that is data', async () => {
  const rows = JSON.stringify([
    { city: 'Rome', degrees: 21 },
    { city: 'Oslo', degrees: 4 }
  ])
  const { person } = showCard(rows)
  await person.click(screen.getByRole('button', { name: 'Open the full result' }))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByRole('table')).toBeTruthy()
  expect(within(dialog).getByRole('tab', { name: 'JSON' })).toBeTruthy()
})

test('says whose result a call reads, and from where', () => {
  const call = sampleToolCall({
    serverName: null,
    toolName: 'read_result',
    modelToolName: 'read_result',
    content: [{ type: 'text', text: 'x'.repeat(500) }],
    readOf: { callId: 'c', serverName: 'files', toolName: 'read_all', from: 1_000, length: 9_000 }
  })
  showCard('', call)
  expect(screen.getByRole('group', { name: 'Tool call Parley read_result' })).toBeTruthy()
  expect(
    screen.getByText('From the result of read_all on files: characters 1,000 to 1,500 of 9,000')
  ).toBeTruthy()
})
