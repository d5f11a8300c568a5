/** Reads unchecked JSON: objects, texts, and paths in it. */

export type JsonFields = Readonly<Record<string, unknown>>

export function isJsonFields(value: unknown): value is JsonFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** As `textOrNull`; also null for the empty text. */
export function toTextOrNull(value: unknown): string | null {
  return textOrNull(value) || null
}

/** A key as one step of a JSON Pointer. */
export function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
