/** The Messages API. */
import { halves } from './scripted-dialect'
import type { ScriptedRequest, ScriptedDialect } from './scripted-dialect'

export const messages: ScriptedDialect = {
  path: '/v1/messages',
  readRequest: (raw) => raw as ScriptedRequest['body'],
  speak: ({ model, index, usage }) => {
    let blocks = 0
    return {
      begin: () =>
        event('message_start', {
          message: {
            id: `msg_${index}`,
            type: 'message',
            role: 'assistant',
            model,
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: {
              input_tokens: usage.inputTokens,
              output_tokens: 1,
              ...(usage.cachedTokens !== undefined && { cache_read_input_tokens: usage.cachedTokens })
            }
          }
        }) + event('ping', {}),
      think: ({ text = [], seal = '' }) => {
        const at = blocks++
        const delta = (change: object) => event('content_block_delta', { index: at, delta: change })
        const start = (block: object) => event('content_block_start', { index: at, content_block: block })
        const stop = event('content_block_stop', { index: at })
        if (text.length === 0) return start({ type: 'redacted_thinking', data: seal }) + stop
        return [
          start({ type: 'thinking', thinking: '', signature: '' }),
          ...text.map((thinking) => delta({ type: 'thinking_delta', thinking })),
          delta({ type: 'signature_delta', signature: seal }),
          stop
        ].join('')
      },
      beginText: () =>
        event('content_block_start', { index: blocks, content_block: { type: 'text', text: '' } }),
      text: (text) => event('content_block_delta', { index: blocks, delta: { type: 'text_delta', text } }),
      endText: () => event('content_block_stop', { index: blocks }),
      call: ({ id, name, json }, at) =>
        [
          event('content_block_start', {
            index: at,
            content_block: { type: 'tool_use', id, name, input: {} }
          }),
          ...halves(json).map((piece) =>
            event('content_block_delta', {
              index: at,
              delta: { type: 'input_json_delta', partial_json: piece }
            })
          ),
          event('content_block_stop', { index: at })
        ].join(''),
      error: (type, message) => event('error', { error: { type, message } }),
      end: (stopReason) =>
        event('message_delta', {
          delta: { stop_reason: stopReason, stop_sequence: null },
          usage: { output_tokens: usage.outputTokens }
        }) + event('message_stop', {})
    }
  }
}

function event(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify({ type: name, ...data })}\n\n`
}
