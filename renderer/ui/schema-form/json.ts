/**
 * JSON values as the schema form handles them: reading and replacing own keys only, so that names such as
 * `__proto__` and `constructor` are names like any other, and JSON Pointers to say where something is.
 */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonRecord = { [key: string]: Json }

/** One place that does not fit. `path` is a JSON Pointer, `''` for the whole value. */
export interface FieldProblem {
  readonly path: string
  readonly message: string
}

export function isJsonRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value under an own key; never one that the prototype lends. */
export function readOwn(record: unknown, key: string): Json | undefined {
  return isJsonRecord(record) && Object.hasOwn(record, key) ? record[key] : undefined
}

/** A copy with `key` set, or left out for `undefined`; the order of the other keys stays. */
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

/** Keys of a JSON Pointer; null when it is none. */
export function pointerKeys(pointer: string): string[] | null {
  if (pointer === '') return []
  if (!pointer.startsWith('/')) return null
  return pointer
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Equal as JSON, whatever the order of keys. */
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
 * Messages for this place and for everything below it that no control of its own shows. `drawnKeys` are
 * the children that speak for themselves.
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
