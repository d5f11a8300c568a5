/** Text of others on one line of a file: nothing in it can start a line of its own or act on a terminal. */

// Control characters, line separators, and the marks that turn the direction of what follows.
const acting = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** Control characters as `\n`, `\t` or `\u001b`; a backslash is doubled, so that no escape can be forged. */
export function escapeLine(text: string): string {
  return text.replaceAll('\\', '\\\\').replace(acting, escapeCharacter)
}

/** The same for text that is JSON already: what JSON leaves as it is becomes `\uXXXX`. */
export function escapeJsonLine(json: string): string {
  return json.replace(acting, toUnicodeEscape)
}

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function escapeCharacter(character: string): string {
  return short[character] ?? toUnicodeEscape(character)
}

function toUnicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
