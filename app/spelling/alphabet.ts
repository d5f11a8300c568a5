/** The scripts of the dictionaries in use: an English dictionary would mark every Russian word. */

/** Whether a word is in the script of one of these dictionaries. */
export function createAlphabet(names: readonly string[]): (word: string) => boolean {
  const patterns = names.map(lettersOf)
  return (word) => patterns.some((pattern) => pattern === null || pattern.test(word))
}

/** `Latn` of `de_DE`; null: unknown, or several. */
function lettersOf(name: string): RegExp | null {
  try {
    const { script } = new Intl.Locale(name.replaceAll('_', '-')).maximize()
    // Throws for `Jpan` and `Kore`, which are several.
    return script === undefined ? null : new RegExp(`^[\\p{Script=${script}}\\p{M}\\p{P}]+$`, 'u')
  } catch {
    return null
  }
}
