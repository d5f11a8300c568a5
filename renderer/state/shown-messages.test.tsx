/** Which message data changes with each piece of an answer. */
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { EventEnvelope } from '../../app/contract/bridge/events'
import { sampleAnswer, sampleShownMessage } from '../testing/sample-messages'
import { eventApplied } from './apply-event'
import { newThread } from './messages-slice'
import { emptyProjection, useProjection } from './projection'
import { useMessage, useOutlines } from './shown-messages'

const question = sampleShownMessage()
const answer = { ...sampleAnswer(), state: 'streaming' as const }

function show(messages: readonly (typeof answer | typeof question)[]): void {
  useProjection.setState({
    ...emptyProjection,
    threads: { c1: { ...newThread, status: 'ready', messages } }
  })
}

let revision = 0
const tell = (event: Pick<EventEnvelope, 'name' | 'payload'>) =>
  act(() =>
    useProjection.setState((state) =>
      eventApplied(state, { ...event, revision: ++revision } as EventEnvelope)
    )
  )

test('changes the message with a piece of an answer and keeps the list', () => {
  show([question, answer])
  const { result } = renderHook(() => ({
    outlines: useOutlines('c1'),
    answer: useMessage('c1', answer.id, 1)
  }))
  const { outlines } = result.current
  const piece = { conversationId: 'c1', messageId: answer.id, partIndex: 0, text: ' and more' }
  tell({ name: 'text.appended', payload: piece })
  expect(result.current.outlines).toBe(outlines)
  expect(result.current.answer?.parts[0]).toMatchObject({
    text: expect.stringMatching(/ and more$/u) as string
  })
  tell({ name: 'message.changed', payload: { ...answer, state: 'complete' } })
  expect(result.current.outlines.map(({ state }) => state)).toEqual([question.state, 'complete'])
})

test('finds a message after others were added in front, and not after it was deleted', () => {
  show([question, answer])
  const { result } = renderHook(() => useMessage('c1', answer.id, 0))
  expect(result.current?.id).toBe(answer.id)
  tell({ name: 'message.removed', payload: { conversationId: 'c1', messageId: answer.id } })
  expect(result.current).toBeUndefined()
})
