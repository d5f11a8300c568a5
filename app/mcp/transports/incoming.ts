/**
 * Reads the messages in the text of a transport (a line, an event, a body). Text that isn't JSON, UTF-8 or a message is
 * written to the server's log with its bytes, and affects nothing else.
 */
import { isUtf8 } from 'node:buffer'
import { isJsonFields } from '../protocol/json-fields'
import { escapeBytes } from '../protocol/escape-bytes'
import { batchRevision } from '../protocol/revisions'
import type { LogServerLine } from '../protocol/wire-log'

/** Messages in one array. Further ones are left out. */
const batchLimit = 1_000

export interface IncomingText {
  readonly text: string
  /** The raw bytes, if available. */
  readonly bytes?: Buffer | null
  /** True if some of the bytes were invalid; used if the bytes aren't available. */
  readonly isMended?: boolean
}

export class IncomingMessages {
  readonly #log: LogServerLine
  readonly #source: string
  /** Set when both sides have agreed on it. */
  protocolVersion: string | null = null
  #isBatchNoted = false

  /** `source` describes the origin, after "The server": `wrote a line to stdout`. */
  constructor(log: LogServerLine, source: string) {
    this.#log = log
    this.#source = source
  }

  /** The messages in order, with unchecked form. */
  read({ text, bytes = null, isMended = false }: IncomingText): object[] {
    if (isMended || (bytes !== null && !isUtf8(bytes))) {
      this.#warn("that is not valid UTF-8; what can't be read in it was replaced", bytes ?? text)
    }
    const value = parse(text)
    if (!value.isJson) {
      this.#warn('that is not JSON-RPC', bytes ?? text)
      return []
    }
    const items = Array.isArray(value.json) ? this.#unpack(value.json) : [value.json]
    const messages = items.filter(isJsonFields)
    if (Array.isArray(value.json)) notePlaces(messages)
    if (messages.length < Math.max(items.length, 1)) this.#warn('that is not JSON-RPC', bytes ?? text)
    return messages
  }

  /**
   * Only one revision defines arrays of messages. They are harmless in others too, so Parley accepts them, and the
   * server's log says that they should not be sent. @spec 2025-03-26 basic#batching
   */
  #unpack(batch: readonly unknown[]): readonly unknown[] {
    if (this.protocolVersion !== batchRevision && !this.#isBatchNoted) {
      this.#isBatchNoted = true
      const revision = this.protocolVersion ?? 'any revision before it is agreed on'
      this.#log(
        'life',
        'notice',
        `The server sends several messages at once, which ${revision} does not allow.`
      )
    }
    if (batch.length > batchLimit) {
      this.#log(
        'life',
        'warning',
        `The server sent ${batch.length} messages at once; ${batchLimit} were taken.`
      )
    }
    return batch.slice(0, batchLimit)
  }

  #warn(what: string, given: Buffer | string): void {
    this.#log('life', 'warning', `The server ${this.#source} ${what}: ${escapeBytes(given)}`)
  }
}

export interface BatchPlace {
  /** From 1. */
  readonly place: number
  readonly count: number
}

const places = new WeakMap<object, BatchPlace>()

function notePlaces(messages: readonly object[]): void {
  messages.forEach((message, index) => places.set(message, { place: index + 1, count: messages.length }))
}

/** The place of a message in the array with which it arrived; null: it didn't come in one. */
export function batchPlaceOf(message: object): BatchPlace | null {
  return places.get(message) ?? null
}

function parse(text: string): { readonly isJson: boolean; readonly json?: unknown } {
  try {
    return { isJson: true, json: JSON.parse(text) as unknown }
  } catch {
    return { isJson: false }
  }
}
