/** Whether what a person typed finds something. Pure. */

/** True when every word of `query` stands somewhere in the texts. */
export function fitsQuery(query: string, texts: readonly (string | null)[]): boolean {
  const all = texts.join('\n').toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}
