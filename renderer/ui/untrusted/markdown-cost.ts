/**
 * Estimates the cost of formatting a Markdown block from its lines, before parsing. Parsers take quadratic time for
 * some texts, and fail on deep nesting; text that would freeze or break the window is not parsed.
 */
import { columnAfter, isSpace } from './markdown-lines'

export interface Cost {
  /** About microseconds on a slow computer, for what is formatted. */
  readonly total: number
  /** The end of the formatted part; the length of the source if all of it is. Always the beginning of a line. */
  readonly end: number
  /** Why it ends there. */
  readonly reason: 'deep' | 'large' | null
}

/** Per block, because a block is formatted at once. */
const blockLimit = 100_000

/** Levels of nested quotes and lists. */
const depthLimit = 16

/** In the unit of `Cost.total`. */
const costs = {
  block: 150,
  line: 80,
  item: 100,
  character: 1,
  mark: 25,
  cell: 40,
  codeLine: 15,
  codeCharacter: 0.3
}

/** How much each mark's cost grows with those before it in the same paragraph, because parsers compare them. */
const markGrowth = 0.05

/** The cost of a block, up to the limit. */
export function estimateMarkdownCost(source: string): Cost {
  const measure = /^ {0,3}(?:```+[^`\n]*(?:\n|$)|~~~)/.test(source) ? codeCost() : new ProseCost()
  let total = costs.block
  let start = 0
  while (start < source.length) {
    const found = source.indexOf('\n', start)
    const end = found < 0 ? source.length : found + 1
    const cost = measure.read(source.slice(start, end))
    if (cost === 'deep') return { total, end: start, reason: 'deep' }
    if (total + cost > blockLimit) return { total, end: start, reason: 'large' }
    total += cost
    start = end
  }
  return { total, end: source.length, reason: null }
}

interface Measure {
  /** Of the next line. */
  read(line: string): number | 'deep'
}

function codeCost(): Measure {
  return {
    read: (line) =>
      (/^ {0,3}(?:```|~~~)/.test(line) ? costs.block : costs.codeLine) + line.length * costs.codeCharacter
  }
}

class ProseCost implements Measure {
  /** The columns at which the texts of open list items begin, outermost first. */
  #items: number[] = []
  /** Of the paragraph so far. */
  #marks = 0
  /** Of the current table; 0: none. */
  #columns = 0

  read(line: string): number | 'deep' {
    const { markers, quotes, column, rest } = readMarkers(line)
    const isBlank = rest.trim() === ''
    if (isBlank || markers.length > 0) this.#marks = 0
    if (isBlank) this.#columns = 0
    while (!isBlank && (this.#items.at(-1) ?? 0) > column) this.#items.pop()
    const depth = quotes + this.#items.length + markers.length
    if (depth > depthLimit) return 'deep'
    this.#items.push(...markers)
    const lineCost = costs.line * (1 + depth / 4) + line.length * costs.character
    return lineCost + markers.length * costs.item + this.#readTable(rest) + this.#readMarks(rest)
  }

  /** A row has as many cells as the head of its table, however few it names. */
  #readTable(rest: string): number {
    const bars = countOf(rest, '|')
    if (isDelimiterRow(rest)) this.#columns = bars + 1
    const cells = this.#columns === 0 ? bars : Math.max(this.#columns, bars)
    return cells * costs.cell
  }

  #readMarks(rest: string): number {
    const before = this.#marks
    this.#marks += marksOf(rest)
    const added = this.#marks - before
    // Rows of a table are separate paragraphs.
    if (this.#columns > 0) this.#marks = 0
    return added * (costs.mark + (markGrowth * (before + before + added)) / 2)
  }
}

interface Markers {
  /** Columns at which the texts of the list items that this line opens begin. */
  readonly markers: readonly number[]
  /** Quote signs. */
  readonly quotes: number
  /** The column of the first of them. */
  readonly column: number
  readonly rest: string
}

function readMarkers(line: string): Markers {
  const markers: number[] = []
  let quotes = 0
  let first: number | null = null
  let at = 0
  let column = 0
  while (markers.length + quotes <= depthLimit) {
    const start = at
    while (isSpace(line[at])) at += 1
    column = columnAfter(line.slice(start, at), column)
    first ??= column
    const mark = markAt(line, at)
    if (mark === 0) break
    at += mark
    column += mark
    if (line[at - 1] === '>') quotes += 1
    else markers.push(column + 1)
  }
  return { markers, quotes, column: first ?? 0, rest: line.slice(at) }
}

const marker = /(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t\n]|$))/y

/** The length of the quote or item sign there; 0: none. */
function markAt(line: string, at: number): number {
  marker.lastIndex = at
  return marker.exec(line)?.[0].length ?? 0
}

function isDelimiterRow(rest: string): boolean {
  return /^[-:| \t]+\n?$/.test(rest) && rest.includes('-') && rest.includes('|')
}

function countOf(text: string, character: string): number {
  let count = 0
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count += 1
  return count
}

/** Where a parser stops: it may begin something that ends much later, which costs time even if it doesn't match. */
const weights = new Map<string, number>([
  ...[...'*_~[]!`&\\@:"\'('].map((character) => [character, 1] as const),
  ['$', 2],
  ['<', 6]
])

function marksOf(text: string): number {
  let marks = 0
  let last = ''
  for (const character of text) {
    marks += weights.get(character) ?? (character === 'w' && last === 'w' ? 1 : 0)
    last = character
  }
  return marks
}
