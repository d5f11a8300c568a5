/** Converts events of the Messages API to parts of a reply, also from services that deviate from the format. */
import type { Usage } from '../../contract/conversations'
import type { ModelPart } from '../model'
import { parseCallJson } from '../reply/read-call-piece'
import type { ReplyReader } from '../reply/reply-reader'
import { describeStopReason } from '../reply/stop-reasons'
import { requestedCall } from '../reply/tool-input'
import {
  readVendorCount,
  readVendorFields,
  isVendorFields,
  readVendorList,
  readVendorText
} from '../vendor/fields'
import type { VendorFields } from '../vendor/fields'
import { toCitation } from './citations'

export interface MessagesReaderOptions {
  /** The model that wrote the thoughts. */
  readonly writer: string
  readonly newId: () => string
  /** Ids of earlier calls in the conversation. */
  readonly usedIds: ReadonlySet<string>
}

interface OpenCall {
  readonly id: string
  readonly name: string
  /** As received with the start of the call; most services leave it empty and send it in pieces. */
  readonly input: string
  json: string
}

/**
 * What a thought is sent back with: the API's signature of its text, or the encrypted thought when the API doesn't show
 * it.
 */
type OpenThought = { type: 'thinking'; signature: string } | { type: 'redacted_thinking'; data: string }

/** Values of the API that Parley uses unchanged. */
const ownReasons = new Set(['end_turn', 'tool_use', 'max_tokens', 'refusal', 'stop_sequence', 'pause_turn'])

export class MessagesReader implements ReplyReader {
  readonly #options: MessagesReaderOptions
  readonly #calls = new Map<number, OpenCall>()
  readonly #thoughts = new Map<number, OpenThought>()
  readonly #ids: Set<string>
  readonly #counts = new Map<string, number>()
  #lastIndex = -1
  #hasUsage = false
  #hasCalls = false
  #stopReason: string | null = null
  #isComplete = false

  constructor(options: MessagesReaderOptions) {
    this.#options = options
    this.#ids = new Set(options.usedIds)
  }

  *read(event: VendorFields, name: string | null): Generator<ModelPart> {
    const type = readVendorText(event['type']) || (name ?? '')
    switch (type) {
      case 'message':
        yield* this.#readWhole(event)
        break
      case 'message_start':
        this.#count(readVendorFields(event['message'])['usage'])
        break
      case 'content_block_start':
        yield* this.#startBlock(this.#placeOf(event, true), readVendorFields(event['content_block']))
        break
      case 'content_block_delta':
        yield* this.#continueBlock(this.#placeOf(event, false), readVendorFields(event['delta']))
        break
      case 'content_block_stop':
        yield* this.#finishBlock(this.#placeOf(event, false))
        break
      case 'message_delta':
        this.#stopFor(readVendorFields(event['delta'])['stop_reason'])
        this.#count(event['usage'])
        break
      case 'message_stop':
        this.#isComplete = true
        break
      default:
        break
    }
  }

  *end(isDone: boolean): Generator<ModelPart> {
    this.#isComplete ||= isDone || this.#stopReason !== null
    if (!this.#isComplete) return
    for (const index of [...this.#thoughts.keys(), ...this.#calls.keys()]) yield* this.#finishBlock(index)
  }

  stopReason(): string | null {
    if (!this.#isComplete) return null
    const reason = this.#stopReason ?? 'end_turn'
    return reason === 'end_turn' && this.#hasCalls ? 'tool_use' : reason
  }

  /** All tokens that the model read, including those read from or written to the service's cache. */
  usage(): Usage | null {
    if (!this.#hasUsage) return { inputTokens: 0, outputTokens: 0 }
    const [plain = 0, written = 0, read = 0, outputTokens = 0] = countNames.map(
      (name) => this.#counts.get(name) ?? 0
    )
    return {
      inputTokens: plain + written + read,
      ...(read > 0 && { cacheReadTokens: read }),
      ...(written > 0 && { cacheWriteTokens: written }),
      outputTokens
    }
  }

  /** An answer without a stream. */
  *#readWhole(message: VendorFields): Generator<ModelPart> {
    this.#count(message['usage'])
    const blocks = message['content']
    for (const [index, block] of (typeof blocks === 'string'
      ? [{ type: 'text', text: blocks }]
      : readVendorList(blocks)
    ).entries()) {
      yield* this.#startBlock(index, readVendorFields(block))
      yield* this.#finishBlock(index)
    }
    this.#stopFor(message['stop_reason'])
    this.#isComplete = true
  }

  #placeOf({ index }: VendorFields, isNew: boolean): number {
    const place = readVendorCount(index) ?? (isNew ? this.#lastIndex + 1 : this.#lastIndex)
    this.#lastIndex = place
    return place
  }

  *#startBlock(index: number, block: VendorFields): Generator<ModelPart> {
    const text = readVendorText(block['text'])
    if (block['type'] === 'text' && text !== '') yield { type: 'text-delta', text }
    if (block['type'] === 'thinking' || block['type'] === 'redacted_thinking')
      yield* this.#startThought(index, block)
    if (block['type'] !== 'tool_use') return
    const given = readVendorText(block['id'])
    const id = given === '' || this.#ids.has(given) ? this.#options.newId() : given
    this.#ids.add(id)
    this.#hasCalls = true
    const input =
      isVendorFields(block['input']) && Object.keys(block['input']).length === 0
        ? ''
        : parseCallJson(block['input'])
    const call = { id, name: readVendorText(block['name']), input, json: '' }
    this.#calls.set(index, call)
    yield { type: 'tool-call-started', id, name: call.name }
  }

  *#startThought(index: number, block: VendorFields): Generator<ModelPart> {
    if (block['type'] === 'redacted_thinking') {
      this.#thoughts.set(index, { type: 'redacted_thinking', data: readVendorText(block['data']) })
      return
    }
    this.#thoughts.set(index, { type: 'thinking', signature: readVendorText(block['signature']) })
    const text = readVendorText(block['thinking'])
    if (text !== '') yield { type: 'thinking-delta', text }
  }

  *#continueBlock(index: number, delta: VendorFields): Generator<ModelPart> {
    const text = readVendorText(delta['text'])
    const thinking = readVendorText(delta['thinking'])
    if (text !== '') yield { type: 'text-delta', text }
    if (thinking !== '') yield { type: 'thinking-delta', text: thinking }
    const citation =
      delta['type'] === 'citations_delta' && isVendorFields(delta['citation'])
        ? toCitation(delta as never)
        : null
    if (citation !== null) yield { type: 'cited', citation }
    const thought = this.#thoughts.get(index)
    if (thought?.type === 'thinking') thought.signature += readVendorText(delta['signature'])
    const call = this.#calls.get(index)
    if (call === undefined || delta['partial_json'] === undefined) return
    const json = parseCallJson(delta['partial_json'])
    call.json += json
    if (json !== '') yield { type: 'tool-call-written', id: call.id, json }
  }

  *#finishBlock(index: number): Generator<ModelPart> {
    const thought = this.#thoughts.get(index)
    this.#thoughts.delete(index)
    if (thought !== undefined)
      yield { type: 'thinking-ended', seal: { writer: this.#options.writer, data: { ...thought } } }
    const call = this.#calls.get(index)
    this.#calls.delete(index)
    if (call !== undefined) yield requestedCall(call.id, call.name, call.json || call.input)
  }

  #stopFor(reason: unknown): void {
    const word = readVendorText(reason)
    if (word !== '') this.#stopReason = ownReasons.has(word) ? word : describeStopReason(word)
  }

  /** Endpoints that imitate the API omit the usage. */
  #count(usage: unknown): void {
    for (const name of countNames) {
      const count = readVendorCount(readVendorFields(usage)[name])
      if (count === null) continue
      this.#hasUsage = true
      if (count > 0 || !this.#counts.has(name)) this.#counts.set(name, count)
    }
  }
}

const countNames = [
  'input_tokens',
  'cache_creation_input_tokens',
  'cache_read_input_tokens',
  'output_tokens'
] as const
