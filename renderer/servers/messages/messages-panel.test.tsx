import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { CallInput, CallOutput } from '../../../app/contract/bridge/calls'
import type { MessageRow } from '../../../app/contract/workbench/messages'
import { say } from '../../../app/texts/localized'
import { installFakeBridge, type FakeBridge } from '../../testing/fake-bridge'
import { sampleSnapshot } from '../../testing/sample-state'
import { show } from '../../testing/show'
import { MessagesPanel } from './messages-panel'

type Page = CallOutput<'messages.find'>

const unchecked = { checkedAgainst: null, faults: [], http: null, curl: null }

let bridge: FakeBridge
let kept: MessageRow[]
let removed: number

beforeEach(() => {
  kept = []
  removed = 0
  bridge = installFakeBridge({
    handlers: {
      'messages.find': findPage,
      'messages.locate': ({ filter, number }) => ({
        position: filter === '' ? kept.findIndex((row) => row.number === number) + removed : null
      }),
      'messages.read': ({ number }) => ({ ...unchecked, text: `{"jsonrpc":"2.0","place":${number}}` }),
      'messages.complete-filter': ({ filter }) => ({ filters: [`${filter}ping`] }),
      'messages.export': () => ({ lines: 'all of them' })
    }
  })
})

function findPage({ filter, from, count }: CallInput<'messages.find'>): Page {
  const problems = filter.includes('dir:up')
    ? [
        {
          start: 0,
          end: 6,
          reason: say('messages.filterChoice', { field: 'dir', values: { anyOf: ['in', 'out'] } })
        }
      ]
    : []
  const found = filter === 'nothing' ? [] : kept
  const start = Math.max(0, (from ?? removed + found.length - count) - removed)
  return {
    first: removed,
    end: removed + found.length,
    from: removed + start,
    rows: found.slice(start, start + count),
    removed,
    problems
  }
}

function message(number: number, more: Partial<MessageRow> = {}): MessageRow {
  return {
    number,
    connectionId: 'one',
    index: number,
    at: 1_000 + number,
    direction: 'in',
    kind: 'notification',
    method: `news/${number}`,
    id: null,
    tool: null,
    tookMs: null,
    size: 10,
    oddity: null,
    partner: null,
    round: null,
    batch: null,
    status: null,
    removedBefore: number === 0 ? 0 : null,
    ...more
  }
}

async function openPanel() {
  const [server] = sampleSnapshot().servers
  if (server === undefined) throw new Error('The sample has no server')
  show(<MessagesPanel server={server} />)
  const log = within(screen.getByRole('log', { name: 'Messages' }))
  await waitFor(() => expect(bridge.inputsOf('messages.find').length).toBeGreaterThan(0))
  return { person: userEvent.setup(), log, name: server.name }
}

it('shows the handshake that ended before the panel opened', async () => {
  kept = [message(0, { method: 'initialize', kind: 'request', direction: 'out', id: '0' })]
  const { log } = await openPanel()
  expect(await log.findByText('initialize')).toBeTruthy()
  expect(log.getByText('Start of this connection')).toBeTruthy()
})

it('shows new messages without reading more than it shows', async () => {
  kept = Array.from({ length: 5_000 }, (_, number) => message(number))
  const { log, name } = await openPanel()
  expect(await log.findByText('news/4999')).toBeTruthy()
  kept.push(message(5_000))
  act(() => bridge.emit('messages.changed', { serverName: 'other' }))
  act(() => bridge.emit('messages.changed', { serverName: name }))
  expect(await log.findByText('news/5000')).toBeTruthy()
  expect(screen.getByText('5,001 messages')).toBeTruthy()
  expect(log.queryAllByRole('group').length).toBeLessThan(100)
  expect(bridge.inputsOf('messages.find').every(({ count }) => count <= 200)).toBe(true)
})

it('draws no more lines than fit into the window, however high the list is laid out', async () => {
  const height = vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(5_000_000)
  onTestFinished(() => height.mockRestore())
  kept = Array.from({ length: 5_000 }, (_, number) => message(number))
  const { log } = await openPanel()
  expect(await log.findByText('news/4999')).toBeTruthy()
  const fitting = Math.ceil(window.innerHeight / 32)
  expect(log.getAllByText(/^news\/\d+$/u).length).toBeLessThan(fitting + 20)
})

it('adds what came while it was paused', async () => {
  kept = [message(0)]
  const { log, name, person } = await openPanel()
  await log.findByText('news/0')
  await person.click(screen.getByRole('button', { name: 'Pause' }))
  kept.push(message(1))
  act(() => bridge.emit('messages.changed', { serverName: name }))
  expect(log.queryByText('news/1')).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Resume' }))
  expect(await log.findByText('news/1')).toBeTruthy()
})

it('keeps the messages of the connection before a restart, and says how many are gone', async () => {
  removed = 7
  kept = [message(7, { removedBefore: 7 }), message(8, { connectionId: 'two', index: 0, removedBefore: 0 })]
  const { log } = await openPanel()
  expect(await log.findByText('7 earlier messages of this connection were removed.')).toBeTruthy()
  expect(log.getByText('Start of this connection')).toBeTruthy()
  expect(screen.getByText('7 older messages of this server are no longer kept.')).toBeTruthy()
})

it('clears the messages at the host', async () => {
  kept = [message(0)]
  const { log, name, person } = await openPanel()
  await log.findByText('news/0')
  await person.click(screen.getByRole('button', { name: 'Clear' }))
  expect(bridge.inputsOf('server.clear')).toEqual([{ serverName: name, what: 'messages' }])
  kept = []
  act(() => bridge.emit('messages.changed', { serverName: name }))
  expect(await screen.findByText(/^No messages yet/)).toBeTruthy()
})

it('filters, completes the filter by keyboard, and says what it ignores', async () => {
  kept = [message(0)]
  const { log, person } = await openPanel()
  await log.findByText('news/0')
  const field = screen.getByRole('textbox', { name: 'Filter messages' })
  await person.type(field, 'method:')
  await screen.findByRole('option', { name: 'method:ping' })
  await person.keyboard('{ArrowDown}{Enter}')
  expect((field as HTMLTextAreaElement).value).toBe('method:ping')
  await person.clear(field)
  await person.type(field, 'nothing')
  expect(await screen.findByText('No messages match.')).toBeTruthy()
  await person.clear(field)
  await person.type(field, 'dir:up')
  expect(await screen.findByText('The field “dir” needs in or out, so this part is ignored.')).toBeTruthy()
})

it('reads a message when it is unfolded, and goes to its request by button and by key', async () => {
  kept = [
    message(0, { kind: 'request', method: 'ping', direction: 'out', id: '1', partner: 1 }),
    message(1, { kind: 'result', method: 'ping', id: '1', tookMs: 12, partner: 0 })
  ]
  const { log, person } = await openPanel()
  const [request, answer] = await waitFor(() => {
    const [one, two] = log.getAllByText('ping').map((text) => text.closest('summary'))
    if (!one || !two) throw new Error('not yet')
    return [one, two]
  })
  expect(bridge.inputsOf('messages.read')).toEqual([])
  await person.click(answer)
  expect((await log.findByRole('group', { name: 'JSON of ping' })).textContent).toContain('"place": 1')
  await person.click(log.getByRole('button', { name: 'Show request' }))
  await waitFor(() => expect(document.activeElement).toBe(request))
  await person.keyboard('j')
  await waitFor(() => expect(document.activeElement).toBe(answer))
  await person.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(request)
})

it('copies a call and its answer as a test, from either message', async () => {
  const call = { method: 'tools/call', id: '1', tool: 'echo' }
  kept = [
    message(0, { ...call, kind: 'request', direction: 'out', partner: 1 }),
    message(1, { ...call, kind: 'result', partner: 0 })
  ]
  const texts = [
    '{"params":{"name":"echo","arguments":{"message":"hello"}}}',
    '{"result":{"content":[{"type":"text","text":"hello"},{"type":"image"},null,{"type":"resource","resource":{"text":"file"}}],"isError":true}}'
  ]
  bridge.handle({
    'messages.read': ({ number }) => ({ ...unchecked, text: texts[number] ?? null }),
    'test.write': ({ toolName }) => ({ text: `call: ${toolName}` })
  })
  const { log, name, person } = await openPanel()
  for (const summary of await log.findAllByText('echo')) await person.click(summary)
  const buttons = await log.findAllByRole('button', { name: 'Copy as test' })
  expect(buttons).toHaveLength(2)
  for (const button of buttons) await person.click(button)
  await waitFor(() => expect(bridge.inputsOf('test.write')).toHaveLength(2))
  const test = { serverName: name, toolName: 'echo', arguments: { message: 'hello' } }
  const expected = { ...test, result: { text: 'hello\nfile', isError: true } }
  expect(bridge.inputsOf('test.write')).toEqual([expected, expected])
})

it('removes a filter that hides the message to which the user goes', async () => {
  kept = [message(0, { kind: 'result', method: 'ping', id: '1', partner: 0 })]
  const { log, person } = await openPanel()
  const field = screen.getByRole('textbox', { name: 'Filter messages' })
  await person.type(field, 'ping')
  await person.click(await log.findByText('ping'))
  await person.click(await log.findByRole('button', { name: 'Show request' }))
  await waitFor(() => expect((field as HTMLTextAreaElement).value).toBe(''))
})

it('compares two messages that were chosen by key and by button', async () => {
  kept = [message(0), message(1)]
  const { person, log } = await openPanel()
  const [first, second] = await log.findAllByText(/^news/)
  first?.closest('summary')?.focus()
  await person.keyboard('c')
  expect(screen.getByText(/^Comparing with news\/0/)).toBeTruthy()
  await person.click(second as HTMLElement)
  await person.click(await screen.findByRole('button', { name: 'Compare…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Compare messages' })
  await waitFor(() => expect(dialog.querySelector('del')?.textContent).toContain('"place": 0'))
  expect(dialog.querySelector('ins')?.textContent).toContain('"place": 1')
})
