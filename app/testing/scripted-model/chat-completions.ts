/** The Chat Completions API of OpenAI and compatible services. */
import { halves } from './scripted-dialect'
import type { ScriptedMessage, ScriptedRequest, DialectReply, ScriptedDialect } from './scripted-dialect'

const finishReasons: Readonly<Record<string, string>> = {
  end_turn: 'stop',
  tool_use: 'tool_calls',
  max_tokens: 'length',
  refusal: 'content_filter'
}

export const chatCompletions: ScriptedDialect = {
  path: '/v1/chat/completions',
  readRequest,
  speak: ({ model, index, usage, asked }) => {
    const chunk = (choices: readonly object[], more: object = {}) =>
      `data: ${JSON.stringify({ id: `chatcmpl-${index}`, object: 'chat.completion.chunk', created: 1, model, choices, ...more })}\n\n`
    const delta = (change: object, reason: string | null = null) =>
      chunk([{ index: 0, delta: change, finish_reason: reason }])
    let calls = 0
    return {
      begin: () => delta({ role: 'assistant', content: '' }),
      think: ({ text = [] }) => text.map((piece) => delta({ reasoning_content: piece })).join(''),
      beginText: () => '',
      text: (content) => delta({ content }),
      endText: () => '',
      call: ({ id, name, json }) => {
        const at = calls++
        const first = { index: at, id, type: 'function', function: { name, arguments: '' } }
        return [
          delta({ tool_calls: [first] }),
          ...halves(json).map((piece) =>
            delta({ tool_calls: [{ index: at, function: { arguments: piece } }] })
          )
        ].join('')
      },
      error: (type, message) => `data: ${JSON.stringify({ error: { type, message } })}\n\n`,
      end: (stopReason) =>
        [
          delta({}, finishReasons[stopReason] ?? stopReason),
          asksForUsage(asked) ? chunk([], { usage: countsOf(usage) }) : '',
          'data: [DONE]\n\n'
        ].join('')
    }
  }
}

/** Only on request. */
function asksForUsage(asked: DialectReply['asked']): boolean {
  const options = asked['stream_options'] as { readonly include_usage?: boolean } | undefined
  return options?.include_usage === true
}

function countsOf({ inputTokens, outputTokens }: DialectReply['usage']): object {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens
  }
}

interface ChatMessage {
  readonly role: string
  readonly content: string | readonly Readonly<Record<string, unknown>>[]
  readonly tool_calls?: readonly {
    readonly id: string
    readonly function: { readonly name: string; readonly arguments: string }
  }[]
  readonly tool_call_id?: string
}

interface ChatTool {
  readonly function: { readonly name: string; readonly description: string; readonly parameters: unknown }
}

function readRequest(raw: Readonly<Record<string, unknown>>): ScriptedRequest['body'] {
  const all = raw['messages'] as readonly ChatMessage[]
  const tools = raw['tools'] as readonly ChatTool[] | undefined
  return {
    model: raw['model'] as string,
    system: all.find(({ role }) => role === 'system')?.content,
    messages: joinChatDeltas(all.filter(({ role }) => role !== 'system').map(toScripted)),
    ...(tools && {
      tools: tools.map(({ function: { name, description, parameters } }) => ({
        name,
        description,
        input_schema: parameters
      }))
    })
  }
}

function toScripted({
  role,
  content,
  tool_calls: calls = [],
  tool_call_id: id
}: ChatMessage): ScriptedMessage {
  const failed = '[The call failed]'
  if (role === 'tool') {
    const isError = typeof content === 'string' && content.startsWith(failed)
    return { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content, is_error: isError }] }
  }
  // Real services reject `null` and messages without content.
  if (typeof content !== 'string' && !Array.isArray(content)) throw new TypeError(`No content of ${role}`)
  const texts = content === '' ? [] : [{ type: 'text', text: content }]
  const said = typeof content === 'string' ? texts : content
  const uses = calls.map(({ id: callId, function: { name, arguments: json } }) => ({
    type: 'tool_use',
    id: callId,
    name,
    input: JSON.parse(json) as unknown
  }))
  return { role, content: [...said, ...uses] }
}

/** Results are separate messages here, and blocks of one message there. */
export function joinChatDeltas(all: readonly ScriptedMessage[]): readonly ScriptedMessage[] {
  return all.reduce<readonly ScriptedMessage[]>((before, message) => {
    const last = before.at(-1)
    if (last?.role !== message.role) return [...before, message]
    return [...before.slice(0, -1), { role: last.role, content: [...last.content, ...message.content] }]
  }, [])
}
