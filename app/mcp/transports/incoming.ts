/**
 * From the text that a transport brings (a line, an event, a body) to the messages in it. What isn't JSON,
 * UTF-8 or a message is written to the server's log with its bytes, and costs nothing else.
 */
import { isUtf8 } from 'node:buffer'
import { isJsonFields } from '../protocol/json-fields'
import { escapeBytes } from '../protocol/escape-bytes'
import { batchRevision } from '../protocol/revisions'
import type { LogServerLine } from '../protocol/wire-log'

/** Messages in one array; more are left out. */
const batchLimit = 1_000

export interface IncomingText {
  readonly text: string
  /** The bytes as they came, where they are at hand. */
  readonly bytes?: Buffer | null
  /** Some of the bytes were no text; said where they are not at hand. */
  readonly isMended?: boolean
}

export class IncomingMessages {
  readonly #log: LogServerLine
  readonly #source: string
  /** Set once it is agreed on. */
  protocolVersion: string | null = null
  #isBatchNoted = false

  /** `source` says what came, after "The server": `wrote a line to stdout`. */
  constructor(log: LogServerLine, source: string) {
    this.#log = log
    this.#source = source
  }

  /** The messages in their order; nobody has looked at their form yet. */
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
    if (messages.length < Math.max(items.length, 1)) this.#warn('that is not JSON-RPC', bytes ?? text)
    return messages
  }

  /**
   * Only one revision knows arrays of messages. They are harmless in the others too, so they are taken, and the
   * author of the server can read that they should not be sent. @spec 2025-03-26 basic#batching
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

function parse(text: string): { readonly isJson: boolean; readonly json?: unknown } {
  try {
    return { isJson: true, json: JSON.parse(text) as unknown }
  } catch {
    return { isJson: false }
  }
}
