/**
 * Finds tools for a task description: BM25 over the names of server and tool, the title, the description, and the
 * argument names. Compares words by their stems. It uses only metadata that models may read.
 */
import type { CatalogTool } from '../../servers/interface'
import { queryStems } from './query-words'
import { splitName, splitSearchWords, WordTable } from './word-table'

type Described = Pick<CatalogTool, 'serverName' | 'name' | 'title' | 'description' | 'inputSchema'>

/** The weight of a word in each field. */
const weights = { server: 2, name: 4, title: 3, description: 1, argument: 1 } as const
/** The usual BM25 constants: how fast repeated words stop counting, and how much long texts lose. */
const saturation = 1.2
const lengthShare = 0.6
/** In characters per tool. The beginning describes what it is for. */
const readLength = 2_000

/** Numbers per entry: the tool, the count of the word, and the position of the word's previous entry. */
const entrySize = 3
const none = -1

export class ToolIndex<T extends Described> {
  readonly #tools: T[] = []
  readonly #lengths: number[] = []
  #totalLength = 0
  readonly #words = new WordTable()
  /** One array for all words: a list for each would be more lists than tools. */
  #entries = new Int32Array(1 << 16)
  #used = 0
  /** By word: its last entry, and how many tools have it. */
  readonly #last: number[] = []
  readonly #spread: number[] = []
  /** The counts by word for the tool that is being indexed. */
  readonly #counts: number[] = []
  #touched = new Int32Array(1 << 10)
  #touchedCount = 0

  add(tool: T): void {
    const own = this.#tools.push(tool) - 1
    const { server, name, title, description, argument } = weights
    this.#count(this.#words.read(tool.serverName, true), server)
    this.#count(this.#words.read(tool.name, true), name)
    if (tool.title !== null) this.#count(this.#words.read(tool.title), title)
    this.#count(this.#words.read(tool.description.slice(0, readLength)), description)
    for (const each of argumentNames(tool.inputSchema)) this.#count(this.#words.read(each, true), argument)
    const length = this.#keep(own)
    this.#lengths.push(length)
    this.#totalLength += length
  }

  /** Best first. */
  find(query: string, limit: number): readonly T[] {
    const scores = new Float64Array(this.#tools.length)
    for (const [stem, share] of queryStems(splitSearchWords(splitName(query.slice(0, readLength))))) {
      const word = this.#words.find(stem)
      if (word !== null) this.#score(word, share, scores)
    }
    return bestOf(scores, limit).flatMap((index) => this.#tools[index] ?? [])
  }

  #count(words: Int32Array, weight: number): void {
    for (const word of words) {
      while (word >= this.#counts.length) this.#learn()
      const count = this.#counts[word] ?? 0
      if (count === 0) this.#touch(word)
      this.#counts[word] = count + weight
    }
  }

  #learn(): void {
    this.#counts.push(0)
    this.#last.push(none)
    this.#spread.push(0)
  }

  #touch(word: number): void {
    if (this.#touchedCount === this.#touched.length) this.#touched = grown(this.#touched)
    this.#touched[this.#touchedCount++] = word
  }

  /** Turns the counts into entries. Returns the length of the tool's text. */
  #keep(tool: number): number {
    let length = 0
    while (this.#used + this.#touchedCount * entrySize > this.#entries.length)
      this.#entries = grown(this.#entries)
    for (let at = 0; at < this.#touchedCount; at += 1) {
      const word = this.#touched[at] ?? 0
      const count = this.#counts[word] ?? 0
      this.#entries[this.#used] = tool
      this.#entries[this.#used + 1] = count
      this.#entries[this.#used + 2] = this.#last[word] ?? none
      this.#last[word] = this.#used
      this.#used += entrySize
      this.#spread[word] = (this.#spread[word] ?? 0) + 1
      length += count
      this.#counts[word] = 0
    }
    this.#touchedCount = 0
    return length
  }

  #score(word: number, share: number, scores: Float64Array): void {
    const all = this.#tools.length
    const spread = this.#spread[word] ?? 0
    const rarity = share * Math.log(1 + (all - spread + 0.5) / (spread + 0.5))
    const usualLength = this.#totalLength / all
    for (let place = this.#last[word] ?? none; place !== none; place = this.#entries[place + 2] ?? none) {
      const tool = this.#entries[place] ?? 0
      const count = this.#entries[place + 1] ?? 0
      const length = (this.#lengths[tool] ?? 0) / usualLength
      const bound = count + saturation * (1 - lengthShare + lengthShare * length)
      scores[tool] = (scores[tool] ?? 0) + (rarity * count * (saturation + 1)) / bound
    }
  }
}

function grown(row: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(row.length * 2)
  longer.set(row)
  return longer
}

/** Ties keep the order of the list. */
function bestOf(scores: Float64Array, limit: number): readonly number[] {
  const best: number[] = []
  for (let tool = 0; tool < scores.length; tool += 1) {
    const score = scores[tool] ?? 0
    const worst = best.length < limit ? 0 : (scores[best.at(-1) ?? 0] ?? 0)
    if (score <= worst) continue
    const place = best.findIndex((other) => (scores[other] ?? 0) < score)
    best.splice(place === -1 ? best.length : place, 0, tool)
    best.length = Math.min(best.length, limit)
  }
  return best
}

function argumentNames({ properties }: Described['inputSchema']): readonly string[] {
  return typeof properties === 'object' && properties !== null ? Object.keys(properties).slice(0, 100) : []
}
