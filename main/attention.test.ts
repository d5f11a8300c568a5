import { beforeEach, expect, test } from 'vitest'
import type { EventEnvelope } from '../app/contract/events'
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

test('a question that comes up behind the back of the person is told of once, and leads to its conversation', () => {
  hear('questions.changed', [call('q1')])
  hear('questions.changed', [call('q1')])
  expect(shown).toEqual([{ text: 'A question is waiting for you.', conversationId: 'c1' }])
  hear('questions.changed', [call('q1'), { id: 'q2', type: 'server-trust' }])
  expect(shown[1]).toEqual({ text: '2 questions are waiting for you.', conversationId: null })
  hear('questions.changed', [call('q1')])
  expect(shown).toHaveLength(2)
})

test('an answer is told of when it is whole, not while it is written', () => {
  conversation(true)
  expect(shown).toEqual([])
  conversation(false)
  conversation(false)
  expect(shown).toEqual([{ text: 'An answer is ready.', conversationId: 'c1' }])
})

test('no word of a server, a model or a title is in it', () => {
  conversation(true)
  hear('questions.changed', [call('q1')])
  conversation(false)
  expect(JSON.stringify(shown)).not.toMatch(/press yes|password/u)
})

test('who has the window in front of them, or does not want it, is told nothing', () => {
  isInFront = true
  hear('questions.changed', [call('q1')])
  isInFront = false
  isWanted = false
  hear('questions.changed', [call('q1'), call('q2')])
  // What came meanwhile is no news later.
  isWanted = true
  hear('questions.changed', [call('q1'), call('q2')])
  expect(shown).toEqual([])
})
