/**
 * Cuts growing Markdown into blocks. Only the last block can still change, so the others are parsed once. Only
 * appended text is read, so that the cost of an append does not grow with the message.
 */
import { readLine, startState } from './markdown-lines'
import type { LineState } from './markdown-lines'

export interface TextBlock {
  /** Position in the text, which identifies a block while the text grows. */
  readonly start: number
  readonly source: string
  /** A settled block is the same object from now on. */
  readonly isSettled: boolean
}

/** The settled blocks of one growing text. */
export class BlockSettler {
  #settled: TextBlock[] = []
  #state: LineState = startState
  /** Where the unsettled block begins. */
  #start = 0
  /** End of the whole lines that were read. */
  #read = 0
  #head = ''

  /** All blocks of the text so far, oldest first. A text that doesn't continue the last one starts again. */
  take(wholeText: string): readonly TextBlock[] {
    const text = unixLines(wholeText)
    if (text.length < this.#read || !text.startsWith(this.#head)) this.#reset()
    this.#head = text.slice(0, 64)
    this.#readLines(text)
    // The last line is incomplete: its final form is unknown, so its current form is shown.
    const { isNew } = readLine(this.#state, text.slice(this.#read))
    const ends = isNew ? [this.#read, text.length] : [text.length]
    const open = ends.map((end, index) => openBlock(text, index === 0 ? this.#start : this.#read, end))
    // A closed fence only gets blank lines.
    const [first, ...others] = open
    if (this.#state.kind === 'over' && first !== undefined)
      return [...this.#settled, { ...first, isSettled: true }, ...others]
    return [...this.#settled, ...open.filter(({ source }) => source !== '')]
  }

  #readLines(text: string): void {
    for (let end = text.indexOf('\n', this.#read); end >= 0; end = text.indexOf('\n', this.#read)) {
      const { state, isNew } = readLine(this.#state, text.slice(this.#read, end))
      if (isNew) this.#settle(text)
      this.#state = state
      this.#read = end + 1
    }
  }

  #settle(text: string): void {
    this.#settled.push({ start: this.#start, source: cut(text, this.#start, this.#read), isSettled: true })
    this.#start = this.#read
  }

  #reset(): void {
    this.#settled = []
    this.#state = startState
    this.#start = 0
    this.#read = 0
  }
}

function openBlock(text: string, start: number, end: number): TextBlock {
  return { start, source: cut(text, start, end), isSettled: false }
}

/** The share of a text from which a part may keep all of it in memory. */
const largePart = 1 / 4

/**
 * A part of a text that does not keep the rest in memory. The engine makes substrings by pointing into the whole:
 * each block of an answer, and each word drawn from it, would keep an earlier copy of the answer.
 */
function cut(text: string, start: number, end: number): string {
  const part = text.slice(start, end)
  return part.length < text.length * largePart ? part.split('').join('') : part
}

/** Up to this length a text whose parts refer to each other is parsed as one. */
const longestWhole = 16_000

/**
 * Blocks of a finished text; one block for a short text with definitions that other parts use. Blocks that a settler
 * already has are reused.
 */
export function finalBlocks(wholeText: string, settler = new BlockSettler()): readonly TextBlock[] {
  const text = unixLines(wholeText)
  const isWhole = text.length <= longestWhole && hasDefinitions(text)
  const blocks = isWhole ? [openBlock(text, 0, text.length)] : settler.take(text)
  return blocks.map((block) => (block.isSettled ? block : { ...block, isSettled: true }))
}

/** Of links or footnotes. */
export function hasDefinitions(text: string): boolean {
  return /^[ \t>*+\-\d.)]*\[(?:[^\]\\]|\\.){1,999}\]:/m.test(text)
}

function unixLines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}
