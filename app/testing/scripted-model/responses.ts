/** OpenAI's Responses API. */
import { joinChatDeltas } from './chat-completions'
import { halves } from './scripted-dialect'
import type { ScriptedMessage, ScriptedRequest, DialectReply, ScriptedDialect } from './scripted-dialect'

const cutReasons: Readonly<Record<string, string>> = {
  max_tokens: 'max_output_tokens',
  refusal: 'content_filter'
}

export const responses: ScriptedDialect = {
  path: '/v1/responses',
  readRequest,
  speak: (about) => {
    const said = new Output(about)
    return {
      begin: () =>
        said.response('response.created', 'in_progress') +
        said.response('response.in_progress', 'in_progress'),
      think: ({ text: pieces = [], seal }) => {
        const item = { type: 'reasoning', id: said.newId('rs'), summary: [] as object[] }
        const place = said.add(item)
        const summary = pieces.length === 0 ? [] : [{ type: 'summary_text', text: pieces.join('') }]
        return [
          place.begin,
          ...pieces.map((delta) =>
            said.event('response.reasoning_summary_text.delta', { ...place.at, summary_index: 0, delta })
          ),
          place.end({ ...item, summary, ...(seal !== undefined && { encrypted_content: seal }) })
        ].join('')
      },
      beginText: () => said.beginText(),
      text: (delta) => said.text(delta),
      endText: () => said.endText(),
      call: ({ id: callId, name, json }) => {
        const item = { type: 'function_call', id: `fc_${callId}`, call_id: callId, name, arguments: '' }
        const place = said.add(item)
        return [
          place.begin,
          ...halves(json).map((delta) =>
            said.event('response.function_call_arguments.delta', { ...place.at, delta })
          ),
          said.event('response.function_call_arguments.done', { ...place.at, arguments: json }),
          place.end({ ...item, status: 'completed', arguments: json })
        ].join('')
      },
      error: (code, message) => said.response('response.failed', 'failed', { error: { code, message } }),
      end: (stopReason) => {
        const reason = cutReasons[stopReason]
        return reason === undefined
          ? said.response('response.completed', 'completed')
          : said.response('response.incomplete', 'incomplete', { incomplete_details: { reason } })
      }
    }
  }
}

interface Place {
  readonly at: { readonly item_id: string; readonly output_index: number }
  readonly begin: string
  end(item: object): string
}

/** Events of one answer, numbered, and its items, which the last event repeats. */
class Output {
  readonly #about: DialectReply
  readonly #items: object[] = []
  #events = 0
  #message: Place | null = null
  #text = ''

  constructor(about: DialectReply) {
    this.#about = about
  }

  newId(kind: string): string {
    return `${kind}_${this.#about.index}_${this.#items.length}`
  }

  event(type: string, fields: object): string {
    const data = { type, sequence_number: this.#events++, ...fields }
    return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`
  }

  add(item: { readonly id: string }): Place {
    const index = this.#items.push(item) - 1
    return {
      at: { item_id: item.id, output_index: index },
      begin: this.event('response.output_item.added', {
        output_index: index,
        item: { ...item, status: 'in_progress' }
      }),
      end: (finished) => {
        this.#items[index] = finished
        return this.event('response.output_item.done', { output_index: index, item: finished })
      }
    }
  }

  beginText(): string {
    this.#message = this.add(messageOf(`msg_${this.#about.index}`, []))
    return this.#message.begin + this.#part('response.content_part.added', { part: partOf('') })
  }

  text(delta: string): string {
    this.#text += delta
    return this.#part('response.output_text.delta', { delta, logprobs: [] })
  }

  endText(): string {
    const part = partOf(this.#text)
    const message = { ...messageOf(`msg_${this.#about.index}`, [part]), status: 'completed' }
    return [
      this.#part('response.output_text.done', { text: this.#text, logprobs: [] }),
      this.#part('response.content_part.done', { part }),
      this.#message?.end(message) ?? ''
    ].join('')
  }

  /** The whole answer so far. Its count of tokens comes with its end. */
  response(type: string, status: string, more: object = {}): string {
    const { index, model, usage } = this.#about
    const { inputTokens, outputTokens } = usage
    const isRunning = status === 'in_progress'
    const counts = {
      input_tokens: inputTokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: outputTokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: inputTokens + outputTokens
    }
    const response = {
      id: `resp_${index}`,
      object: 'response',
      status,
      error: null,
      incomplete_details: null,
      model,
      output: isRunning ? [] : this.#items,
      usage: isRunning || status === 'failed' ? null : counts,
      ...more
    }
    return this.event(type, { response })
  }

  #part(type: string, fields: object): string {
    return this.event(type, { ...this.#message?.at, content_index: 0, ...fields })
  }
}

function messageOf(id: string, content: readonly object[]) {
  return { type: 'message', id, role: 'assistant', content }
}

function partOf(text: string): object {
  return { type: 'output_text', text, annotations: [], logprobs: [] }
}

type Item = Readonly<Record<string, unknown>>

function readRequest(raw: Item): ScriptedRequest['body'] {
  const tools = raw['tools'] as readonly Item[] | undefined
  return {
    model: raw['model'] as string,
    system: raw['instructions'],
    messages: joinChatDeltas((raw['input'] as readonly Item[]).map(toScripted)),
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
