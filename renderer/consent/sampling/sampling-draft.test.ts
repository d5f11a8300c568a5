import { describe, expect, it } from 'vitest'
import type { SamplingQuestion } from '../../../app/contract/questions/questions'
import { sampleSamplingQuestion } from '../../testing/sample-questions'
import {
  toSamplingAnswer,
  listDraftChanges,
  toSamplingDraft,
  findMessagePair,
  findDraftProblems,
  withText
} from './sampling-draft'
import { readStops, writeStops } from './stop-sequences'

const { request } = sampleSamplingQuestion
const question: SamplingQuestion = {
  ...sampleSamplingQuestion,
  request: {
    ...request,
    metadata: { user_id: 'u' },
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'Sky?' }] },
      { role: 'assistant', content: [{ type: 'tool-use', id: 't', name: 'sky', input: {} }] },
      {
        role: 'user',
        content: [
          { type: 'tool-result', toolUseId: 't', content: [], structuredContent: null, isError: false }
        ]
      },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'And this?' },
          { type: 'image', mimeType: 'image/png', data: 'AAAA' }
        ]
      }
    ]
  }
}
const first = toSamplingDraft(question)

describe('editing a request', () => {
  it('SAMP-03: reports no change if nothing was changed, or changed back', () => {
    expect(listDraftChanges(first, question)).toEqual([])
    expect(toSamplingAnswer(first, question)).toEqual({ type: 'sampling', decision: 'approve' })
    const messages = withText(first.messages, { message: 0, block: 0, text: 'Sky?' })
    expect(listDraftChanges({ ...first, messages }, question)).toEqual([])
  })

  it('SAMP-04 SAMP-26: names each change, and sends no unchanged part', () => {
    const draft = {
      ...first,
      temperature: '',
      stopSequences: 'a\nb',
      userId: '',
      toolChoice: 'none' as const
    }
    expect(listDraftChanges(draft, question)).toEqual(['tools', 'temperature', 'stop sequences', 'user ID'])
    expect(toSamplingAnswer(draft, question).edited).toMatchObject({
      temperature: null,
      stopSequences: ['a', 'b'],
      metadata: null,
      toolChoice: 'none'
    })
    const limited = toSamplingAnswer({ ...first, maxTokens: '9' }, question).edited
    expect(limited).toMatchObject({ maxTokens: 9 })
    for (const part of ['temperature', 'stopSequences', 'metadata', 'tools', 'toolChoice'])
      expect(limited).not.toHaveProperty(part)
    expect(toSamplingAnswer({ ...first, removedTools: new Set([0]) }, question).edited?.tools).toEqual([])
  })

  it('SAMP-09 SAMP-17: removes a tool call together with its result', () => {
    expect([0, 1, 2, 3].map((index) => findMessagePair(first.messages, index))).toEqual([
      [0],
      [1, 2],
      [1, 2],
      [3]
    ])
    const draft = { ...first, removed: new Set(['1', '2', '3.1']) }
    expect(listDraftChanges(draft, question)).toEqual(['message 2', 'message 3', 'message 4'])
    expect(toSamplingAnswer(draft, question).edited?.messages).toEqual([
      question.request.messages[0],
      { role: 'user', content: [{ type: 'text', text: 'And this?' }] }
    ])
  })

  it('SAMP-24: includes context only after approval, as edited', () => {
    expect(toSamplingAnswer({ ...first, context: 'Less.' }, question)).not.toHaveProperty('context')
    const shared = { ...first, sharesContext: true }
    expect(toSamplingAnswer(shared, question)).toMatchObject({ sharesContext: true })
    expect(toSamplingAnswer(shared, question)).not.toHaveProperty('context')
    expect(toSamplingAnswer({ ...shared, context: 'Less.' }, question)).toMatchObject({ context: 'Less.' })
    expect(toSamplingAnswer({ ...shared, context: ' ' }, question)).not.toHaveProperty('sharesContext')
  })

  it.each([
    ['temperature', '2.1', true],
    ['temperature', 'warm', true],
    ['temperature', '', false],
    ['temperature', '0', false],
    ['maxTokens', '1501', true],
    ['maxTokens', '1.5', true],
    ['maxTokens', '', true],
    ['maxTokens', '1500', false],
    ['stopSequences', 'x'.repeat(1_001), true],
    ['stopSequences', Array.from({ length: 101 }, String).join('\n'), true],
    ['stopSequences', '', false]
  ] as const)("says where %s can't be %s", (name, text, isWrong) => {
    expect(findDraftProblems({ ...first, [name]: text }, 1_500)[name] !== null).toBe(isWrong)
  })
})

it('writes stop sequences as lines and reads them back unchanged', () => {
  const stops = ['END', 'a\nb', String.raw`\n`, '\t\r', String.raw`C:\temp`]
  expect(writeStops(stops).split('\n')).toHaveLength(stops.length)
  expect(readStops(writeStops(stops))).toEqual({ stops, problem: null })
})
