/** A script's card: its code, output, calls and result, and the button to stop it. */
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { ToolCallPart } from '../../../app/contract/conversations'
import { sampleAnswer, sampleToolCall } from '../../testing/sample-messages'
import { show } from '../../testing/show'
import { ToolCallCard } from './tool-call-card'
import { listScriptCalls } from './script-parts'

const code = 'const names = await tools.files__list()\nreturn names.length'

function script(change: Partial<ToolCallPart> = {}): ToolCallPart {
  const own = { serverName: null, toolName: 'run_script', modelToolName: 'run_script' }
  return sampleToolCall({ ...own, callId: 's', arguments: { code }, script: { output: '' }, ...change })
}

const inner = (callId: string, change: Partial<ToolCallPart> = {}) =>
  sampleToolCall({ callId, scriptCallId: 's', serverName: 'files', toolName: callId, ...change })

function open(part: ToolCallPart, calls: readonly ToolCallPart[] = []) {
  const onCancel = vi.fn()
  const card = (one: ToolCallPart) => (
    <ToolCallCard key={one.callId} part={one} onCancel={onCancel} onKeepWaiting={() => {}} />
  )
  const shown = show(
    <ToolCallCard
      part={part}
      calls={calls.map(card)}
      callCount={calls.length}
      onCancel={onCancel}
      onKeepWaiting={() => {}}
    />
  )
  return { onCancel, ...shown }
}

const card = () => screen.getByRole('group', { name: 'Tool call Parley run_script' })

test('shows the code, the calls with their results, the output and the returned value', () => {
  const calls = [inner('list', { state: 'done' }), inner('send', { state: 'denied' })]
  const content = [{ type: 'text' as const, text: '12 letters' }]
  open(script({ state: 'done', content, script: { output: 'looked at 12' } }), calls)
  expect(card().textContent).toContain('const names = await tools.files__list()')
  const region = within(screen.getByRole('region', { name: '2 calls of the script' }))
  expect(region.getByRole('group', { name: 'Tool call files list' }).textContent).toContain('done')
  expect(region.getByRole('group', { name: 'Tool call files send' }).textContent).toContain('denied')
  expect(card().textContent).toContain('looked at 12')
  expect(card().textContent).toContain('12 letters')
})

test('can be stopped completely while it runs, or call by call', async () => {
  const { onCancel, person } = open(script({ state: 'running', content: [] }), [
    inner('list', { state: 'running', content: [] })
  ])
  const [whole, one] = screen.getAllByRole('button', { name: 'Cancel call' })
  await person.click(one!)
  await person.click(whole!)
  expect(onCancel.mock.calls).toEqual([['list'], ['s']])
})

test('shows no calls and output if there are none', () => {
  open(script({ state: 'done', content: [] }))
  expect(screen.queryByRole('region', { name: /of the script/ })).toBeNull()
  expect(screen.queryByText('Printed')).toBeNull()
})

test('says why it was ended', () => {
  const failure = {
    code: 'SCRIPT_LIMIT' as const,
    message: 'The script was stopped after 10 seconds of work.'
  }
  open(script({ state: 'failed', content: [], failure }))
  expect(card().textContent).toContain('The script was stopped after 10 seconds of work.')
})

test('shows output that can hide nothing', () => {
  open(script({ state: 'done', content: [], script: { output: 'paid\u202Edeviated' } }))
  expect(card().textContent).toContain('U+202E')
})

test("draws a server's tool of the same name as a call of that server", () => {
  open(script({ serverName: 'files', state: 'done', content: [] }))
  expect(screen.getByRole('group', { name: 'Tool call files run_script' })).toBeTruthy()
})

test('lists the calls that name it, in order', () => {
  const other = sampleToolCall({ callId: 'x' })
  const { parts } = sampleAnswer({ parts: [script(), inner('b'), other, inner('a')] })
  expect(listScriptCalls(parts, 's').map(({ callId }) => callId)).toEqual(['b', 'a'])
})

test.each([
  ['done', 'You allowed scripts in this conversation.'],
  ['denied', 'Code mode is off in this conversation.']
] as const)('says what applies when a model asks for scripts, %s', (state, words) => {
  const name = 'ask_for_scripts'
  const asked = { toolName: name, modelToolName: name, arguments: { reason: 'Much to read.' } }
  const { script: _none, ...part } = script({ ...asked, state, content: [] })
  open(part)
  const group = screen.getByRole('group', { name: 'Tool call Parley ask_for_scripts' })
  expect(group.textContent).toContain(words)
  expect(group.textContent).toContain('Much to read.')
})
