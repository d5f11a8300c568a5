/**
 * Makes characters visible that a person can not see but a model or a parser reads: direction controls,
 * zero-width characters, tag characters, control codes. Joiners inside emoji stay as they are.
 */
import type { ReactNode } from 'react'
import './hidden-characters.css'

/**
 * Everything that Unicode lets a renderer leave out, control codes, line and paragraph separators and
 * annotation marks; not tab, line breaks and the two selectors between text and emoji style.
 */
const hidden = /(?!\t|\n|\r|\uFE0E|\uFE0F)[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zl}\p{Zp}\uFFF9-\uFFFB]/gu

const emojiBefore = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]$/u
const emojiAfter = /^\p{Extended_Pictographic}/u
const zeroWidthJoiner = '\u200D'

export interface TextPiece {
  readonly type: 'text' | 'hidden'
  /** Text as it stands, or the code of the hidden character, e.g. `U+202E`. */
  readonly text: string
  /** Position in the whole text. */
  readonly start: number
}

/** Cuts text at its hidden characters. A text without any comes back as one piece. */
export function splitHidden(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = []
  let start = 0
  for (const match of text.matchAll(hidden)) {
    const character = match[0]
    const end = match.index + character.length
    if (character === zeroWidthJoiner && isInsideEmoji(text, match.index)) continue
    if (match.index > start) pieces.push({ type: 'text', text: text.slice(start, match.index), start })
    pieces.push({ type: 'hidden', text: codeOf(character), start: match.index })
    start = end
  }
  if (start < text.length || pieces.length === 0)
    pieces.push({ type: 'text', text: text.slice(start), start })
  return pieces
}

function isInsideEmoji(text: string, index: number): boolean {
  return (
    emojiBefore.test(text.slice(Math.max(0, index - 2), index)) &&
    emojiAfter.test(text.slice(index + 1, index + 3))
  )
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** Untrusted plain text with its hidden characters drawn as labelled marks. */
export function VisibleText({ text }: { readonly text: string }): ReactNode {
  const pieces = splitHidden(text)
  if (pieces.length === 1 && pieces[0]?.type === 'text') return text
  return pieces.map((piece) =>
    piece.type === 'text' ? piece.text : <HiddenMark key={piece.start} code={piece.text} />
  )
}

/** The same with marks in brackets, where only plain text can stand (a title, a choice). */
export function plainWithMarks(text: string): string {
  return splitHidden(text)
    .map((piece) => (piece.type === 'hidden' ? `[${piece.text}]` : piece.text))
    .join('')
}

/** The mark of one hidden character. */
export function HiddenMark({ code }: { readonly code: string }) {
  return (
    <span className="hidden-character" title={`Hidden character ${code}`}>
      {code}
    </span>
  )
}
