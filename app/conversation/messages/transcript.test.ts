import { describe, expect, it } from 'vitest'
import type { Message, MessagePart, ToolCallPart } from '../../contract/conversations'
import type { ToolCallState } from '../../contract/tool-calls'
import { createMessage } from './stored-messages'
import { appendText, endThought, settleAfterCrash, settleOpenCalls, titleFrom } from './transcript'

const said = (text: string): MessagePart[] => [{ type: 'text', step: 0, text }]
const picked: MessagePart = { type: 'tool-request', serverName: 's', toolName: 'read_file', arguments: {} }

function call(state: ToolCallState): ToolCallPart {
  return {
    type: 'tool-call',
    step: 0,
    callId: state,
    providerCallId: state,
    modelToolName: 'tool',
    serverName: 's',
    toolName: 'tool',
    toolTitle: null,
    arguments: {},
    isEditedByPerson: false,
    state,
    progress: null,
    content: [],
    structuredContent: null,
    isError: false,
    failure: null,
    startedAt: 1,
    endedAt: null
  }
}

const answer = (state: 'streaming' | 'complete' | 'failed', parts: MessagePart[]) =>
  createMessage({
    id: 'm',
    conversationId: 'c',
    parentId: null,
    createdAt: 0,
    role: 'assistant',
    state,
    parts
  })

describe('titleFrom', () => {
  it.each([
    ['Short one', 'Short one'],
    ['  Two\n lines ', 'Two lines'],
    [
      'A question that is quite a bit too long to be shown in one line',
      'A question that is quite a bit too long to be shown in one…'
    ],
    ['x'.repeat(80), `${'x'.repeat(59)}…`],
    ['😀'.repeat(80), `${'😀'.repeat(59)}…`]
  ])('makes a title from %s', (text, title) => {
    expect(titleFrom(said(text))).toBe(title)
    expect(Array.from(titleFrom(said(text))).length).toBeLessThanOrEqual(60)
  })

  it('uses the tool name when the user wrote nothing', () => {
    expect(titleFrom([picked])).toBe('read_file')
    expect(titleFrom([...said('My words'), picked])).toBe('My words')
  })
})

describe('settling a message', () => {
  const states: ToolCallState[] = [
    'preparing',
    'waiting-for-approval',
    'running',
    'done',
    'failed',
    'denied',
    'cancelled'
  ]

  it('cancels open calls and does not change ended ones', () => {
    const settled = settleOpenCalls(answer('streaming', states.map(call)), 7)
    expect(
      settled.parts.map((part) => (part.type === 'tool-call' ? [part.state, part.endedAt] : []))
    ).toEqual([
      ['cancelled', 7],
      ['cancelled', 7],
      ['cancelled', 7],
      ['done', null],
      ['failed', null],
      ['denied', null],
      ['cancelled', null]
    ])
  })

  it('stops only what was streaming when Parley was killed', () => {
    expect(settleAfterCrash(answer('streaming', [call('running')]))).toMatchObject({
      state: 'stopped',
      stopReason: 'stopped',
      failure: { code: 'MODEL_STREAM_DROPPED' },
      parts: [{ state: 'cancelled' }]
    })
    const complete = answer('complete', [call('done')])
    expect(settleAfterCrash(complete)).toBe(complete)
  })
})

describe('a thought', () => {
  const seal = { writer: 'messages host model', data: { type: 'thinking', signature: 's' } }
  const empty = createMessage({
    id: 'm',
    conversationId: 'c',
    parentId: null,
    createdAt: 0,
    role: 'assistant'
  })
  const think = (message: Message, text: string) => appendText(message, 0, { type: 'thinking', text }).message

  it('is one part until it is sealed, separate from the next thought and the text after it', () => {
    const sealed = endThought(think(think(empty, 'The sky '), 'is blue.'), 0, seal)
    const { message } = appendText(think(sealed, 'Hm.'), 0, { text: 'Blue.' })
    expect(message.parts).toEqual([
      { type: 'thinking', step: 0, text: 'The sky is blue.', seal },
      { type: 'thinking', step: 0, text: 'Hm.' },
      { type: 'text', step: 0, text: 'Blue.' }
    ])
  })

  it('is kept for the model with its seal when it has no visible text', () => {
    expect(endThought(empty, 0, seal).parts).toEqual([{ type: 'thinking', step: 0, text: '', seal }])
    expect(endThought(empty, 0, null).parts).toEqual([])
    const earlier = think(empty, 'Of a step before.')
    expect(endThought(earlier, 1, seal).parts).toHaveLength(2)
  })
})
