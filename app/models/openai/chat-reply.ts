/** Converts chunks of Chat Completions to parts of a reply, also from services that deviate from the format. */
import type { Usage } from '../../contract/conversations'
import type { ModelPart } from '../model'
import { CallAssembler } from '../reply/call-assembler'
import type { CallAssemblerOptions } from '../reply/call-assembler'
import { UsageCounter } from '../reply/count-usage'
import { readCallPieces } from '../reply/read-call-piece'
import type { ReplyReader } from '../reply/reply-reader'
import { describeStopReason } from '../reply/stop-reasons'
import { readVendorFields, isVendorFields, readVendorList, readVendorText } from '../vendor/fields'
import type { VendorFields } from '../vendor/fields'
import { readContent } from './chat-content'
import { ChatThoughts } from './chat-thoughts'

export interface ChatReaderOptions extends CallAssemblerOptions {
  /** The model that wrote the thoughts. */
  readonly writer: string
}

export class ChatReader implements ReplyReader {
  readonly #thoughts: ChatThoughts
  readonly #calls: CallAssembler
  readonly #usage = new UsageCounter()
  #stopReason: string | null = null
  #text = ''
  /** Whether the answer arrived as one message. */
  #isWhole = false
  #isDone = false
  #hasCalls = false

  constructor(options: ChatReaderOptions) {
    this.#thoughts = new ChatThoughts(options.writer)
    this.#calls = new CallAssembler(options)
  }

  *read(chunk: VendorFields): Generator<ModelPart> {
    const outer = unwrapped(chunk)
    this.#usage.take(outer)
    for (const choice of getChoices(outer)) {
      yield* this.#readChoice(choice)
      const reason = readVendorText(choice['finish_reason']) || readVendorText(choice['done_reason'])
      if (reason !== '') this.#stopReason = describeStopReason(reason)
    }
  }

  *end(isDone: boolean): Generator<ModelPart> {
    this.#isDone = isDone
    yield* this.#thoughts.end()
    if (this.stopReason() === null) return // an incomplete call must not run
    this.#hasCalls = this.#calls.hasCalls
    yield* this.#calls.finish()
  }

  stopReason(): string | null {
    const reason = this.#stopReason ?? (this.#isWhole || this.#isDone ? 'end_turn' : null)
    // Some services send `stop` although the model waits for results.
    return reason === 'end_turn' && this.#hasCalls ? 'tool_use' : reason
  }

  usage(): Usage | null {
    return this.#usage.read()
  }

  *#readChoice(choice: VendorFields): Generator<ModelPart> {
    const { delta, message } = choice
    if (isVendorFields(delta) || typeof delta === 'string')
      yield* this.#readDelta(isVendorFields(delta) ? delta : { content: delta })
    if (isVendorFields(message)) yield* this.#readMessage(message)
    // The older completions format.
    else if (!isVendorFields(delta) && typeof choice['text'] === 'string')
      yield* this.#readDelta({ content: choice['text'] })
    if (Array.isArray(choice['tool_calls'])) yield* this.#readDelta({ tool_calls: choice['tool_calls'] })
  }

  /** Some services send the whole message at the end of its stream. */
  *#readMessage(message: VendorFields): Generator<ModelPart> {
    this.#isWhole = true
    if (this.#text === '' && !this.#calls.hasCalls) {
      yield* this.#readDelta(message)
      return
    }
    const words = readContent(message['content'])
    const whole = words.flatMap(({ type, text }) => (type === 'text' ? text : [])).join('')
    const rest = whole.startsWith(this.#text) ? whole.slice(this.#text.length) : ''
    const calls = this.#calls.hasCalls
      ? {}
      : { tool_calls: message['tool_calls'], function_call: message['function_call'] }
    yield* this.#readDelta({ content: rest, ...calls })
  }

  *#readDelta(delta: VendorFields): Generator<ModelPart> {
    const isThought = readVendorFields(readVendorFields(delta['extra_content'])['google'])['thought'] === true
    yield* this.#thoughts.read(delta)
    for (const { type, text } of [...readContent(delta['content']), ...readContent(delta['refusal'])]) {
      if (text === '') continue
      if (type === 'thinking' || isThought) yield* this.#thoughts.say(text)
      else yield* this.#say(text)
    }
    for (const piece of readCallPieces(delta)) {
      yield* this.#thoughts.end()
      yield* this.#calls.take(piece, (id) => this.#thoughts.besideCall(id, piece.fields))
    }
  }

  *#say(text: string): Generator<ModelPart> {
    yield* this.#thoughts.end()
    this.#text += text
    yield { type: 'text-delta', text }
  }
}

/** Some gateways wrap the chunk in an envelope. */
function unwrapped(chunk: VendorFields): VendorFields {
  if ('choices' in chunk) return chunk
  const inner = ['data', 'output', 'response', 'result'].map((name) => readVendorFields(chunk[name]))
  return inner.find((fields) => 'choices' in fields) ?? chunk
}

/** Parley requests one answer; some services spread it over several choices with the same index. */
function getChoices(chunk: VendorFields): readonly VendorFields[] {
  const choices = readVendorList(chunk['choices']).filter(isVendorFields)
  // Ollama's native format has only the message, and some services have only the delta.
  if (choices.length === 0)
    return isVendorFields(chunk['message']) || isVendorFields(chunk['delta']) ? [chunk] : []
  const place = choices[0]?.['index']
  return choices.filter(({ index }) => index === undefined || index === null || index === place)
}

/** Whether it is a chunk of Chat Completions, even if a different format was requested. */
export function isChatChunk(value: VendorFields): boolean {
  return Array.isArray(unwrapped(value)['choices'])
}
