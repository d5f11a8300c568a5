/**
 * All texts of one conversation, by message, and server metadata, with an index. New messages are added, and removed
 * ones are forgotten. The size is limited, and the oldest texts are dropped first. Long work yields the number of steps
 * it took.
 */
import { visibleText } from '../base/visible-text'
import type { Message } from '../contract/conversations'
import { readings } from './decode'
import { foldText } from './fold-text'
import type { DefinitionText } from './interface'
import { generateMessageTexts } from './message-texts'
import type { Author, MessageText } from './message-texts'
import { PassageIndex, measurePassage, shortestKnown, shortestPassage } from './passages'
import type { Passages } from './passages'
import type { Range } from './ranges'
import { foreignText, ownText, userText, WordIndex } from './word-index'
import type { JudgedTexts } from './word-index'
import { splitFoldedWords } from './folded-words'

export interface Source {
  readonly author: Author
  /** Higher for later texts in the conversation. */
  readonly rank: number
  /** Ids in the index: the text as written and what it decodes to. */
  readonly ids: readonly number[]
  readonly unitCount: number
}

/** What a source has in common with a searched text. */
export interface Common extends Source {
  readonly ranges: readonly Range[]
}

/** Folded units of a conversation: more than any model reads at once. About 12 bytes each. */
const mostUnits = 4_000_000
interface Place {
  readonly id: string
  /** Index of the message in the conversation. */
  readonly index: number
}
/** The place of server metadata, which a model reads first. */
const beforeAll: Place = { id: '', index: -1 }

/** By the key of the text. */
type Known = Map<string, Source>

export class ConversationSources {
  readonly words = new WordIndex()
  readonly #passages = new PassageIndex(shortestPassage)
  /** Text of the user. A shorter passage is enough to count as the user's than as another author's. */
  readonly #ofPerson = new PassageIndex(shortestKnown)
  readonly #ofMessage = new Map<string, Known>()
  readonly #ofId = new Map<number, Source>()
  readonly #read = new Map<string, Message>()
  #defined: readonly DefinitionText[] | null = null
  /** In the order in which they were learned. */
  readonly #kept = new Set<Source>()
  #nextId = 0
  #unitCount = 0

  sourceOf(id: number): Source | undefined {
    return this.#ofId.get(id)
  }

  /** `isOwn`: the author's text would only go where it has been before. */
  judge(isOwn: (author: Author) => boolean): JudgedTexts {
    const kinds = new Uint8Array(this.#nextId)
    const ranks = new Float64Array(this.#nextId)
    for (const { author, ids, rank } of this.#kept) {
      const kind = author.type === 'person' ? userText : isOwn(author) ? ownText : foreignText
      for (const id of ids) {
        kinds[id] = kind
        ranks[id] = rank
      }
    }
    return { kinds, ranks }
  }

  *learn(messages: readonly Message[], defined: readonly DefinitionText[]): Generator<number, void> {
    this.#dropOthers(messages)
    // The same list comes with each call of a turn.
    if (defined !== this.#defined)
      yield* this.#learnAll(beforeAll, definitionTexts(defined, this.#ofMessage.get(beforeAll.id)))
    this.#defined = defined
    for (const [index, message] of messages.entries()) {
      const before = this.#read.get(message.id)
      if (before === message) continue
      yield* this.#learnAll({ id: message.id, index }, generateMessageTexts(message, before))
      this.#read.set(message.id, message)
    }
    yield* this.#passages.tidy()
    yield* this.#ofPerson.tidy()
    this.words.tidy()
  }

  /** In the order of the conversation. `end`: how far it was compared. */
  *find(wanted: Passages): Generator<number, { readonly commons: Common[]; readonly end: number }> {
    const { ranges: found, end } = yield* this.#passages.search(wanted)
    const { ranges: ofPerson } = yield* this.#ofPerson.search(wanted, measurePassage(wanted, found.values()))
    const commons = Array.from([...found, ...ofPerson], ([id, ranges]) => ({
      source: this.#ofId.get(id),
      ranges
    }))
      .flatMap(({ source, ranges }) => (source === undefined ? [] : [{ ...source, ranges }]))
      .sort((one, other) => one.rank - other.rank)
    return { commons, end }
  }

  *#learnAll({ id, index }: Place, texts: Iterable<MessageText>): Generator<number, void> {
    const known = this.#ofMessage.get(id) ?? new Map<string, Source>()
    this.#ofMessage.set(id, known)
    for (const text of texts) {
      yield 1
      if (!known.has(text.key)) known.set(text.key, yield* this.#add(text, index))
    }
  }

  *#add({ author, order, text }: MessageText, index: number): Generator<number, Source> {
    const ids: number[] = []
    let unitCount = 0
    for (const reading of readings(text)) {
      const folded = foldText(reading.text)
      const id = this.#nextId++
      ids.push(id)
      unitCount += folded.units.length
      yield* (author.type === 'person' ? this.#ofPerson : this.#passages).add(id, folded)
      if (author.type !== 'definition') this.words.add(id, splitFoldedWords(folded))
      yield 2 * reading.text.length
    }
    const source = { author, rank: index * 1e6 + order, ids, unitCount }
    for (const id of ids) this.#ofId.set(id, source)
    this.#unitCount += unitCount
    for (const oldest of this.#kept) {
      if (this.#unitCount <= mostUnits) break
      this.#empty(oldest)
    }
    this.#kept.add(source)
    return source
  }

  /** Its key stays known, so that it isn't read again. */
  #empty(source: Source): void {
    if (!this.#kept.delete(source)) return
    for (const id of source.ids) {
      this.#passages.remove(id)
      this.#ofPerson.remove(id)
      this.words.remove(id)
      this.#ofId.delete(id)
    }
    this.#unitCount -= source.unitCount
  }

  #dropOthers(messages: readonly Message[]): void {
    const ids = new Set([beforeAll.id, ...messages.map(({ id }) => id)])
    for (const [id, known] of this.#ofMessage) {
      if (ids.has(id)) continue
      for (const source of known.values()) this.#empty(source)
      this.#ofMessage.delete(id)
      this.#read.delete(id)
    }
  }
}

/** Only texts that aren't known yet, because there are many, and all are passed with each call. */
function* definitionTexts(defined: readonly DefinitionText[], known?: Known): Generator<MessageText> {
  for (const { serverName, toolName, text } of defined) {
    const key = JSON.stringify([serverName, toolName, text])
    if (known?.has(key) === true) continue
    const author = { type: 'definition', serverName, toolName } as const
    yield { key, author, order: 0, text: visibleText(text) }
  }
}
