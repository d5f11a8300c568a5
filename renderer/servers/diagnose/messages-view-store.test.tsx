import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { soon } from '../../../app/testing/soon'
import { installFakeBridge, type FakeBridge } from '../../testing/fake-bridge'
import type { MessageRowSource } from './message-rows'
import { followMessages, forgetServerMessages, pauseMessages, useServerMessages } from './messages-view-store'

const initialize = { jsonrpc: '2.0', id: 0, method: 'initialize' }
const answer = { jsonrpc: '2.0', id: 0, result: {} }

let bridge: FakeBridge
let kept: MessageRowSource[] = []

beforeEach(() => {
  kept = []
  bridge = installFakeBridge({ handlers: { 'server.read messages': () => kept } })
})

afterEach(() => {
  pauseMessages()
  forgetServerMessages('notes')
})

function traced(index: number, message: object, more: Partial<MessageRowSource> = {}): MessageRowSource {
  const about = { serverName: 'notes', connectionId: 'one', at: 1_000 + index, size: 1, oddity: null }
  const text = JSON.stringify(message)
  return { ...about, index, direction: index % 2 === 0 ? 'out' : 'in', text, ...more }
}

async function expectShown(expected: readonly string[]) {
  const { result } = renderHook(() => useServerMessages('notes'))
  const shown = () =>
    result.current.map(({ message, method }) => `${message.connectionId} ${message.index} ${method}`)
  await vi.waitFor(() => expect(shown()).toEqual(expected), soon)
}

const arrive = (message: MessageRowSource) => act(() => bridge.emit('server.traced', message))

it('shows the handshake that ended before the panel opened', async () => {
  kept = [traced(0, initialize), traced(1, answer)]
  act(() => followMessages('notes'))
  await expectShown(['one 0 initialize', 'one 1 initialize'])
})

it('shows a message once that is both stored and arriving', async () => {
  kept = [traced(0, initialize), traced(1, answer)]
  act(() => followMessages('notes'))
  arrive(traced(1, answer))
  await expectShown(['one 0 initialize', 'one 1 initialize'])
  arrive(traced(2, { jsonrpc: '2.0', method: 'notifications/initialized' }))
  await expectShown(['one 0 initialize', 'one 1 initialize', 'one 2 notifications/initialized'])
})

it('adds what came while it was paused', async () => {
  kept = [traced(0, initialize)]
  act(() => followMessages('notes'))
  await expectShown(['one 0 initialize'])
  act(pauseMessages)
  kept = [...kept, traced(1, answer)]
  act(() => followMessages('notes'))
  await expectShown(['one 0 initialize', 'one 1 initialize'])
})

it('keeps the messages of the connection before a restart, in order', async () => {
  const second = { connectionId: 'two' }
  kept = [
    traced(0, initialize),
    traced(1, answer),
    traced(0, initialize, { ...second, at: 2_000 }),
    traced(1, answer, { ...second, at: 2_001 })
  ]
  act(() => followMessages('notes'))
  await expectShown(['one 0 initialize', 'one 1 initialize', 'two 0 initialize', 'two 1 initialize'])
})

it('clears the messages at the host, too', async () => {
  kept = [traced(0, initialize)]
  act(() => followMessages('notes'))
  await expectShown(['one 0 initialize'])
  act(() => forgetServerMessages('notes'))
  await expectShown([])
  expect(bridge.inputsOf('server.clear')).toEqual([{ serverName: 'notes', what: 'messages' }])
})
