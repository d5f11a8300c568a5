import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Message } from '../../app/contract/conversations'
import { newThread } from '../state/messages-slice'
import { useProjection } from '../state/projection'
import { quote } from '../../app/texts/localized'
import { sampleAnswer, sampleToolCall } from '../testing/sample-messages'
import { sampleToolQuestion } from '../testing/sample-state'
import { Announcer } from './announcer'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Change = Partial<ReturnType<typeof useProjection.getState>>

/** Until it is announced. */
async function change(to: Change): Promise<void> {
  await act(async () => {
    useProjection.setState(to)
    await vi.advanceTimersByTimeAsync(150)
  })
}

/** What a screen reader picks up: each element added to the region. */
function listen(): readonly (string | null)[] {
  const heard: (string | null)[] = []
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) heard.push(node.textContent)
  }).observe(screen.getByRole('log', { name: 'Updates in this conversation' }), { childList: true })
  return heard
}

async function show(text: string, state: Message['state']): Promise<void> {
  const parts = [{ type: 'text' as const, step: 0, text }]
  const messages = [sampleAnswer({ id: 'm9', conversationId: 'c1', state, parts })]
  await change({ questions: [], threads: { c1: { ...newThread, status: 'ready', messages } } })
}

test('announces the beginning of an answer, its whole sentences, and its end', async () => {
  await show('An old one.', 'complete')
  useProjection.setState({ threads: {} })
  render(<Announcer conversationId="c1" />)
  const heard = listen()
  await show('Hel', 'streaming')
  await show('Hello there. How', 'streaming')
  await show('Hello there. How are', 'streaming')
  await show('Hello there. How are you', 'complete')
  await show('Hello there. How are you', 'complete')
  expect(heard).toEqual([
    'The assistant is answering.',
    'Hello there.',
    'How are you',
    'The answer is complete.'
  ])
})

test('removes announcements of a growing answer after a second, so that the region stays short', async () => {
  useProjection.setState({ threads: {} })
  render(<Announcer conversationId="c1" />)
  const heard = listen()
  const region = screen.getByRole('log', { name: 'Updates in this conversation' })
  const counts: number[] = []
  let text = ''
  for (let sentence = 0; sentence < 20; sentence++) {
    text += `Sentence ${sentence}. `
    await show(text, 'streaming')
    counts.push(region.childElementCount)
    await act(() => vi.advanceTimersByTimeAsync(150))
  }
  expect(Math.max(...counts)).toBeLessThanOrEqual(5)
  expect(heard).toContain('Sentence 18.')
})

test("announces the start and end of calls and Parley's notes, each once and in order", async () => {
  useProjection.setState({ threads: {} })
  render(<Announcer conversationId="c1" />)
  const heard = listen()
  const first = { type: 'text', step: 0, text: 'I look' } as const
  const grow = async (state: Message['state'], ...parts: Message['parts']) => {
    const messages = [sampleAnswer({ id: 'm9', conversationId: 'c1', state, parts: [first, ...parts] })]
    await change({ threads: { c1: { ...newThread, status: 'ready', messages } } })
  }
  const call = (change: Parameters<typeof sampleToolCall>[0]) =>
    sampleToolCall({ toolName: 'count', ...change })
  const note = {
    type: 'note',
    step: 1,
    serverName: null,
    text: quote('It got no sound.'),
    isForModel: false
  } as const
  const last = { type: 'text', step: 1, text: 'Nothing there' } as const
  await grow('streaming')
  await grow('streaming', call({ state: 'preparing' }))
  await grow('streaming', call({ state: 'waiting-for-approval' }))
  await grow('streaming', call({ state: 'running' }))
  await grow('streaming', call({ state: 'running' }), call({ callId: 'inner', scriptCallId: 'call-1' }))
  await grow('streaming', call({ isError: true }))
  await grow('streaming', call({ isError: true }), note, last)
  await grow('complete', call({ isError: true }), note, last)
  expect(heard).toEqual([
    'The assistant is answering.',
    'I look',
    'count on everything: running.',
    'count on everything: done, tool error.',
    'It got no sound.',
    'Nothing there',
    'The answer is complete.'
  ])
})

test.each([
  ['stopped', 'The answer was stopped.'],
  ['failed', 'The answer failed.']
] as const)('announces that an answer was %s', async (state, words) => {
  useProjection.setState({ threads: {} })
  render(<Announcer conversationId="c1" />)
  const heard = listen()
  await show('Half', 'streaming')
  await show('Half', state)
  expect(heard.at(-1)).toBe(words)
})

test('ignores earlier messages and other conversations, and announces a question here once', async () => {
  await show('An old one. Whole.', 'complete')
  render(<Announcer conversationId="c1" />)
  const heard = listen()
  await show('An old one. Whole.', 'complete')
  const ask = (ids: readonly string[], conversationId: string) =>
    change({ questions: ids.map((id) => ({ ...sampleToolQuestion, id, conversationId })) })
  await ask(['q1'], 'c2')
  expect(heard).toEqual([])
  await ask(['q1'], 'c1')
  await ask(['q1'], 'c1')
  expect(heard).toEqual(['A question is waiting for you.'])
})

test('checks what changes each frame a few times a second, and announces its latest state', async () => {
  useProjection.setState({ threads: {} })
  render(<Announcer conversationId="c1" />)
  const heard = listen()
  const stand = (change: Parameters<typeof sampleToolCall>[0]) => {
    const parts = [sampleToolCall(change)]
    const messages = [sampleAnswer({ id: 'm9', conversationId: 'c1', state: 'streaming', parts })]
    useProjection.setState({ threads: { c1: { ...newThread, status: 'ready', messages } } })
  }
  await act(async () => {
    stand({ state: 'running' })
    await vi.advanceTimersByTimeAsync(20)
    stand({ state: 'done' })
    await vi.advanceTimersByTimeAsync(150)
  })
  expect(heard.filter((words) => words?.startsWith('echo'))).toEqual(['echo on everything: done.'])
})
