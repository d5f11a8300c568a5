/**
 * Thoughts of services with Chat Completions. There is no standard field for them: each is sent back in the field that
 * it came in, and only with the calls that followed it, because no service requires it elsewhere. Pure.
 */
import type { JsonObject } from '../../contract/json'
import type { ModelContent, ModelMessage, ModelPart } from '../model'
import { isVendorFields, readVendorList, readVendorText } from '../vendor/fields'
import type { VendorFields } from '../vendor/fields'
import { readThoughtText } from './chat-content'

type Thinking = ModelContent & { readonly type: 'thinking' }

/** Content of a seal; one of the three. */
interface Sealed {
  /** Name of the field that had the thought's text. */
  readonly name?: string
  /** Pieces from a router, some of them encrypted. */
  readonly details?: readonly JsonObject[]
  /** What came with this call: Gemini rejects a call that is sent back without it. */
  readonly call?: string
  readonly extra?: JsonObject
}

/** Field names in use for the text. */
const names = [
  'reasoning_content',
  'reasoning',
  'thinking',
  'reasoning_text',
  'thoughts',
  'thinking_content'
] as const
/** Fields that services require back. */
const namesThatReturn: ReadonlySet<string> = new Set(['reasoning_content', 'reasoning'])
/** Gemini's marker for a call that another model made. */
const notSigned = { google: { thought_signature: 'skip_thought_signature_validator' } }

/** Reads thoughts from a stream. `writer`: the model that thought them. */
export class ChatThoughts {
  readonly #writer: string
  #name: string | null = null
  #details: JsonObject[] = []
  #hasWords = false

  constructor(writer: string) {
    this.#writer = writer
  }

  *read(delta: VendorFields): Generator<ModelPart> {
    const details = readVendorList(delta['reasoning_details']).filter(isObject)
    for (const piece of details) this.#addDetail(piece)
    const name = names.find((item) => readThoughtText(delta[item]) !== '')
    if (name !== undefined) {
      // Only plain text is sent back unchanged.
      if (namesThatReturn.has(name) && typeof delta[name] === 'string') this.#name = name
      yield* this.say(readThoughtText(delta[name]))
    } else yield* this.say(details.map((piece) => readThoughtText(piece)).join(''))
  }

  /** A piece of a thought without a field of its own. */
  *say(text: string): Generator<ModelPart> {
    if (text === '') return
    this.#hasWords = true
    yield { type: 'thinking-delta', text }
  }

  /** The thought so far ends here: the answer continues. */
  *end(): Generator<ModelPart> {
    const [name, details, hasWords] = [this.#name, this.#details, this.#hasWords]
    this.#name = null
    this.#details = []
    this.#hasWords = false
    // A service that sends pieces requires them back.
    if (details.length > 0) yield this.#sealed({ details })
    else if (name !== null) yield this.#sealed({ name })
    else if (hasWords) yield { type: 'thinking-ended', seal: null }
  }

  /** What comes with a call; emitted before the call itself. */
  *besideCall(id: string, delta: VendorFields): Generator<ModelPart> {
    const extra = delta['extra_content']
    if (isObject(extra)) yield this.#sealed({ call: id, extra })
  }

  #sealed(sealed: Sealed): ModelPart {
    return { type: 'thinking-ended', seal: { writer: this.#writer, data: { ...sealed } as JsonObject } }
  }

  /** Text also comes in pieces. */
  #addDetail(piece: JsonObject): void {
    const last = this.#details.at(-1)
    const isMore =
      last?.['type'] === piece['type'] && last?.['index'] === piece['index'] && !('data' in piece)
    if (last === undefined || !isMore) {
      this.#details.push(piece)
      return
    }
    const given = Object.entries(piece).filter(([, value]) => value !== null)
    const joined = ['text', 'summary'].filter((key) => typeof piece[key] === 'string')
    const words = joined.map(
      (key) => [key, `${readVendorText(last[key])}${readVendorText(piece[key])}`] as const
    )
    const more: JsonObject = Object.fromEntries([...given, ...words])
    this.#details.splice(-1, 1, { ...last, ...more })
  }
}

function isObject(value: unknown): value is JsonObject {
  return isVendorFields(value)
}

/** A thought may end after its call has begun; this API accepts it anywhere in an answer. */
export function withThoughtsFirst(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  return messages.map(({ role, content }) => {
    const thoughts = content.filter(({ type }) => type === 'thinking')
    return { role, content: [...thoughts, ...content.filter(({ type }) => type !== 'thinking')] }
  })
}

/** What is sent back with an answer that has calls. */
export function toThoughts(content: ModelMessage['content']): VendorFields {
  const thoughts = content.filter((item): item is Thinking => item.type === 'thinking')
  const sealed = thoughts.map(({ text, seal }) => ({ text, ...(seal.data as Sealed) }))
  const details = sealed.flatMap((entry) => entry.details ?? [])
  const parts = sealed.filter(({ name }) => name !== undefined)
  const name = parts[0]?.name
  return {
    ...(details.length > 0 && { reasoning_details: details }),
    ...(name !== undefined && { [name]: parts.map(({ text }) => text).join('') })
  }
}

/**
 * What is sent back with each call, by its id. `isDemanded`: the model rejects an answer whose first call has nothing.
 */
export function besideCalls(
  content: ModelMessage['content'],
  isDemanded: boolean
): ReadonlyMap<string, VendorFields> {
  const own = content.flatMap((item): (readonly [string, VendorFields])[] => {
    if (item.type !== 'thinking') return []
    const { call, extra } = item.seal.data as Sealed
    return call === undefined || extra === undefined ? [] : [[call, { extra_content: extra }]]
  })
  const first = content.find((item) => item.type === 'tool-call')
  if (own.length > 0 || !isDemanded || first === undefined) return new Map(own)
  return new Map([[first.id, { extra_content: notSigned }]])
}
