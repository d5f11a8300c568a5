/** Converts events of the Responses API to parts of a reply, also from services that deviate from the format. */
import type { Usage } from '../../contract/conversations'
import type { JsonObject } from '../../contract/json'
import type { ModelPart } from '../model'
import { UsageCounter } from '../reply/count-usage'
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
import { readContent } from './chat-content'
import { ChatReader, isChatChunk } from './chat-reply'
import type { ChatReaderOptions } from './chat-reply'

interface OpenCall {
  readonly id: string
  readonly name: string
  json: string
  isRequested: boolean
}

export class ResponsesReader implements ReplyReader {
  readonly #options: ChatReaderOptions
  readonly #usage = new UsageCounter()
  /** By the position or the id of their item. */
  readonly #calls = new Map<string, OpenCall>()
  readonly #ids: Set<string>
  #hasSaid = false
  #hasRefused = false
  #stopReason: string | null = null
  #isDone = false
  /** Some services always answer in the older format. */
  #chat: ChatReader | null = null

  constructor(options: ChatReaderOptions) {
    this.#options = options
    this.#ids = new Set(options.usedIds)
  }

  *read(event: VendorFields, name: string | null): Generator<ModelPart> {
    if (this.#chat !== null || isChatChunk(event)) {
      this.#chat ??= new ChatReader(this.#options)
      yield* this.#chat.read(event)
      return
    }
    const type = readVendorText(event['type']) || (name ?? '')
    const response = event['object'] === 'response' ? event : event['response']
    if (isVendorFields(response)) this.#usage.take(response)
    if (event['object'] === 'response' && !type.startsWith('response.')) yield* this.#readWhole(event)
    else yield* this.#readEvent(type, event)
  }

  *end(isDone: boolean): Generator<ModelPart> {
    if (this.#chat !== null) {
      yield* this.#chat.end(isDone)
      return
    }
    this.#isDone = isDone
    if (this.stopReason() === null) return
    for (const call of this.#calls.values()) yield* this.#request(call)
  }

  stopReason(): string | null {
    if (this.#chat !== null) return this.#chat.stopReason()
    const reason = this.#stopReason ?? (this.#isDone ? 'end_turn' : null)
    if (reason !== 'end_turn') return reason
    return this.#calls.size > 0 ? 'tool_use' : this.#hasRefused ? 'refusal' : 'end_turn'
  }

  usage(): Usage | null {
    return this.#chat === null ? this.#usage.read() : this.#chat.usage()
  }

  *#readEvent(type: string, event: VendorFields): Generator<ModelPart> {
    switch (type) {
      case 'response.refusal.delta':
        this.#hasRefused = true
        yield* this.#say(event['delta'])
        break
      case 'response.output_text.delta':
        yield* this.#say(event['delta'])
        break
      // Several pieces of one thought, or the thought itself if the service sends it.
      case 'response.reasoning_summary_part.added':
        if ((readVendorCount(event['summary_index']) ?? 0) > 0) yield { type: 'thinking-delta', text: '\n\n' }
        break
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
      case 'response.reasoning.delta':
        yield* getThinking(event['delta'])
        break
      case 'response.output_item.added':
        yield* this.#begin(event)
        break
      case 'response.function_call_arguments.delta':
      case 'response.function_call_arguments.done':
        yield* this.#takeArguments(type, event)
        break
      case 'response.output_item.done':
        yield* this.#finish(event)
        break
      case 'response.completed':
      case 'response.incomplete':
      case 'response.done':
      case 'response.failed':
        yield* this.#readWhole(readVendorFields(event['response']))
        break
      // Other events report progress, or tools that Parley doesn't request.
      default:
        break
    }
  }

  /** The complete answer: at the end of its stream, or without a stream. */
  *#readWhole(response: VendorFields): Generator<ModelPart> {
    const cut = readVendorText(readVendorFields(response['incomplete_details'])['reason'])
    this.#stopReason =
      cut === ''
        ? describeStopReason(readVendorText(response['status']) || 'completed')
        : describeStopReason(cut)
    if (this.#stopReason === 'incomplete') this.#stopReason = 'max_tokens'
    const hasCome = this.#hasSaid || this.#calls.size > 0
    for (const [at, item] of hasCome ? [] : readVendorList(response['output']).entries()) {
      if (!isVendorFields(item)) continue
      const event = { item, output_index: at }
      if (item['type'] === 'message')
        for (const { text } of readContent(item['content'])) yield* this.#say(text)
      if (item['type'] === 'reasoning') yield* getThinking(wordsOfItem(item))
      yield* this.#begin(event)
      yield* this.#finish(event)
    }
  }

  *#begin(event: VendorFields): Generator<ModelPart> {
    const item = readVendorFields(event['item'])
    if (item['type'] !== 'function_call' || this.#calls.has(getKey(event))) return
    const given = readVendorText(item['call_id']) || readVendorText(item['id'])
    const id = given === '' || this.#ids.has(given) ? this.#options.newId() : given
    this.#ids.add(id)
    const call = { id, name: readVendorText(item['name']), json: '', isRequested: false }
    this.#calls.set(getKey(event), call)
    yield { type: 'tool-call-started', id: call.id, name: call.name }
  }

  *#takeArguments(type: string, event: VendorFields): Generator<ModelPart> {
    const call = this.#calls.get(getKey(event)) ?? [...this.#calls.values()].at(-1)
    if (call === undefined) return
    if (!type.endsWith('delta')) {
      call.json = parseCallJson(event['arguments']) || call.json
      return
    }
    const json = parseCallJson(event['delta'])
    call.json += json
    if (json !== '') yield { type: 'tool-call-written', id: call.id, json }
  }

  *#finish(event: VendorFields): Generator<ModelPart> {
    const item = readVendorFields(event['item'])
    if (item['type'] === 'reasoning') yield endedThought(item, this.#options.writer)
    if (item['type'] !== 'function_call') return
    yield* this.#begin(event)
    const call = this.#calls.get(getKey(event))
    if (call === undefined) return
    call.json = parseCallJson(item['arguments']) || call.json
    yield* this.#request(call)
  }

  *#request(call: OpenCall): Generator<ModelPart> {
    if (call.isRequested) return
    call.isRequested = true
    yield requestedCall(call.id, call.name, call.json)
  }

  *#say(delta: unknown): Generator<ModelPart> {
    for (const { text } of readContent(delta)) {
      if (text === '') continue
      this.#hasSaid = true
      yield { type: 'text-delta', text }
    }
  }
}

/** Items are distinguished by position; services that leave it out give them ids. */
function getKey(event: VendorFields): string {
  const item = readVendorFields(event['item'])
  const place = readVendorCount(event['output_index'])
  return place === null
    ? readVendorText(event['item_id']) || readVendorText(item['id']) || readVendorText(item['call_id'])
    : String(place)
}

function* getThinking(delta: unknown): Generator<ModelPart> {
  const text = readContent(delta)
    .map((piece) => piece.text)
    .join('')
  if (text !== '') yield { type: 'thinking-delta', text }
}

function wordsOfItem(item: VendorFields): string {
  const pieces = [item['summary'], item['content']].map((list) => readContent(list).map(({ text }) => text))
  return pieces.find((texts) => texts.some((text) => text !== ''))?.join('\n\n') ?? ''
}

/** A service that stores nothing accepts a thought back only in encrypted form. */
function endedThought(item: VendorFields, writer: string): ModelPart {
  const sealed = readVendorText(item['encrypted_content'])
  if (sealed === '') return { type: 'thinking-ended', seal: null }
  const data = {
    type: 'reasoning',
    id: readVendorText(item['id']),
    summary: readVendorList(item['summary']).filter(isVendorFields) as unknown as JsonObject[],
    encrypted_content: sealed
  }
  return { type: 'thinking-ended', seal: { writer, data } }
}
