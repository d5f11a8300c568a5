/** OpenAI's Responses API. */
import { joined } from './chat-completions'
import { halves } from './tongue'
import type { ScriptedMessage, ScriptedRequest, SpokenReply, Tongue } from './tongue'

const cutReasons: Readonly<Record<string, string>> = {
  max_tokens: 'max_output_tokens',
  refusal: 'content_filter'
}

export const responses: Tongue = {
  path: '/v1/responses',
  readRequest,
  speak: (about) => {
    const id = `msg_${about.index}`
    let text = ''
    let thoughts = 0
    return {
      begin: () => event('response.created', { response: responseOf(about, { status: 'in_progress' }) }),
      think: (thought) => {
        const { text: pieces = [], seal } = thought
        const at = { item_id: `rs_${about.index}_${thoughts}`, output_index: thoughts++ }
        const item = { type: 'reasoning', id: at.item_id, summary: [] as object[] }
        const summary = pieces.length === 0 ? [] : [{ type: 'summary_text', text: pieces.join('') }]
        return [
          event('response.output_item.added', { output_index: at.output_index, item }),
          ...pieces.map((delta) =>
            event('response.reasoning_summary_text.delta', { ...at, summary_index: 0, delta })
          ),
          event('response.output_item.done', {
            output_index: at.output_index,
            item: { ...item, summary, ...(seal !== undefined && { encrypted_content: seal }) }
          })
        ].join('')
      },
      beginText: () =>
        event('response.output_item.added', {
          output_index: 0,
          item: { type: 'message', id, role: 'assistant', status: 'in_progress', content: [] }
        }),
      text: (delta) => {
        text += delta
        return event('response.output_text.delta', { item_id: id, output_index: 0, content_index: 0, delta })
      },
      endText: () =>
        event('response.output_text.done', { item_id: id, output_index: 0, content_index: 0, text }),
      call: ({ id: callId, name, json }, at) => {
        const item = { type: 'function_call', id: `fc_${callId}`, call_id: callId, name }
        const place = { item_id: item.id, output_index: at }
        return [
          event('response.output_item.added', { output_index: at, item: { ...item, arguments: '' } }),
          ...halves(json).map((delta) =>
            event('response.function_call_arguments.delta', { ...place, delta })
          ),
          event('response.output_item.done', { output_index: at, item: { ...item, arguments: json } })
        ].join('')
      },
      error: (code, message) => event('error', { code, message, param: null }),
      end: (stopReason) => {
        const reason = cutReasons[stopReason]
        const end =
          reason === undefined
            ? { status: 'completed' }
            : { status: 'incomplete', incomplete_details: { reason } }
        return event(`response.${end.status}`, { response: responseOf(about, end) })
      }
    }
  }
}

function event(type: string, data: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`
}

function responseOf({ index, model, usage }: SpokenReply, more: object): object {
  const { inputTokens, outputTokens } = usage
  return {
    id: `resp_${index}`,
    object: 'response',
    model,
    output: [],
    usage: {
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens
    },
    ...more
  }
}

type Item = Readonly<Record<string, unknown>>

function readRequest(raw: Item): ScriptedRequest['body'] {
  const tools = raw['tools'] as readonly Item[] | undefined
  return {
    model: raw['model'] as string,
    system: raw['instructions'],
    messages: joined((raw['input'] as readonly Item[]).map(toScripted)),
    ...(tools && {
      tools: tools.map(({ name, description, parameters }) => ({
        name,
        description,
        input_schema: parameters
      }))
    })
  }
}

function toScripted(item: Item): ScriptedMessage {
  if (item['type'] === 'function_call') {
    const { call_id: id, name, arguments: json } = item
    return { role: 'assistant', content: [{ type: 'tool_use', id, name, input: JSON.parse(json as string) }] }
  }
  if (item['type'] === 'function_call_output') {
    const { call_id: id, output } = item
    const isError = typeof output === 'string' && output.startsWith('[The call failed]')
    return {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: id, content: output, is_error: isError }]
    }
  }
  if (item['type'] === 'reasoning') return { role: 'assistant', content: [item] }
  const { role, content } = item
  const said = typeof content === 'string' ? [{ type: 'text', text: content }] : (content as readonly Item[])
  return { role: role as string, content: said }
}
