/** Whether typed text matches. Pure. */

/** True if the texts contain every word of `query`. */
export function fitsQuery(query: string, texts: readonly (string | null)[]): boolean {
  const all = texts.join('\n').toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}
