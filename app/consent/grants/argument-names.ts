/**
 * Compares a call's argument names with those that a permission with limits was given for. A limit can't cover an
 * argument that didn't exist: a new name, or one that a server may read as the limited one, could lead anywhere. Pure.
 */
import { createSkeleton } from '../../base/skeleton'
import type { GrantCondition } from '../../contract/grants'
import type { JsonObject, JsonValue } from '../../contract/json'

/** JSON Pointers of all names, including nested ones. `*` represents each item of a list. */
export function namesIn(args: JsonObject): string[] {
  return [...new Set(placesIn(args, ''))].toSorted()
}

function* placesIn(value: JsonValue, place: string): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const item of value) yield* placesIn(item, `${place}/*`)
    return
  }
  for (const [name, inner] of Object.entries(value)) {
    const own = `${place}/${escapeName(name)}`
    yield own
    yield* placesIn(inner, own)
  }
}

function escapeName(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('*', '~2')
}

/** The innermost names that no limit covers: any value passes there. */
export function namesLeftFree(args: JsonObject, conditions: readonly GrantCondition[]): string[] {
  const names = namesIn(args)
  // A limit on a list covers the whole list, and its pointer has no `*`.
  const limited = conditions.flatMap((limit) =>
    'pointer' in limit ? [limit.pointer.replaceAll('*', '~2')] : []
  )
  const isInner = (place: string) => !names.some((name) => name.startsWith(`${place}/`))
  const isLimited = (place: string) => limited.some((limit) => `${place}/`.startsWith(`${limit}/`))
  return names.filter((place) => isInner(place) && !isLimited(place))
}

/** The names in the limits, for permissions saved before argument names were stored. */
export function nameLimits(conditions: readonly GrantCondition[]): string[] {
  return conditions.flatMap((condition) => {
    if (!('pointer' in condition)) return []
    const parts = condition.pointer.split('/').slice(1)
    return parts.map((_part, index) => `/${parts.slice(0, index + 1).join('/')}`)
  })
}

/** JSON Pointer of the first name that is new or looks like its neighbor; null if there is none. */
export function findUnknownName(args: JsonObject, known: readonly string[]): string | null {
  const places = new Set(known)
  for (const place of placesIn(args, '')) if (!places.has(place)) return place
  return nameAlike(args)
}

/** JSON Pointer of the first of two sibling names that a server may read as one; null if all differ. */
export function nameAlike(value: JsonValue, place = ''): string | null {
  if (typeof value !== 'object' || value === null) return null
  const folded = new Set<string>()
  for (const [name, inner] of Object.entries(value)) {
    const own = Array.isArray(value) ? `${place}/*` : `${place}/${escapeName(name)}`
    if (!Array.isArray(value)) {
      const look = foldName(name)
      if (folded.has(look)) return own
      folded.add(look)
    }
    const found = nameAlike(inner, own)
    if (found !== null) return found
  }
  return null
}

/**
 * Servers fold names differently: `filePath`, `file_path`, `FILE-PATH`, or look-alike letters from another alphabet.
 */
function foldName(name: string): string {
  const look = createSkeleton(name)
  return look.replace(/[^\p{L}\p{N}]/gu, '') || look
}
