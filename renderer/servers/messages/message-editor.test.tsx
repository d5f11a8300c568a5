import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import type { CallOutput } from '../../../app/contract/bridge/calls'
import { say } from '../../../app/texts/localized'
import { installFakeBridge, type FakeBridge } from '../../testing/fake-bridge'
import { sampleSnapshot } from '../../testing/sample-state'
import { show } from '../../testing/show'
import { MessagesPanel } from './messages-panel'

const sent =
  '{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"echo","arguments":{"message":"hello"}}}'
const row = {
  number: 0,
  connectionId: 'one',
  index: 0,
  at: 1_000,
  direction: 'out',
  kind: 'request',
  method: 'tools/call',
  id: '4',
  tool: 'echo',
  tookMs: null,
  size: 10,
  oddity: null,
  partner: null,
  round: null,
  batch: null,
  status: null,
  removedBefore: 0
} as const

const fitting: CallOutput<'messages.check'> = {
  text: '{"jsonrpc":"2.0","id":"parley-…","method":"tools/call"}',
  checkedAgainst: '2025-11-25',
  faults: [],
  refusal: null,
  isAsked: true
}

let bridge: FakeBridge
let end: (sent: CallOutput<'messages.send'>) => void

beforeEach(() => {
  bridge = installFakeBridge({
    handlers: {
      'messages.find': () => ({ first: 0, end: 1, from: 0, rows: [row], removed: 0, problems: [] }),
      'messages.read': () => ({ text: sent, checkedAgainst: null, faults: [], http: null, curl: null }),
      'messages.list-methods': () => ({
        revision: '2025-11-25',
        methods: [
          { method: 'tools/call', kind: 'request', params: { name: '', arguments: {} }, isDeclared: true },
          { method: 'prompts/get', kind: 'request', params: { name: '' }, isDeclared: false },
          { method: 'notifications/roots/list_changed', kind: 'notification', params: null, isDeclared: true }
        ]
      }),
      'messages.check': () => fitting,
      'messages.send': () => new Promise((resolve) => (end = resolve)),
      'messages.stop': () => null
    }
  })
})

async function openEditor() {
  const [server] = sampleSnapshot().servers
  if (server === undefined) throw new Error('The sample has no server')
  show(<MessagesPanel server={server} />)
  const person = userEvent.setup()
  await person.click(screen.getByRole('button', { name: 'New message' }))
  const editor = within(screen.getByRole('region', { name: 'New message' }))
  return { person, editor, name: server.name }
}
type Opened = Awaited<ReturnType<typeof openEditor>>

async function chooseMethod({ person, editor }: Opened, typed: string) {
  await person.type(editor.getByRole('textbox', { name: 'Method' }), typed)
  await person.click(await editor.findByRole('option'))
}
const params = ({ editor }: Opened) =>
  editor.getByRole<HTMLTextAreaElement>('textbox', { name: 'Parameters (JSON)' })
async function typeParams(opened: Opened, json: string) {
  await opened.person.clear(params(opened))
  await opened.person.type(params(opened), json.replaceAll(/[{[]/gu, '$&$&'))
}

it('completes the method, starts with its parameters, and sends the message', async () => {
  const opened = await openEditor()
  const { editor, person, name } = opened
  await chooseMethod(opened, 'tools/c')
  expect(JSON.parse(params(opened).value)).toEqual({ name: '', arguments: {} })
  expect(await editor.findByText('Matches the schema of revision 2025-11-25.')).toBeTruthy()
  expect(editor.getByText('Parley asks you before it sends this.')).toBeTruthy()
  await typeParams(opened, '{"name":"echo"}')
  await person.click(editor.getByRole('button', { name: 'Send' }))
  const message = { kind: 'request', method: 'tools/call', params: { name: 'echo' }, isCompleted: true }
  expect(bridge.inputsOf('messages.send')).toEqual([{ serverName: name, message }])
  expect(editor.getByRole('status').textContent).toBe('Waiting for the answer.')
  await person.click(editor.getByRole('button', { name: 'Stop' }))
  expect(bridge.inputsOf('messages.stop')).toEqual([{ serverName: name }])
  await act(async () => end({ id: '"parley-1"', end: 'result' }))
  expect(editor.getByRole('status').textContent).toBe('The server answered "parley-1" with a result.')
})

it('says where a message breaks the schema, and sends it all the same', async () => {
  const faults = [{ pointer: '/params/name', reason: say('cli.refused') }]
  bridge.handle({ 'messages.check': () => ({ ...fitting, faults }) })
  const opened = await openEditor()
  await chooseMethod(opened, 'tools/c')
  expect(await opened.editor.findByText(/^This breaks the schema of revision 2025-11-25/u)).toBeTruthy()
  expect(opened.editor.getByText('/params/name')).toBeTruthy()
  await opened.person.click(opened.editor.getByRole('button', { name: 'Send' }))
  expect(bridge.inputsOf('messages.send')).toHaveLength(1)
})

it('does not send what is no JSON, or what Parley refuses', async () => {
  const opened = await openEditor()
  const isDisabled = () =>
    opened.editor.getByRole('button', { name: 'Send' }).getAttribute('aria-disabled') === 'true' ||
    opened.editor.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled
  expect(isDisabled()).toBe(true)
  await chooseMethod(opened, 'tools/c')
  await typeParams(opened, '{')
  expect(opened.editor.getByText('These parameters aren’t JSON.')).toBeTruthy()
  expect(isDisabled()).toBe(true)
  bridge.handle({ 'messages.check': () => ({ ...fitting, refusal: say('messages.handshakeOver') }) })
  await typeParams(opened, '{}')
  expect(await opened.editor.findByText(/^Parley did the handshake/u)).toBeTruthy()
  expect(isDisabled()).toBe(true)
})

it('keeps parameters that the user wrote, and knows what the server doesn’t declare', async () => {
  const opened = await openEditor()
  await typeParams(opened, '{"own":1}')
  await chooseMethod(opened, 'prompts/g')
  expect(params(opened).value).toBe('{"own":1}')
  expect(opened.editor.getByText('The server doesn’t declare this capability.')).toBeTruthy()
})

it('sends a notification without an id', async () => {
  const opened = await openEditor()
  await chooseMethod(opened, 'roots')
  expect(opened.editor.queryByRole('textbox', { name: 'Id' })).toBeNull()
  await opened.person.click(opened.editor.getByRole('button', { name: 'Send' }))
  const message = { kind: 'notification', method: 'notifications/roots/list_changed', isCompleted: true }
  expect(bridge.inputsOf('messages.send').map((input) => input.message)).toEqual([message])
})

it('takes a number or a text as the id', async () => {
  const opened = await openEditor()
  const { editor, person } = opened
  await chooseMethod(opened, 'prompts/g')
  const field = editor.getByRole('textbox', { name: 'Id' })
  await person.type(field, '12')
  await person.click(editor.getByRole('button', { name: 'Send' }))
  await act(async () => end({ id: '12', end: 'result' }))
  await person.type(field, 'b')
  await person.click(editor.getByRole('button', { name: 'Send' }))
  expect(bridge.inputsOf('messages.send').map(({ message }) => message.id)).toEqual([12, '12b'])
})

it('edits a sent message of the list as it was sent', async () => {
  const [server] = sampleSnapshot().servers
  if (server === undefined) throw new Error('The sample has no server')
  show(<MessagesPanel server={server} />)
  const person = userEvent.setup()
  await person.click(await screen.findByText('tools/call'))
  await person.click(await screen.findByRole('button', { name: 'Edit and send again' }))
  const editor = within(screen.getByRole('region', { name: 'New message' }))
  const field = editor.getByRole<HTMLTextAreaElement>('textbox', { name: 'Parameters (JSON)' })
  expect(JSON.parse(field.value)).toEqual({ name: 'echo', arguments: { message: 'hello' } })
  await person.click(editor.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(bridge.inputsOf('messages.send')).toHaveLength(1))
  expect(bridge.inputsOf('messages.send')[0]?.message).toMatchObject({
    method: 'tools/call',
    isCompleted: false
  })
})
