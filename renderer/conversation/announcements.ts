/**
 * An answer as a screen reader announces it while it grows: in whole sentences, with code named instead of read.
 * Pure.
 */

import { lastSentenceAt } from '../ui/base/format'

export interface Announcement {
  /** The part of the answer's text that was announced. */
  readonly upTo: number
  /** What to announce now; '' for nothing. */
  readonly words: string
}

export interface Growing {
  readonly text: string
  /** The part of its text that was announced. */
  readonly upTo: number
  /** Nothing follows, so the rest counts as a sentence. */
  readonly isWhole: boolean
}

/** `code` replaces each block of code. */
export function sayMore({ text, upTo, isWhole }: Growing, code: string): Announcement {
  const end = isWhole ? text.length : endOfWhole(text, upTo)
  return { upTo: end, words: end <= upTo ? '' : withoutMarks(text.slice(upTo, end), code) }
}

const fence = /^ {0,3}(?:```|~~~)/gmu

/** Where the last sentence, which may continue, begins. Never within a code block; an open one may continue too. */
function endOfWhole(text: string, from: number): number {
  const rest = text.slice(from)
  const fences = [...rest.matchAll(fence)].map(({ index }) => index)
  const open = fences.length % 2 === 1 ? fences.pop() : undefined
  if (open !== undefined) return from + open
  const end = lastSentenceAt(rest)
  const around = fences.findLastIndex((at) => at < end)
  // After an opening fence, not after the closing one.
  return from + (around % 2 === 0 ? (fences[around] ?? end) : end)
}

const codeBlock = /^ {0,3}(```|~~~)[\s\S]*?(?:^ {0,3}\1[^\n]*$|$(?![\s\S]))/gmu

/** A fence that opens again before it ends isn't one. Searching to the end for each would take quadratic time. */
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
