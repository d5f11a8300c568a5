import { describe, expect, it } from 'vitest'
import { directModelId } from '../../contract/direct-model'
import type { Message, MessagePart } from '../../contract/conversations'
import { resumeAnswer } from './resume-answer'
import { createMessage } from './stored-messages'

const text: MessagePart = { type: 'text', step: 0, text: 'Otters sleep' }

const failed = (change: Partial<Message>): Message => ({
  ...createMessage({
    id: 'm',
    conversationId: 'c',
    parentId: null,
    createdAt: 0,
    role: 'assistant',
    parts: [text]
  }),
  state: 'failed',
  failure: { code: 'MODEL_UNREACHABLE', message: 'The model wrote nothing.' },
  model: 'anthropic/claude',
  ...change
})

describe('an answer that ended before it was complete', () => {
  it('continues from its text, with a request to the model to continue', () => {
    const resumed = resumeAnswer(failed({}))
    expect(resumed).toMatchObject({ state: 'streaming', failure: null })
    expect(resumed?.parts).toMatchObject([text, { type: 'note', step: 1, isForModel: true }])
  })

  it.each([
    ['has no text', { parts: [{ ...text, text: ' ' }] }],
    ['is of direct mode, which no model wrote', { model: directModelId }]
  ])('has nothing to continue from if it %s', (_, change) => {
    expect(resumeAnswer(failed(change))).toBeNull()
  })
})
