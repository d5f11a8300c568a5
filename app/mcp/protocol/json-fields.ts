/** Reads JSON of unknown form: objects, texts, and places in it. */

export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** As `textOrNull`; also null for the empty text, which says nothing. */
export function wordsOrNull(value: unknown): string | null {
  return textOrNull(value) || null
}

/** A key as one step of a JSON Pointer. */
export function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
