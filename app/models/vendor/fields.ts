/** Access to values of which only the service knows the shape. */

export type VendorFields = Readonly<Record<string, unknown>>

export function isVendorFields(value: unknown): value is VendorFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Empty for anything that is no object. */
export function readVendorFields(value: unknown): VendorFields {
  return isVendorFields(value) ? value : {}
}

/** Empty for anything that is no text. */
export function readVendorText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A single value as a list of one. Missing and `null` give an empty list. */
export function readVendorList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return value === undefined || value === null ? [] : [value]
}

/** A whole number of zero or more, also one that is written as text. Null for anything else. */
export function readVendorCount(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number) || number < 0) return null
  return Math.min(Math.round(number), Number.MAX_SAFE_INTEGER)
}
