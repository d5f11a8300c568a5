/** English words without their endings, so that "searching" finds "search". Other languages stay as they are. */

const endings = /(?:ings?|ed|es|s|ers?|ions?|ions|ly)$/
const shortest = 3

/** No dictionary: words that look alike without their ending count as one, which ranks well enough. */
export function stemOf(word: string): string {
  if (word.length <= shortest || !/^[a-z]+$/.test(word)) return word
  const stem = word.replace(/ies$/, 'y').replace(endings, '')
  const kept = stem.length < shortest ? word : stem
  return kept.replace(/([bdfglmnprt])\1$/, '$1').replace(/e$/, '')
}
