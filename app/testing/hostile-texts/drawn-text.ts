/** An untrusted text, and whether it is readable where it is drawn. */
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'

export interface DrawnText {
  readonly text: string
  /** What is readable after formatting as Markdown. */
  readonly laidOut: string
}

/** Longer texts are shown in part until the user asks for the rest. */
const readLimit = 2_000

/**
 * The first of the expected words that is missing in the shown text, in order; null when all are there. The shown text
 * may contain more: the code of a hidden character, the target of a link.
 */
export function findMissing(shown: string, wanted: readonly string[]): string | null {
  let at = 0
  for (const text of wanted)
    for (const [word] of text.slice(0, readLimit).matchAll(words)) {
      const found = shown.indexOf(word, at)
      if (found < 0) return word
      at = found + word.length
    }
  return null
}

/** Filler characters count as letters, but are invisible. */
const words = /(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}])+/gu

const parser = unified().use(remarkParse).use(remarkGfm).freeze()

/** Whether Markdown after the text has the same meaning as on its own, so that the text doesn't affect it. */
export function isClosed(text: string): boolean {
  const blocks = parser.parse(`${text}\n\nbehind\n`).children
  const last = blocks.at(-1)
  const isApart =
    last?.type === 'paragraph' && last.position?.start.column === 1 && last.children.length === 1
  return isApart && blocks.every(({ type }) => type !== 'definition' && type !== 'footnoteDefinition')
}
