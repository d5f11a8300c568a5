/** Reading what a server wrote, field by field, without trusting any of it. */

export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The text; null for anything else and for the empty text, which says nothing. */
export function wordsOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
