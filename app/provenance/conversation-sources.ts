/**
 * All texts of one conversation, by message, and an index over them. Grows as messages arrive and forgets what was
 * removed; bounded, the oldest goes first.
 */
import type { Message } from '../contract/conversations'
import { readings } from './decode'
import { fold } from './fold'
import { textsOf } from './message-texts'
import type { Author, MessageText } from './message-texts'
import { PassageIndex } from './passages'
import type { Range } from './passages'

export interface Source {
  readonly author: Author
  /** Of the message, then within it: later is greater. */
  readonly position: number
  readonly order: number
  /** Names in the index: the text as it stands and what it decodes to. */
  readonly ids: readonly number[]
  readonly unitCount: number
}

/** What a source has in common with a text that was looked up. */
export interface Common {
  readonly author: Author
  readonly ranges: readonly Range[]
}

/** Folded units of a conversation: beyond what any model reads at once. About 10 bytes each. */
const mostUnits = 4_000_000

export class ConversationSources {
  readonly #index = new PassageIndex()
  readonly #ofMessage = new Map<string, Map<string, Source>>()
  readonly #ofId = new Map<number, Source>()
  readonly #read = new Map<string, Message>()
  #unitCount = 0

  /** Takes up to `limit` texts that are new. @returns whether all have been read */
  learn(messages: readonly Message[], limit = Number.POSITIVE_INFINITY): boolean {
    this.#dropOthers(messages)
    let left = limit
    for (const message of messages) {
      if (this.#read.get(message.id) === message) continue
      const known = this.#ofMessage.get(message.id) ?? new Map<string, Source>()
      this.#ofMessage.set(message.id, known)
      for (const text of textsOf(message)) {
        if (known.has(text.key)) continue
        if (left === 0) return false
        left -= 1
        this.#add(known, text, message.position)
      }
      this.#read.set(message.id, message)
    }
    return true
  }

  /** In the order in which the texts came into the conversation. */
  find(wanted: Uint16Array): readonly Common[] {
    return Array.from(this.#index.find(wanted), ([id, ranges]) => ({ source: this.#ofId.get(id), ranges }))
      .flatMap(({ source, ranges }) => (source === undefined ? [] : [{ ...source, ranges }]))
      .sort((one, other) => one.position - other.position || one.order - other.order)
  }

  #add(known: Map<string, Source>, { key, author, order, text }: MessageText, position: number): void {
    const folded = readings(text).map((reading) => fold(reading.text).units)
    const ids = folded.map((units) => this.#index.add(units))
    const unitCount = folded.reduce((sum, units) => sum + units.length, 0)
    const source = { author, order, position, ids, unitCount }
    known.set(key, source)
    for (const id of ids) this.#ofId.set(id, source)
    this.#unitCount += unitCount
    for (const sources of this.#ofMessage.values()) {
      if (this.#unitCount <= mostUnits || sources === known) break
      this.#empty(sources)
    }
  }

  /** What it held stays known, so that it is not read again. */
  #empty(sources: Map<string, Source>): void {
    for (const [key, source] of sources) {
      for (const id of source.ids) {
        this.#index.remove(id)
        this.#ofId.delete(id)
      }
      this.#unitCount -= source.unitCount
      sources.set(key, { ...source, ids: [], unitCount: 0 })
    }
  }

  #dropOthers(messages: readonly Message[]): void {
    const ids = new Set(messages.map(({ id }) => id))
    for (const id of this.#ofMessage.keys()) {
      if (ids.has(id)) continue
      this.#empty(this.#ofMessage.get(id) ?? new Map<string, Source>())
      this.#ofMessage.delete(id)
      this.#read.delete(id)
    }
  }
}
