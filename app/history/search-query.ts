/**
 * What a person typed, as search expressions of FTS5, one for each word. Every word is quoted, so nothing
 * typed is ever taken for the index's own syntax. The last word matches beginnings: it may not be finished.
 */

const maxWords = 12

/** Empty when nothing typed can be searched for. */
export function toSearchExpressions(typed: string): string[] {
  // The tokenizer of the index cuts at everything but letters, marks and digits; so does this.
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
  /** Words that begin so are meant, too. */
  readonly isOpen: boolean
}

/** What an expression looks for. */
export function parseSearchWord(expression: string): SearchWord {
  const [, word = '', rest = ''] = /^"(.*)"(.*)$/su.exec(expression) ?? []
  return { word, isOpen: rest !== '' }
}
