/** Text as a person who reads it sees it: a model reads the rest as well, and could be told things by it. */

/** Tags, variants beyond those of emoji, no-width, and marks of direction. */
const hidden = /[\u{E0000}-\u{E007F}]|[\u{E0100}-\u{E01EF}]|[\u200B\u2060-\u2064\uFEFF\p{Bidi_Control}]/gu

export function visibleText(text: string): string {
  return text.replace(hidden, '')
}
