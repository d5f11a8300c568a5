/**
 * Every end of a call × every kind of provider: the model gets a result that belongs to its call and says how it ended.
 */
import { describe, expect, it } from 'vitest'
import type { ContentBlock } from '../../../contract/content-blocks'
import type { Message, ToolCallPart } from '../../../contract/conversations'
import { buildRequest } from '../../../conversation/context/next-request'
import { newCall } from '../../../conversation/messages/transcript'
import { chooseAllTools } from '../../../conversation/tools/chosen-tools'
import { collect, createEndpoints, live, vendors } from '../../../models/testing/providers-under-test'
import { quote } from '../../../texts/render-localized'

const text = (words: string): ContentBlock => ({ type: 'text', text: words })
const png = 'iVBORw0KGgoAAAANSUhEUg'
const picture: ContentBlock = { type: 'image', mimeType: 'image/png', data: png }

interface End {
  readonly end: Partial<ToolCallPart>
  readonly said: readonly string[]
  readonly kept?: readonly string[]
  readonly isError?: true
}

const done = (change: Partial<ToolCallPart>): Partial<ToolCallPart> => ({ state: 'done', ...change })

const ends: { readonly [name: string]: End } = {
  'words of a tool': { end: done({ content: [text('It is warm.')] }), said: ['It is warm.'] },
  'data beside words': {
    end: done({ content: [text('It is warm.')], structuredContent: { degrees: 21 } }),
    said: ['It is warm.', '{"degrees":21}']
  },
  'data beside a picture': {
    end: done({ content: [picture], structuredContent: { degrees: 21 } }),
    said: [png, '{"degrees":21}']
  },
  'data alone': { end: done({ structuredContent: { degrees: 21 } }), said: ['{"degrees":21}'] },
  nothing: { end: done({}), said: ['The tool returned no content.'] },
  'an error of the tool': {
    end: done({ content: [text('No key.')], isError: true }),
    said: ['No key.'],
    isError: true
  },
  'an error with a picture': {
    end: done({ content: [text('As seen:'), picture], isError: true }),
    said: ['As seen:', png],
    isError: true
  },
  'data that does not fit': {
    end: done({
      structuredContent: { degrees: 'warm' },
      outputProblems: [{ path: '/degrees', message: quote('is no number') }]
    }),
    said: ["doesn't match the output schema", '/degrees: is no number', '{"degrees":"warm"}']
  },
  'the beginning of a long one': {
    end: done({ content: [text('Once upon')], kept: { length: 90_000, shown: 9 } }),
    said: ['Once upon', 'the first 9 of 90000 characters', 'read_result']
  },
  'a failure': {
    end: { state: 'failed', failure: { code: 'TOOL_TIMEOUT', message: 'No answer within 60 s.' } },
    said: ['No answer within 60 s.'],
    isError: true
  },
  'a no of the person': { end: { state: 'denied' }, said: ['The user denied this call.'], isError: true },
  'a call that was stopped': {
    end: { state: 'cancelled' },
    said: ['The user cancelled this call.'],
    isError: true
  },
  'a call that broke off': {
    end: { state: 'running' },
    said: ['The call did not finish.'],
    isError: true
  },
  'a result that the person kept back': {
    end: done({ content: [text('secret'), picture], review: { decision: 'refused' } }),
    said: ['The user withheld the result of this call.'],
    kept: ['secret', png],
    isError: true
  },
  'a result that the person changed': {
    end: done({
      content: [text('secret')],
      structuredContent: { a: 'secret' },
      review: { decision: 'changed', content: [text('public')] }
    }),
    said: ['The user changed this result before you received it.', 'public'],
    kept: ['secret']
  }
}

const call = (end: Partial<ToolCallPart>): ToolCallPart => ({
  ...newCall(),
  step: 0,
  callId: 'c',
  providerCallId: 'call_1',
  modelToolName: 'lab__run',
  serverName: 'lab',
  toolName: 'run',
  toolTitle: null,
  ...end
})

const message = (id: string, role: Message['role'], parts: Message['parts']): Message => ({
  id,
  conversationId: 'c',
  parentId: null,
  role,
  createdAt: 0,
  model: null,
  state: 'complete',
  parts,
  failure: null,
  stopReason: null,
  usage: null
})

describe.each(vendors)('%s', (api, create) => {
  const { answering } = createEndpoints(create)

  it.each(Object.entries(ends))(
    'CHAT-03 CHAT-11: %s',
    async (_name, { end, said, kept = [], isError = false }) => {
      const { model, provider } = await answering({ text: 'ok' })
      const request = buildRequest({
        messages: [
          message('1', 'user', [{ type: 'text', step: 0, text: 'Look.' }]),
          message('2', 'assistant', [call(end)]),
          message('3', 'user', [{ type: 'text', step: 0, text: 'And?' }])
        ],
        catalog: [],
        chosen: chooseAllTools([]),
        model: 'm',
        maxOutputTokens: 100,
        isDirect: false,
        systemPrompt: '',
        instructions: []
      })
      expect((await collect(provider.stream(request, live()))).error).toBeNull()
      const sent = JSON.stringify(model.requests[0]?.raw)
      const unescaped = sent.replaceAll('\\"', '"').replaceAll('\\\\"', '"')
      for (const words of said) expect(unescaped).toContain(words)
      for (const words of kept) expect(sent).not.toContain(words)
      // The call and its result have the same id.
      expect(sent.split('"call_1"')).toHaveLength(3)
      expect(unescaped.includes(api === 'Messages' ? '"is_error":true' : '[The call failed]')).toBe(isError)
    }
  )
})
