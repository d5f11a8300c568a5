/**
 * JSON values in the schema form: reads and replaces own keys only, so that names such as `__proto__` and
 * `constructor` are ordinary, and locates values by JSON Pointers.
 */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonRecord = { [key: string]: Json }

/** One invalid place. `path` is a JSON Pointer, `''` for the whole value. */
export interface FieldProblem {
  readonly path: string
  readonly message: string
}

export function isJsonRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value under an own key; never an inherited one. */
export function readOwn(record: unknown, key: string): Json | undefined {
  return isJsonRecord(record) && Object.hasOwn(record, key) ? record[key] : undefined
}

/** A copy with `key` set, or without it for `undefined`; the order of the other keys stays. */
export function withKey(record: JsonRecord, key: string, value: Json | undefined): JsonRecord {
  const entries = Object.entries(record)
  const index = entries.findIndex(([name]) => name === key)
  if (value === undefined) return Object.fromEntries(entries.filter(([name]) => name !== key))
  if (index === -1) entries.push([key, value])
  else entries[index] = [key, value]
  return Object.fromEntries(entries)
}

export function childPointer(parent: string, key: string | number): string {
  return `${parent}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** Keys of a JSON Pointer; null if it isn't one. */
export function pointerKeys(pointer: string): string[] | null {
  if (pointer === '') return []
  if (!pointer.startsWith('/')) return null
  return pointer
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Equal as JSON, regardless of the order of keys. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a)) {
    return (
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item: unknown, index) => isSameJson(item, b[index]))
    )
  }
  if (!isJsonRecord(a) || !isJsonRecord(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSameJson(readOwn(a, key), readOwn(b, key)))
  )
}

/** Messages for exactly this place. */
export function messagesAt(problems: readonly FieldProblem[], pointer: string): string[] {
  return problems.filter((problem) => problem.path === pointer).map((problem) => problem.message)
}

/**
 * Messages for this place and everything below it that has no separate control. `drawnKeys` are the children that
 * show their own messages.
 */
export function messagesWithin(
  problems: readonly FieldProblem[],
  pointer: string,
  drawnKeys: ReadonlySet<string> = new Set()
): string[] {
  const depth = pointerKeys(pointer)?.length ?? 0
  return problems
    .filter(({ path }) => {
      if (path === pointer) return true
      if (!path.startsWith(`${pointer}/`)) return false
      return !drawnKeys.has(pointerKeys(path)?.[depth] ?? '')
    })
    .map(({ path, message }) => (path === pointer ? message : `${path.slice(pointer.length)}: ${message}`))
}
