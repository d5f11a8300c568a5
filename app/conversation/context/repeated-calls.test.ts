import { describe, expect, it } from 'vitest'
import type { Message, ToolCallPart } from '../../contract/conversations'
import { createMessage } from '../messages/stored-messages'
import { countRepeats, repeatNotice } from './repeated-calls'

let number = 0

function call(change: Partial<ToolCallPart> = {}): ToolCallPart {
  number += 1
  return {
    type: 'tool-call',
    step: number,
    callId: `c${number}`,
    providerCallId: `t${number}`,
    modelToolName: 'read',
    serverName: 's',
    toolName: 'read',
    toolTitle: null,
    arguments: { path: '/a', deep: { x: [1] } },
    isEditedByPerson: false,
    state: 'done',
    progress: null,
    content: [{ type: 'text', text: 'Not found' }],
    structuredContent: null,
    isError: true,
    failure: null,
    startedAt: number,
    endedAt: number + 1,
    ...change
  }
}

function turn(...parts: ToolCallPart[]): { message: Message; last: ToolCallPart } {
  const place = { id: 'm', conversationId: 'c', parentId: null, createdAt: 0 }
  return { message: createMessage({ ...place, role: 'assistant', parts }), last: parts.at(-1) ?? call() }
}
const repeatsOf = (...parts: ToolCallPart[]) => {
  const { message, last } = turn(...parts)
  return countRepeats(message).get(last)
}
const waiting = (change: Partial<ToolCallPart> = {}) =>
  call({ state: 'waiting-for-approval', content: [], isError: false, ...change })

describe('a repeated call', () => {
  it('is counted before it is made, and when it has ended', () => {
    expect(repeatsOf(waiting())).toBe(0)
    expect(repeatsOf(call())).toBe(1)
    expect(repeatsOf(call(), call(), call(), waiting())).toBe(3)
    expect(repeatsOf(call(), call(), call(), call())).toBe(4)
  })

  it('is the same regardless of calls in between and the order of argument names', () => {
    const other = () => call({ modelToolName: 'list', toolName: 'list' })
    const turned = () => call({ arguments: { deep: { x: [1] }, path: '/a' } })
    expect(repeatsOf(call(), other(), turned(), other(), call(), other(), waiting())).toBe(3)
  })

  it.each<[string, Partial<ToolCallPart>]>([
    ['other arguments', { arguments: { path: '/b' } }],
    ['another server', { serverName: 'other' }],
    ['another tool', { modelToolName: 'write', toolName: 'write' }],
    ['a call that has not ended', { state: 'running' }],
    ['a call that was cancelled', { state: 'cancelled' }]
  ])('is a different call with %s', (_what, change) => {
    expect(repeatsOf(call(change), call(change), call(), waiting())).toBe(1)
  })

  it('is counted from zero after a different result, because polling is allowed', () => {
    const pending = { content: [{ type: 'text' as const, text: '40 %' }], isError: false }
    expect(repeatsOf(call(), call(), call(pending), waiting())).toBe(1)
    expect(repeatsOf(call(), call(), call({ isError: false }))).toBe(1)
    expect(repeatsOf(call(), call(), call({ structuredContent: { a: 1 } }))).toBe(1)
  })

  it('is reported to the model from the third result on', () => {
    const { message, last } = turn(call(), call(), call())
    const [first, second] = message.parts as ToolCallPart[]
    const noticeOf = (one = call()) => repeatNotice(countRepeats(message).get(one) ?? 0)
    expect(noticeOf(first)).toBeNull()
    expect(noticeOf(second)).toBeNull()
    expect(noticeOf(last)).toContain('made this exact call 3 times in this turn')
  })

  it('is read only once, however many calls and requests there are', () => {
    let reads = 0
    const counting = <T extends object>(value: T): T =>
      new Proxy(value, { ownKeys: (target) => ((reads += 1), Reflect.ownKeys(target)) })
    const calls = Array.from({ length: 200 }, () =>
      call({ arguments: counting({ path: '/a' }), structuredContent: counting({ lines: 1 }) })
    )
    const { message, last } = turn(...calls)
    expect(countRepeats(message).get(last)).toBe(200)
    expect(reads).toBeLessThanOrEqual(2 * calls.length)
    const next = turn(...calls, waiting({ arguments: { path: '/a' } }))
    expect(countRepeats(next.message).get(next.last)).toBe(200)
    expect(reads).toBeLessThanOrEqual(2 * calls.length)
  })
})
