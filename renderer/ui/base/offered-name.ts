/**
 * Names that servers give to what they offer, inside sentences of Parley: a name may be a text of hundreds of characters,
 * made to go on with the sentence. What is no identifier stands in quotation marks that it can't close, shortened in
 * the middle; the whole is shown elsewhere.
 */
import { isIdentifier } from '../../../app/contract/approval/identifier'
import { ui } from '../../../app/texts/compiled/window/ui'
import { plainWithMarks } from './hidden-characters'

const shown = { head: 28, tail: 12 }

/** An identifier as it is; anything else quoted and short. */
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
