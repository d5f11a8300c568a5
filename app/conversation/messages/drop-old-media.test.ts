import { describe, expect, it } from 'vitest'
import type { ContentBlock } from '../../contract/content-blocks'
import type { Message, ToolCallPart } from '../../contract/conversations'
import { keepNewestMedia } from './drop-old-media'
import { createMessage } from './stored-messages'

const image = (megabytes: number): ContentBlock => ({
  type: 'image',
  mimeType: 'image/png',
  data: 'A'.repeat(megabytes * 1_048_576)
})

function call(callId: string, content: ContentBlock[]): ToolCallPart {
  return {
    type: 'tool-call',
    step: 0,
    callId,
    providerCallId: callId,
    modelToolName: 'shot',
    serverName: 's',
    toolName: 'shot',
    toolTitle: null,
    arguments: {},
    isEditedByPerson: false,
    state: 'done',
    progress: null,
    content,
    structuredContent: null,
    isError: false,
    failure: null,
    startedAt: 1,
    endedAt: 2
  }
}

const answer = (...contents: ContentBlock[][]): Message =>
  createMessage({
    id: 'm',
    conversationId: 'c',
    parentId: null,
    createdAt: 0,
    role: 'assistant',
    parts: contents.map((content, index) => call(`c${index}`, content))
  })

describe('an answer', () => {
  it('stays unchanged with few media', () => {
    const message = answer([image(1)], [image(2), { type: 'text', text: 'two' }])
    expect(keepNewestMedia(message)).toBe(message)
  })

  it('keeps the newest media and all text, and says what was removed', () => {
    const text: ContentBlock = { type: 'text', text: 'first' }
    const kept = keepNewestMedia(answer([text, image(10)], [image(10)], [image(10)]))
    const types = kept.parts.map((part) =>
      part.type === 'tool-call' ? part.content.map(({ type }) => type) : []
    )
    expect(types).toEqual([['text', 'text'], ['image'], ['image']])
    expect(kept.parts[0]).toMatchObject({
      content: [text, { text: expect.stringContaining('image left out') as string }]
    })
    expect(JSON.stringify(kept).length).toBeLessThan(25 * 1_048_576)
  })
})
