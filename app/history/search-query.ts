/**
 * Converts the user's search text to FTS5 expressions, one per word. Words are quoted, so the text is never read as
 * FTS5 syntax. The last word matches as a prefix, because the user may still be typing it.
 */

const maxWords = 12

/** Empty if the text contains nothing to search for. */
export function toSearchExpressions(typed: string): string[] {
  // Splits like the index's tokenizer: at everything except letters, marks and digits.
  const words = typed.normalize('NFC').match(/[\p{L}\p{N}\p{Co}][\p{L}\p{M}\p{N}\p{Co}]*/gu) ?? []
  const isFinished = /\s$/u.test(typed)
  return words.slice(0, maxWords).map((word, index, all) => {
    const isOpen = index === all.length - 1 && !isFinished
    return isOpen ? `"${word}" *` : `"${word}"`
  })
}

/** Whether it is the beginning of almost any message. In some scripts, a single character is a word. */
export function isSingleCharacter(expression: string): boolean {
  return /^"[\p{Lu}\p{Ll}\p{N}]" \*$/u.test(expression)
}

export interface SearchWord {
  readonly word: string
  readonly isOpen: boolean
}

export function parseSearchWord(expression: string): SearchWord {
  const [, word = '', rest = ''] = /^"(.*)"(.*)$/su.exec(expression) ?? []
  return { word, isOpen: rest !== '' }
}
