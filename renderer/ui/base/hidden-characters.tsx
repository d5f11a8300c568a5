/**
 * Makes characters visible that users can't see but models and parsers read. The contract defines them, so that the
 * same characters are marked here and removed for models.
 */
import type { ReactNode } from 'react'
import { ui } from '../../../app/texts/compiled/window/ui'
import { findHidden } from '../../../app/contract/content/hidden-text'
import type { HiddenCharacter } from '../../../app/contract/content/hidden-text'
import styles from './hidden-characters.module.css'

/** How many hidden characters of a run are drawn; the others are counted. */
const drawnOfRun = 24

export interface VisibleTextPiece {
  readonly type: 'text' | 'hidden'
  /** Unchanged text, or the code of the hidden character, e.g. `U+202E`; for many a description of the others. */
  readonly text: string
  /** Position in the whole text. */
  readonly start: number
}

/** Cuts text at its hidden characters. A text without any is returned as one piece. */
export function splitHidden(text: string): readonly VisibleTextPiece[] {
  const pieces: VisibleTextPiece[] = []
  let end = 0
  for (const run of runsOf(findHidden(text))) {
    const start = run[0]?.start ?? 0
    if (start > end) pieces.push({ type: 'text', text: text.slice(end, start), start: end })
    pieces.push(...drawn(run))
    end = endOf(run)
  }
  if (end < text.length || pieces.length === 0)
    pieces.push({ type: 'text', text: text.slice(end), start: end })
  return pieces
}

/** Each mark is an element, so their number per text is limited. */
export const mostMarks = 500

/** The same for drawing: hidden characters after the first marks are shown in brackets, which need no elements. */
export function splitDrawn(text: string, marks = mostMarks): readonly VisibleTextPiece[] {
  const pieces = splitHidden(text)
  let remaining = marks
  const end = pieces.findIndex(({ type }) => type === 'hidden' && (remaining -= 1) < 0)
  if (end < 0) return pieces
  const rest = pieces.slice(end)
  return [
    ...pieces.slice(0, end),
    { type: 'text', text: rest.map(inBrackets).join(''), start: rest[0]?.start ?? 0 }
  ]
}

function inBrackets({ type, text }: VisibleTextPiece): string {
  return type === 'hidden' ? `[${text}]` : text
}

/** For edited text, where no marks can be drawn: how much of it is invisible; null if nothing is hidden. */
export function describeHiddenCharacters(text: string): string | null {
  const { length } = findHidden(text)
  if (length === 0) return null
  return ui.hiddenCount({ count: length })
}

type Run = readonly HiddenCharacter[]

function runsOf(all: Run): readonly Run[] {
  const runs: HiddenCharacter[][] = []
  for (const one of all) {
    const last = runs.at(-1)
    if (last !== undefined && endOf(last) === one.start) last.push(one)
    else runs.push([one])
  }
  return runs
}

function endOf(run: Run): number {
  const last = run.at(-1)
  return last === undefined ? 0 : last.start + last.character.length
}

/** Tag characters are decoded: they are letters that no font draws. */
function drawn(run: Run): readonly VisibleTextPiece[] {
  const pieces = run
    .slice(0, drawnOfRun)
    .map(({ character, start }) => ({ type: 'hidden' as const, text: codeOf(character), start }))
  const after = endOf(run.slice(0, drawnOfRun))
  const words = run.map(({ character }) => tagLetter(character)).join('')
  const more = run.length - pieces.length
  const text = describeRest(more, words)
  // At its own position inside the run, where no other piece begins.
  return text === null ? pieces : [...pieces, { type: 'hidden', text: text, start: after - 0.5 }]
}

/** How many of a run are not drawn, and what its letters say; null if there is neither. */
function describeRest(count: number, letters: string): string | null {
  if (letters.trim().length <= 1) return count > 0 ? ui.hiddenMore({ count }) : null
  const words = letters.slice(0, longestTold) + (letters.length > longestTold ? '…' : '')
  return count > 0 ? ui.hiddenMoreReads({ count, words }) : ui.hiddenReads({ words })
}

const longestTold = 500

function tagLetter(character: string): string {
  const letter = (character.codePointAt(0) ?? 0) - 0xe0000
  return letter >= 0x20 && letter < 0x7f ? String.fromCharCode(letter) : ''
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** Untrusted plain text with its hidden characters drawn as labelled marks. */
export function VisibleText({ text }: { readonly text: string }): ReactNode {
  const pieces = splitDrawn(text)
  if (pieces.length === 1 && pieces[0]?.type === 'text') return text
  return pieces.map((piece) =>
    piece.type === 'text' ? piece.text : <HiddenMark key={piece.start} code={piece.text} />
  )
}

/** The same with marks in brackets, for places with only plain text (a title, a choice). */
export function plainWithMarks(text: string): string {
  return splitHidden(text).map(inBrackets).join('')
}

/** The mark of one hidden character, read out as such. */
export function HiddenMark({ code }: { readonly code: string }) {
  return (
    <span
      className={styles.hiddenCharacter}
      role="img"
      aria-label={ui.hiddenCharacterName({ code })}
      title={ui.hiddenCharacter({ code })}
    >
      {code}
    </span>
  )
}
