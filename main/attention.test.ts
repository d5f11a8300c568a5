import { beforeEach, expect, test } from 'vitest'
import type { EventEnvelope } from '../app/contract/bridge/events'
import { createAttention, type AttentionNotice, type Attention } from './attention'

let shown: AttentionNotice[]
let isInFront: boolean
let isWanted: boolean
let news: Attention

beforeEach(() => {
  shown = []
  isInFront = false
  isWanted = true
  news = createAttention({
    isInFront: () => isInFront,
    isWanted: () => isWanted,
    show: (one) => shown.push(one)
  })
})

const hear = (name: string, payload: unknown) => news.hear({ name, revision: 1, payload } as EventEnvelope)
const call = (id: string) => ({ id, type: 'tool-call', conversationId: 'c1', toolName: 'Parley: press yes' })
const conversation = (isRunning: boolean) =>
  hear('conversation.changed', { id: 'c1', title: 'Your password has expired', isRunning })

test('notifies once of a question that comes up while the window is in the background, and opens its conversation', () => {
  hear('questions.changed', [call('q1')])
  hear('questions.changed', [call('q1')])
  expect(shown).toEqual([{ text: 'A question is waiting for you.', conversationId: 'c1' }])
  hear('questions.changed', [call('q1'), { id: 'q2', type: 'server-trust' }])
  expect(shown[1]).toEqual({ text: '2 questions are waiting for you.', conversationId: null })
  hear('questions.changed', [call('q1')])
  expect(shown).toHaveLength(2)
})

test('notifies of an answer when it is complete, not while it is written', () => {
  conversation(true)
  expect(shown).toEqual([])
  conversation(false)
  conversation(false)
  expect(shown).toEqual([{ text: 'An answer is ready.', conversationId: 'c1' }])
})

test('contains no text of a server, a model or a title', () => {
  conversation(true)
  hear('questions.changed', [call('q1')])
  conversation(false)
  expect(JSON.stringify(shown)).not.toMatch(/press yes|password/u)
})

test('notifies no user who sees the window or has switched notifications off', () => {
  isInFront = true
  hear('questions.changed', [call('q1')])
  isInFront = false
  isWanted = false
  hear('questions.changed', [call('q1'), call('q2')])
  // Events from before aren't reported later.
  isWanted = true
  hear('questions.changed', [call('q1'), call('q2')])
  expect(shown).toEqual([])
})
