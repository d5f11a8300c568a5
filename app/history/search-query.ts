/**
 * Converts the user's search text to FTS5 expressions, one per word. Every word is quoted, so the text is never read as
 * FTS5 syntax. The last word matches as a prefix: the user may still be typing it.
 */

const maxWords = 12

/** Empty when nothing typed can be searched for. */
export function toSearchExpressions(typed: string): string[] {
  // The index's tokenizer splits at everything except letters, marks and digits; this does the same.
  const words = typed.normalize('NFC').match(/[\p{L}\p{N}\p{Co}][\p{L}\p{M}\p{N}\p{Co}]*/gu) ?? []
  const isFinished = /\s$/u.test(typed)
  return words.slice(0, maxWords).map((word, index, all) => {
    const isOpen = index === all.length - 1 && !isFinished
    return isOpen ? `"${word}" *` : `"${word}"`
  })
}

/** Whether that is the beginning of nearly any message: other scripts say a whole word with one sign. */
export function isSingleCharacter(expression: string): boolean {
  return /^"[\p{Lu}\p{Ll}\p{N}]" \*$/u.test(expression)
}

export interface SearchWord {
  readonly word: string
  /** Also matches words that begin with it. */
  readonly isOpen: boolean
}

/** What an expression looks for. */
export function parseSearchWord(expression: string): SearchWord {
  const [, word = '', rest = ''] = /^"(.*)"(.*)$/su.exec(expression) ?? []
  return { word, isOpen: rest !== '' }
}
