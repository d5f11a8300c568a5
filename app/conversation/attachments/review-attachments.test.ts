import { describe, expect, it } from 'vitest'
import type { ToolResultDecision } from '../../consent/interface'
import type { PromptPart, ResourcePart } from '../../contract/conversations'
import { reviewAttachments } from './review-attachments'

const contents = ['one', 'two'].map((text) => ({ uri: `a:${text}`, mimeType: null, text, blob: null }))
const resource: ResourcePart = {
  type: 'resource',
  serverName: 'lab',
  uri: 'a:',
  name: 'notes',
  mimeType: null,
  readAt: 1,
  hasChanged: false,
  contents: contents.map((one) => ({ ...one, meta: { kept: 'for the person' } }))
}
const prompt: PromptPart = {
  type: 'prompt',
  serverName: 'lab',
  name: 'greet',
  arguments: {},
  messages: [
    { role: 'user', content: { type: 'text', text: 'one' } },
    { role: 'assistant', content: { type: 'text', text: 'two' } }
  ]
}

function review(decision: ToolResultDecision, isReviewed = true) {
  const asked: unknown[] = []
  const work = reviewAttachments([resource, prompt], {
    conversationId: 'c',
    signal: new AbortController().signal,
    consent: { ask: { 'tool-result': async (question) => (asked.push(question), decision) } },
    isReviewed: () => isReviewed,
    newId: () => 'id'
  })
  return { work, asked }
}

describe('an attachment from a server whose results are reviewed', () => {
  it('SEC-11-7 is shown in full, one attachment at a time, and sent unchanged', async () => {
    const { work, asked } = review({ type: 'passed' })
    expect(await work).toEqual([resource, prompt])
    expect(asked).toMatchObject([
      { what: 'resource', toolName: 'notes', content: contents.map((one) => ({ type: 'resource', ...one })) },
      { what: 'prompt', toolName: 'greet', content: prompt.messages.map(({ content }) => content) }
    ])
    expect(JSON.stringify(asked)).not.toContain('for the person')
  })

  it.each([{ type: 'refused' }, { type: 'withdrawn' }] as const)(
    'sends nothing when it is $type',
    async (decision) => {
      await expect(review(decision).work).rejects.toMatchObject({ code: 'TOOL_CANCELLED' })
    }
  )

  it('is sent as the user edited it', async () => {
    const { work } = review({
      type: 'changed',
      content: [{ type: 'resource', ...contents[0]!, text: 'less' }]
    })
    expect(await work).toMatchObject([
      { contents: [{ uri: 'a:one', text: 'less' }] },
      { messages: [{ role: 'user' }] }
    ])
    const both = await review({
      type: 'changed',
      content: [
        { type: 'text', text: '1' },
        { type: 'text', text: '2' }
      ]
    }).work
    expect(both[1]).toMatchObject({
      messages: [{ role: 'user' }, { role: 'assistant', content: { text: '2' } }]
    })
  })

  it('is not reviewed for other servers', async () => {
    const { work, asked } = review({ type: 'refused' }, false)
    expect(await work).toEqual([resource, prompt])
    expect(asked).toEqual([])
  })
})
