/** An answer as somebody hears it who does not see it grow: by whole sentences, code named and not read out. Pure. */

import { lastSentenceAt } from '../ui/base/format'

export interface Announcement {
  /** Of the answer's text: what was said already. */
  readonly upTo: number
  /** What can be said now, '' for nothing. */
  readonly words: string
}

export interface Growing {
  readonly text: string
  /** Of its text: what was said already. */
  readonly upTo: number
  /** Nothing follows, so that what is left is a sentence, too. */
  readonly isWhole: boolean
}

/** `code` stands for each block of code. */
export function sayMore({ text, upTo, isWhole }: Growing, code: string): Announcement {
  const end = isWhole ? text.length : endOfWhole(text, upTo)
  return { upTo: end, words: end <= upTo ? '' : withoutMarks(text.slice(upTo, end), code) }
}

const fence = /^ {0,3}(?:```|~~~)/gmu

/** Where the last sentence begins, which may go on. A block of code is never cut, and one that is open may go on, too. */
function endOfWhole(text: string, from: number): number {
  const rest = text.slice(from)
  const fences = [...rest.matchAll(fence)].map(({ index }) => index)
  const open = fences.length % 2 === 1 ? fences.pop() : undefined
  if (open !== undefined) return from + open
  const end = lastSentenceAt(rest)
  const around = fences.findLastIndex((at) => at < end)
  // After an opening fence and not after the closing one.
  return from + (around % 2 === 0 ? (fences[around] ?? end) : end)
}

const codeBlock = /^ {0,3}(```|~~~)[\s\S]*?(?:^ {0,3}\1[^\n]*$|$(?![\s\S]))/gmu

/** What opens again before it has ended is none: looking to the end of the text for each would take a time of its square. */
const link = /\[([^[\]]*)\]\((?:[^()\n]|\([^()\n]*\))*\)/gu

function withoutMarks(text: string, code: string): string {
  return text
    .replace(codeBlock, code)
    .replace(/^[ \t]*(?:#{1,6}|>|[-*+]|\d+\.)[ \t]+/gmu, '')
    .replace(link, '$1')
    .replace(/[*_`|]+/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
}
