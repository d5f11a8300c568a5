import type { Branches, Message } from '../../app/contract/conversations'
import { expect, test } from 'vitest'
import type { EventEnvelope, EventName, EventPayload } from '../../app/contract/bridge/events'
import { quote } from '../../app/texts/localized'
import { sampleAnswer, sampleToolCall, sampleShownMessage } from '../testing/sample-messages'
import { sampleConversationSummary, sampleServer, sampleSnapshot } from '../testing/sample-state'
import { eventApplied, snapshotTaken } from './apply-event'
import { pageFailed, pageRead, pageRequested } from './messages-slice'
import { emptyProjection } from './projection'
import type { Projection } from './projection'

const start = snapshotTaken(emptyProjection, sampleSnapshot({ revision: 10 }))

function event<N extends EventName>(name: N, payload: EventPayload<N>, revision = 11): EventEnvelope {
  return { name, revision, payload } as EventEnvelope
}

function opened(
  state: Projection,
  messages = [
    sampleShownMessage(),
    sampleAnswer({ state: 'streaming', parts: [{ type: 'text', step: 0, text: 'Hel' }] })
  ]
): Projection {
  const asked = { ...state, ...pageRequested(state, 'c1') }
  return { ...asked, ...pageRead(asked, { conversationId: 'c1', messages, hasEarlier: false }) }
}

const textOf = (state: Projection) =>
  state.threads['c1']?.messages.map(({ parts }) =>
    parts.map((part) => (part.type === 'text' ? part.text : part.type)).join()
  )

test('ignores an event that the snapshot contains', () => {
  const late = event('server.removed', { serverName: 'everything' }, 10)
  expect(eventApplied(start, late)).toBe(start)
})

test('raises the revision with events, so that none is applied twice', () => {
  const append = event('text.appended', { conversationId: 'c1', messageId: 'm2', partIndex: 0, text: 'lo' })
  const once = eventApplied(opened(start), append)
  expect(textOf(eventApplied(once, append))?.[1]).toBe('Hello')
})

test('appends deltas in the order of their arrival', () => {
  const deltas = ['lo', ', ', 'world'].map((text, index) =>
    event('text.appended', { conversationId: 'c1', messageId: 'm2', partIndex: 0, text }, 11 + index)
  )
  expect(textOf(deltas.reduce(eventApplied, opened(start)))?.[1]).toBe('Hello, world')
})

test('applies a delta that arrives while the page is read after it, without repeating the overlap', () => {
  const asked = { ...start, ...pageRequested(start, 'c1') }
  const withDeltas = [
    event(
      'text.appended',
      { conversationId: 'c1', messageId: 'm2', partIndex: 0, text: 'Hel', offset: 0 },
      11
    ),
    event('text.appended', { conversationId: 'c1', messageId: 'm2', partIndex: 0, text: 'lo', offset: 3 }, 12)
  ].reduce(eventApplied, asked)
  const page = [sampleAnswer({ state: 'streaming', parts: [{ type: 'text', step: 0, text: 'Hel' }] })]
  const read = {
    ...withDeltas,
    ...pageRead(withDeltas, { conversationId: 'c1', messages: page, hasEarlier: false })
  }
  expect(textOf(read)).toEqual(['Hello'])
})

test('puts a message after the one that it follows and replaces it in place', () => {
  const words = (id: string, parentId: string, text: string) =>
    sampleShownMessage({ id, parentId, parts: [{ type: 'text', step: 0, text }] })
  const told = [words('m9', 'm2', 'nine'), words('m10', 'm9', 'ten'), words('m9', 'm2', 'NINE')]
  const state = told
    .map((message, index) => event('message.changed', message, 11 + index))
    .reduce(eventApplied, opened(start))
  expect(textOf(state)?.slice(2)).toEqual(['NINE', 'ten'])
})

test('keeps changes of a message of an earlier page until that page is read', () => {
  const state = eventApplied(
    opened(start),
    event('message.changed', sampleShownMessage({ id: 'm-5', parentId: 'm-6' }))
  )
  expect(state.threads['c1']?.messages.map(({ id }) => id)).toEqual(['m1', 'm2'])
})

test('replaces what followed the message with another branch', () => {
  const words = (id: string, parentId: string | null, text: string) =>
    sampleShownMessage({ id, parentId, parts: [{ type: 'text', step: 0, text }] })
  const page = (messages: readonly Message[], branches: Branches = {}) => ({
    conversationId: 'c1',
    messages: [...messages],
    hasEarlier: true,
    branches
  })
  const start3 = eventApplied(opened(start), event('message.changed', words('m3', 'm2', 'three'), 11))
  const branched = eventApplied(
    start3,
    event('branch.shown', page([words('n2', 'm1', 'other')], { n2: ['m2', 'n2'] }), 12)
  )
  expect(branched.threads['c1']).toMatchObject({ hasEarlier: false, branches: { n2: ['m2', 'n2'] } })
  expect(branched.threads['c1']?.messages.map(({ id }) => id)).toEqual(['m1', 'n2'])
  // The alternatives to the message were deleted.
  const alone = eventApplied(branched, event('branch.shown', page([words('n2', 'm1', 'other')]), 13))
  expect(alone.threads['c1']?.branches).toEqual({})
  const late = [words('m3', 'm2', 'of the old branch'), words('m2', 'm1', 'too'), words('n3', 'n2', 'new')]
  const after = late
    .map((one, index) => event('message.changed', one, 13 + index))
    .reduce(eventApplied, branched)
  expect(after.threads['c1']?.messages.map(({ id }) => id)).toEqual(['m1', 'n2', 'n3'])
  const far = eventApplied(after, event('branch.shown', page([words('z8', 'z7', 'far')]), 20))
  expect(far.threads['c1']).toMatchObject({ hasEarlier: true, messages: [{ id: 'z8' }] })
})

test('applies a branch switch during the first read to the page', () => {
  const asked = { ...start, ...pageRequested(start, 'c1') }
  const other = sampleAnswer({ id: 'n2' })
  const told = eventApplied(
    asked,
    event('branch.shown', { conversationId: 'c1', messages: [other], hasEarlier: true }, 11)
  )
  const page = { conversationId: 'c1', messages: [sampleShownMessage(), sampleAnswer()], hasEarlier: false }
  expect(pageRead(told, page).threads['c1']?.messages.map(({ id }) => id)).toEqual(['m1', 'n2'])
})

test('puts an earlier page in front and repeats nothing', () => {
  const state = opened(start)
  const page = {
    conversationId: 'c1',
    messages: [sampleShownMessage({ id: 'm0' }), sampleShownMessage()],
    hasEarlier: true
  }
  const thread = pageRead({ ...state, ...pageRequested(state, 'c1') }, page).threads['c1']
  expect(thread?.messages.map(({ id }) => id)).toEqual(['m0', 'm1', 'm2'])
  expect(thread?.hasEarlier).toBe(true)
})

test('says why a page could not be read, and tolerates events after it', () => {
  const asked = { ...start, ...pageRequested(start, 'c1') }
  const failed = { ...asked, ...pageFailed(asked, 'c1', 'The history can not be read.') }
  const after = eventApplied(failed, event('message.changed', sampleShownMessage()))
  expect(after.threads['c1']?.failure).toBe('The history can not be read.')
})

test('applies progress to its call only', () => {
  const calls = [
    sampleToolCall({ callId: 'a', state: 'running' }),
    sampleToolCall({ callId: 'b', state: 'running' })
  ]
  const state = opened(start, [sampleAnswer({ state: 'streaming', parts: calls })])
  const progress = { progress: 2, total: 4, message: null }
  const after = eventApplied(
    state,
    event('tool-call.progressed', { conversationId: 'c1', messageId: 'm2', callId: 'b', progress })
  )
  const parts = after.threads['c1']?.messages[0]?.parts
  expect(parts?.map((part) => part.type === 'tool-call' && part.progress)).toEqual([null, progress])
})

test('removes messages with their conversation', () => {
  const after = eventApplied(opened(start), event('conversation.removed', { conversationId: 'c1' }))
  expect(after.conversations.some(({ id }) => id === 'c1')).toBe(false)
  expect(after.threads['c1']).toBeUndefined()
})

test('moves a changed conversation to its place by last change', () => {
  const newest = sampleConversationSummary({
    id: 'c7',
    title: 'Travel plan',
    updatedAt: Date.UTC(2027, 0, 1)
  })
  expect(eventApplied(start, event('conversation.changed', newest)).conversations[0]).toEqual(newest)
})

test('keeps the place of a changed server, and adds a new one at the end', () => {
  const stopped = sampleServer({ state: 'stopped' })
  const added = sampleServer({ name: 'new' })
  const after = [event('server.changed', stopped, 11), event('server.changed', added, 12)].reduce(
    eventApplied,
    start
  )
  expect(after.servers[0]).toEqual(stopped)
  expect(after.servers.at(-1)).toEqual(added)
})

test('does not repeat a notice while it is shown', () => {
  const raise = (revision: number) =>
    event('notice.raised', { level: 'alert', text: quote('weather ended.') }, revision)
  expect([raise(11), raise(12)].reduce(eventApplied, start).notices).toHaveLength(1)
})
