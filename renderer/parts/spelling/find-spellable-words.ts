/** Finds the words to check for spelling in a message: no code, addresses, paths, mentions or commands. */
import { spellingLimits } from '../../../app/contract/settings/spelling-limits'

export interface SpellableWord {
  readonly word: string
  /** In UTF-16 units from the beginning of its line. */
  readonly at: number
}

export interface Line {
  readonly text: string
  /** In UTF-16 units from the beginning of the text. */
  readonly start: number
  readonly words: readonly SpellableWord[]
}

/** Unchanged lines are reused, so that they aren't parsed again. */
export function findSpellableWords(text: string, before: readonly Line[] = []): readonly Line[] {
  const known = new Map(before.map((line) => [line.text, line.words]))
  let start = 0
  let fence: string | null = null
  return text.split('\n').map((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/u.exec(line)?.[1] ?? null
    const isCode = fence !== null || mark !== null
    if (fence === null) fence = mark
    else if (mark?.startsWith(fence) === true) fence = null
    const found = { text: line, start, words: isCode ? [] : (nonEmpty(known.get(line)) ?? wordsOf(line)) }
    start += line.length + 1
    return found
  })
}

/** A line without words may have been code before. */
const nonEmpty = (words: readonly SpellableWord[] | undefined) => (words?.length === 0 ? undefined : words)

/** Between backticks, with equal numbers at both ends. */
const codeSpan = /(`+)(?!`).*?(?<!`)\1(?!`)/gu

function wordsOf(line: string): readonly SpellableWord[] {
  const prose = line.includes('`') ? line.replace(codeSpan, (code) => ' '.repeat(code.length)) : line
  const words: SpellableWord[] = []
  for (const { 0: piece, index } of prose.matchAll(/\S+/gu)) {
    if (isNoProse(piece)) continue
    for (const { 0: word, index: inside } of piece.matchAll(wordPattern))
      if (word.length > 1 && word.length <= spellingLimits.word) words.push({ word, at: index + inside })
  }
  return words
}

/** Including joined parts: `isn't`, `well-known`. */
const wordPattern = /[\p{L}\p{M}]+(?:['’\u{2010}-][\p{L}\p{M}]+)*/gu

/** `/command`, `src/index.ts`, `C:\notes`, `@mention`, `a@b.example`, `https://…`, `e.g.`, `--flag`, `<b>`, `a_b`, `v2`. */
const isNoProse = (piece: string) => /[/\\@_=<>{}$#~^|]|\p{L}\.\p{L}|\p{N}|^-+\p{L}/u.test(piece)
