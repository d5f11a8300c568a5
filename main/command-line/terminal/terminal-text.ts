/**
 * Untrusted text on a terminal, where a sequence of characters can move the cursor, rewrite what is shown, set the
 * clipboard or hide. Text that Parley didn't write gets to a terminal only through a function of this file.
 */
import { findHidden } from '../../../app/contract/content/hidden-text'

/** Replaces every control or invisible character with a mark that has its number. Tabs and line ends are kept. */
export function terminalText(text: string): string {
  return mark(text.replaceAll('\r\n', '\n'), /\r/g)
}

/** The same on one line: the text can't leave its line. */
export function terminalLine(text: string): string {
  return mark(text, /[\r\n\t]/g)
}

/** The lines of a text, set apart so that none passes for Parley's own. */
export function terminalBlock(text: string): string {
  return terminalText(text)
    .split('\n')
    .map((line) => `  │ ${line}`)
    .join('\n')
}

/** JSON in which control and invisible characters are written as `\uXXXX`. The value stays the same. */
export function terminalJson(value: unknown): string {
  const json = JSON.stringify(value, null, 2)
  return replaceHidden(json, (character) =>
    Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
      .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join('')
  )
}

function mark(text: string, also: RegExp): string {
  return replaceHidden(text, numbered).replace(also, numbered)
}

function numbered(character: string): string {
  return `‹U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`
}

function replaceHidden(text: string, write: (character: string) => string): string {
  const pieces: string[] = []
  let end = 0
  for (const { character, start } of findHidden(text)) {
    pieces.push(text.slice(end, start), write(character))
    end = start + character.length
  }
  pieces.push(text.slice(end))
  return pieces.join('')
}
