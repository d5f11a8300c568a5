import { beforeEach, expect, test, vi } from 'vitest'
import { FakeFailure, installFakeBridge } from '../testing/fake-bridge'
import { sampleShownMessage } from '../testing/sample-messages'
import { sampleServer, sampleSnapshot } from '../testing/sample-state'
import { emptyProjection, useProjection } from '../state/projection'
import { call, CallFailed } from './call'
import { openConversation, readEarlier } from './read-messages'
import { subscribe } from './subscribe'

const state = () => useProjection.getState()

beforeEach(() => useProjection.setState(emptyProjection, true))

test('applies events that arrive before the snapshot if they are newer, and drops those that it contains', async () => {
  let answer: (snapshot: ReturnType<typeof sampleSnapshot>) => void = () => {}
  const bridge = installFakeBridge({
    snapshot: { revision: 0 },
    handlers: { 'app.snapshot': () => new Promise((resolve) => (answer = resolve)) }
  })
  useProjection.setState(emptyProjection, true)
  const { ready, end } = subscribe()
  bridge.emit('server.changed', sampleServer({ state: 'starting' }))
  bridge.emit('server.changed', sampleServer({ state: 'failed' }))
  bridge.emit('server.changed', sampleServer({ name: 'later' }))
  answer(sampleSnapshot({ revision: 2, servers: [sampleServer({ state: 'connected' })] }))
  await ready
  expect(state().servers.map(({ name, state: word }) => `${name} ${word}`)).toEqual([
    'everything connected',
    'later connected'
  ])
  end()
})

test('takes the state when the parts that draw it are loaded, with every event until then', async () => {
  const bridge = installFakeBridge({ snapshot: { revision: 0 } })
  useProjection.setState(emptyProjection, true)
  let finish = (): void => {}
  const { ready, end } = subscribe(undefined, () => new Promise<void>((resolve) => (finish = resolve)))
  bridge.emit('server.changed', sampleServer({ name: 'early' }))
  await call('app.snapshot', {})
  expect(state().isReady).toBe(false)
  finish()
  await ready
  expect(state().isReady).toBe(true)
  expect(state().servers.some(({ name }) => name === 'early')).toBe(true)
  end()
})

test('ignores events after it stopped following', async () => {
  const bridge = installFakeBridge()
  const { ready, end } = subscribe()
  await ready
  end()
  bridge.emit('server.removed', { serverName: 'everything' })
  expect(state().servers.some(({ name }) => name === 'everything')).toBe(true)
})

test('throws code, sentence and data of a failed call', async () => {
  installFakeBridge({
    handlers: {
      'server.control': () => {
        throw new FakeFailure('SERVER_NOT_CONNECTED', 'Allow the server first.', { why: 'new' })
      }
    }
  })
  const failed = await call('server.control', { serverName: 'x', act: 'start' }).catch(
    (error: unknown) => error
  )
  expect(failed).toBeInstanceOf(CallFailed)
  expect(failed).toMatchObject({
    code: 'SERVER_NOT_CONNECTED',
    message: 'Allow the server first.',
    data: { why: 'new' }
  })
})

test('reads a conversation once, then page by page towards its beginning', async () => {
  const all = Array.from({ length: 5 }, (_, index) =>
    sampleShownMessage({ id: `m${index}`, parentId: index === 0 ? null : `m${index - 1}` })
  )
  const bridge = installFakeBridge({
    handlers: {
      'conversation.read': ({ conversationId, lastId }) => ({
        conversationId,
        messages: all.slice(0, all.findIndex(({ id }) => id === (lastId ?? 'm4')) + 1).slice(-3),
        hasEarlier: lastId === null
      })
    }
  })
  await openConversation('c1')
  await openConversation('c1')
  await readEarlier('c1')
  await readEarlier('c1')
  expect(state().threads['c1']?.messages.map(({ id }) => id)).toEqual(['m0', 'm1', 'm2', 'm3', 'm4'])
  expect(bridge.inputsOf('conversation.read').map(({ lastId }) => lastId)).toEqual([null, 'm1'])
})

test('keeps the ten conversations that were opened last', async () => {
  const bridge = installFakeBridge({
    handlers: {
      'conversation.read': ({ conversationId }) => ({
        conversationId,
        messages: [sampleShownMessage({ id: `m-${conversationId}`, conversationId })],
        hasEarlier: false
      })
    }
  })
  const opened = Array.from({ length: 10 }, (_, index) => `c${index}`)
  for (const id of opened) await openConversation(id)
  await openConversation('c0')
  await openConversation('next')
  expect(Object.keys(state().threads)).toEqual([...opened.slice(2), 'c0', 'next'])
  await openConversation('c1')
  expect(state().threads['c1']).toMatchObject({ status: 'ready', messages: [{ id: 'm-c1' }] })
  expect(bridge.inputsOf('conversation.read')).toHaveLength(12)
})

test('can open a conversation again after reading it failed', async () => {
  const read = vi.fn<() => never>(() => {
    throw new FakeFailure('HISTORY_UNAVAILABLE', 'The history is locked by another program.')
  })
  const bridge = installFakeBridge({ handlers: { 'conversation.read': read } })
  await openConversation('c1')
  expect(state().threads['c1']).toMatchObject({
    status: 'failed',
    failure: 'The history is locked by another program.'
  })
  bridge.handle({
    'conversation.read': ({ conversationId }) => ({
      conversationId,
      messages: [sampleShownMessage()],
      hasEarlier: false
    })
  })
  await openConversation('c1')
  expect(state().threads['c1']).toMatchObject({ status: 'ready', failure: null })
})
