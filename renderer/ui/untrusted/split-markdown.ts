/**
 * Cuts growing Markdown into blocks that can not change any more and an unfinished tail. Only the text after
 * the last settled block is looked at, so that the cost of an append does not grow with the message.
 */
import { marked } from 'marked'

/** Blocks at the end that the next characters may still change (a list goes on, a table starts). */
const openBlocks = 2

export interface TextBlock {
  /** Position in the text; what a block is known by while the text grows. */
  readonly start: number
  readonly source: string
  /** A settled block is the same object from then on. */
  readonly isSettled: boolean
}

/** Holds what is settled of one growing text. */
export class BlockSettler {
  #settled: TextBlock[] = []
  #settledLength = 0
  #start = ''

  /** All blocks of the text so far, oldest first. A text that is no continuation of the last one starts anew. */
  take(wholeText: string): readonly TextBlock[] {
    const text = unixLines(wholeText)
    if (text.length < this.#settledLength || !text.startsWith(this.#start)) this.#reset()
    this.#start = text.slice(0, 64)
    const sources = splitBlocks(text.slice(this.#settledLength))
    while (sources.length > openBlocks) this.#settle(sources.shift() ?? '')
    return [...this.#settled, ...placed(sources, { start: this.#settledLength, isSettled: false })]
  }

  #settle(source: string): void {
    this.#settled.push({ start: this.#settledLength, source, isSettled: true })
    this.#settledLength += source.length
  }

  #reset(): void {
    this.#settled = []
    this.#settledLength = 0
  }
}

/** Blocks of a finished text; one block for all when definitions at its end reach back into it. */
export function finalBlocks(wholeText: string): readonly TextBlock[] {
  const text = unixLines(wholeText)
  const tokens = marked.lexer(text)
  const hasDefinitions = Object.keys(tokens.links).length > 0 || /^\[\^[^\]]+\]:/m.test(text)
  const sources = hasDefinitions ? [text] : joinSpace(tokens.map((token) => token.raw))
  return placed(sources, { start: 0, isSettled: true })
}

/** The lexer counts `\r\n` as one character; positions only agree when the text does. */
function unixLines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

function splitBlocks(text: string): string[] {
  return joinSpace(marked.lexer(text).map((token) => token.raw))
}

/** Blank lines belong to the block before them, so that a block is something to see. */
function joinSpace(raws: readonly string[]): string[] {
  const blocks: string[] = []
  for (const raw of raws) {
    if (raw.trim() === '' && blocks.length > 0) blocks[blocks.length - 1] += raw
    else blocks.push(raw)
  }
  return blocks
}

function placed(sources: readonly string[], from: { start: number; isSettled: boolean }): TextBlock[] {
  let { start } = from
  return sources.map((source) => {
    const block = { start, source, isSettled: from.isSettled }
    start += source.length
    return block
  })
}
