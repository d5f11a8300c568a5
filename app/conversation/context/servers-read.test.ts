import { describe, expect, it } from 'vitest'
import type { MessagePart, ToolCallPart } from '../../contract/conversations'
import { called, createTestMessage, createTextPart } from '../../provenance/testing/sample-messages'
import { quote } from '../../texts/render-localized'
import { buildRequest } from './next-request'
import { chooseAllTools } from '../tools/chosen-tools'
import { serversRead } from './servers-read'

const secret = 'gate 7391'
const content = [{ type: 'text' as const, text: secret }]
const call = (more: Partial<ToolCallPart>): ToolCallPart => called('a', secret, more)
const resource: MessagePart = {
  type: 'resource',
  serverName: 'a',
  uri: 'x:y',
  name: 'x',
  mimeType: null,
  readAt: 0,
  contents: [{ uri: 'x:y', mimeType: null, text: secret, blob: null }],
  hasChanged: false
}
const prompt: MessagePart = {
  type: 'prompt',
  serverName: 'a',
  name: 'p',
  arguments: {},
  messages: [{ role: 'user', content: { type: 'text', text: secret } }]
}
const failure = { code: 'SERVER_PROTOCOL' as const, message: secret, said: quote(secret) }
const states = [
  'preparing',
  'waiting-for-approval',
  'running',
  'done',
  'failed',
  'denied',
  'cancelled'
] as const
const reviews = [
  undefined,
  { decision: 'passed' as const },
  { decision: 'changed' as const, content },
  { decision: 'refused' as const }
]

/** Every kind of part, and every end of a call. */
const parts: readonly MessagePart[] = [
  resource,
  prompt,
  ...states.flatMap((state) =>
    reviews.flatMap((review) =>
      [null, failure].flatMap((failed) => {
        const more = { state, failure: failed, startedAt: 1, ...(review === undefined ? {} : { review }) }
        return [call(more), call({ ...more, content: [], structuredContent: { secret } })]
      })
    )
  )
]

function heard(part: MessagePart): string {
  const role = part.type === 'tool-call' ? 'assistant' : 'user'
  const source = {
    catalog: [],
    chosen: chooseAllTools([]),
    model: 'm',
    maxOutputTokens: 1,
    isDirect: false,
    systemPrompt: '',
    instructions: []
  }
  return JSON.stringify(buildRequest({ ...source, messages: [createTestMessage(role, [part], 1)] }).messages)
}

const readOf = (part: MessagePart) =>
  serversRead([createTestMessage('user', [part], 1), createTestMessage('assistant', [], 2)], 0)

describe('the servers whose text a model has read', () => {
  it('SEC-04: SEC-11-5 includes the server of every part whose text is in a request', () => {
    const told = parts.filter((part) => heard(part).includes(secret))
    expect(told.length).toBeGreaterThan(10)
    for (const part of told) expect(readOf(part), JSON.stringify(part)).toEqual(['a'])
  })

  it('includes none for a call that was denied or waits, or whose result was refused', () => {
    for (const state of ['denied', 'waiting-for-approval', 'preparing'] as const)
      expect(readOf(call({ state, startedAt: null, content: [] }))).toEqual([])
    expect(readOf(call({ review: { decision: 'refused' } }))).toEqual([])
  })

  it("includes none for a call that was never sent: its failure is in Parley's own text", () => {
    expect(readOf(call({ state: 'failed', startedAt: null, content: [], failure }))).toEqual([])
    expect(readOf(call({ state: 'failed', startedAt: 1, content: [], failure }))).toEqual(['a'])
  })

  it('includes the steps before the current one, but not what the current step calls', () => {
    const answer = createTestMessage(
      'assistant',
      [called('a', 'x', { step: 0 }), called('b', 'y', { step: 1 })],
      2
    )
    expect(serversRead([createTestMessage('user', [createTextPart('Hello')], 1), answer], 1)).toEqual(['a'])
    expect(serversRead([createTestMessage('user', [createTextPart('Hello')], 1), answer], 2)).toEqual([
      'a',
      'b'
    ])
  })

  it('includes earlier messages with any step', () => {
    const answer = createTestMessage('assistant', [called('a', 'x', { step: 5 })], 2)
    expect(
      serversRead(
        [
          answer,
          createTestMessage('user', [createTextPart('And?')], 3),
          createTestMessage('assistant', [], 4)
        ],
        0
      )
    ).toEqual(['a'])
  })
})
