/**
 * Finds tools by words of a task: BM25 over the names of server and tool, the title, the description and the names of the
 * arguments. Words are compared by their stem. It knows what models are told of the tools and nothing else of them.
 */
import type { CatalogTool } from '../../servers/interface'
import { queryStems } from './query-words'
import { stemOf } from './stem'

type Described = Pick<CatalogTool, 'serverName' | 'name' | 'title' | 'description' | 'inputSchema'>

/** How often a word of the field counts. */
const weights = { server: 2, name: 4, title: 3, description: 1, argument: 1 } as const
/** As usual for BM25: how soon more of one word counts no more, and how much a long text loses. */
const saturation = 1.2
const lengthShare = 0.6
/** In characters, of one tool: the first words say what it is for. */
const readLength = 2_000

/** How many numbers an entry has: the tool, how often it has the word, where the word's entry before stands. */
const entrySize = 3
const none = -1

export class ToolIndex<T extends Described> {
  readonly #tools: T[] = []
  readonly #lengths: number[] = []
  #totalLength = 0
  /** One row for all words: a list of each would be more lists than tools. */
  readonly #entries: number[] = []
  /** By word: its last entry, and how many tools have it. */
  readonly #last: number[] = []
  readonly #spread: number[] = []
  /** By word as it is written: two of one stem have one number. */
  readonly #terms = new Map<string, number>()
  readonly #stems = new Map<string, number>()
  /** Of the tool that is being read, by word. */
  readonly #counts: number[] = []
  readonly #touched: number[] = []

  add(tool: T): void {
    const own = this.#tools.push(tool) - 1
    const { server, name, title, description, argument } = weights
    this.#read(splitName(tool.serverName), server)
    this.#read(splitName(tool.name), name)
    if (tool.title !== null) this.#read(tool.title, title)
    this.#read(tool.description.slice(0, readLength), description)
    for (const each of argumentNames(tool.inputSchema)) this.#read(splitName(each), argument)
    let length = 0
    for (const term of this.#touched) {
      const count = this.#counts[term] ?? 0
      this.#last[term] = this.#entries.push(own, count, this.#last[term] ?? none) - entrySize
      this.#spread[term] = (this.#spread[term] ?? 0) + 1
      length += count
      this.#counts[term] = 0
    }
    this.#touched.length = 0
    this.#lengths.push(length)
    this.#totalLength += length
  }

  /** Best first. */
  find(query: string, limit: number): readonly T[] {
    const scores = new Map<number, number>()
    for (const [stem, share] of queryStems(wordsOf(splitName(query.slice(0, readLength))))) {
      const term = this.#stems.get(stem)
      if (term !== undefined) this.#score(term, share, scores)
    }
    // Of two that fit as well the one that comes first in the list.
    const ranked = [...scores].sort(([one, own], [other, its]) => its - own || one - other)
    return ranked.slice(0, limit).flatMap(([index]) => this.#tools[index] ?? [])
  }

  #read(text: string, weight: number): void {
    for (const word of wordsOf(text)) {
      const term = this.#terms.get(word) ?? this.#learn(word)
      const count = this.#counts[term] ?? 0
      if (count === 0) this.#touched.push(term)
      this.#counts[term] = count + weight
    }
  }

  #learn(word: string): number {
    const stem = stemOf(word)
    const known = this.#stems.get(stem)
    const term = known ?? this.#counts.push(0) - 1
    if (known === undefined) {
      this.#last.push(none)
      this.#spread.push(0)
      this.#stems.set(stem, term)
    }
    this.#terms.set(word, term)
    return term
  }

  #score(term: number, share: number, scores: Map<number, number>): void {
    const all = this.#tools.length
    const spread = this.#spread[term] ?? 0
    const rarity = share * Math.log(1 + (all - spread + 0.5) / (spread + 0.5))
    const usualLength = this.#totalLength / all
    for (let place = this.#last[term] ?? none; place !== none; place = this.#entries[place + 2] ?? none) {
      const tool = this.#entries[place] ?? 0
      const count = this.#entries[place + 1] ?? 0
      const length = (this.#lengths[tool] ?? 0) / usualLength
      const bound = count + saturation * (1 - lengthShare + lengthShare * length)
      scores.set(tool, (scores.get(tool) ?? 0) + (rarity * count * (saturation + 1)) / bound)
    }
  }
}

function argumentNames({ properties }: Described['inputSchema']): readonly string[] {
  return typeof properties === 'object' && properties !== null ? Object.keys(properties).slice(0, 100) : []
}

/** `readFile` is two words, as `read_file` is. */
function splitName(name: string): string {
  return /\p{Lu}/u.test(name) ? name.replace(/([\p{Ll}\p{N}])(?=\p{Lu})/gu, '$1 ') : name
}

/** Classes of Unicode cost three times as much, and most tools are described without. */
function wordsOf(text: string): readonly string[] {
  const lower = text.toLowerCase()
  const words = /[^\0-\x7f]/.test(lower) ? lower.match(/[\p{L}\p{N}]+/gu) : lower.match(/[a-z0-9]+/g)
  return words ?? []
}
