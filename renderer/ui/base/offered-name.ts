/**
 * Names that servers give to their offers, in Parley's sentences. A name may have hundreds of characters that try to
 * continue the sentence. Names that aren't identifiers get quotation marks that they can't close, and are shortened
 * in the middle; other places show the full name.
 */
import { isIdentifier } from '../../../app/contract/questions/identifier'
import { ui } from '../../../app/texts/compiled/window/ui'
import { plainWithMarks } from './hidden-characters'

const shown = { head: 28, tail: 12 }

/** An identifier unchanged; anything else quoted and shortened. */
export function nameInSentence(name: string): string {
  return isIdentifier(name) ? name : ui.quotedName({ name: shorten(withoutQuotes(plainWithMarks(name))) })
}

function withoutQuotes(text: string): string {
  return text
    .replace(/["\u00ab\u00bb\u201c-\u201f\u2039\u203a\u2033\u300c-\u300f\uff02]/g, "'")
    .replace(/\s+/g, ' ')
}

function shorten(text: string): string {
  const letters = Array.from(text)
  if (letters.length <= shown.head + shown.tail + 1) return text
  return `${letters.slice(0, shown.head).join('')}…${letters.slice(-shown.tail).join('')}`
}
