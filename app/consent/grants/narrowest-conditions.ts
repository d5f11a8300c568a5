/**
 * Finds the narrowest permission that covers several calls of one tool: the folder that contains all their paths, the
 * host of their addresses, or the values where there are one or two. Pure, except for resolving paths.
 */
import { isDeepStrictEqual } from 'node:util'
import type { GrantCondition } from '../../contract/grants'
import type { JsonObject, JsonValue } from '../../contract/json'
import { namesIn, nameAlike } from './argument-names'
import { brokenCondition, valueAt } from './conditions'
import { findCommonFolder } from './path-rules'
import type { FindRealPath } from './real-path'
import { suggestConditions } from './suggest-conditions'

/** More different values aren't a choice: the next call would bring another one. */
const mostValues = 2

/**
 * null if the calls have nothing in common that a permission could say: different arguments each time, names that look
 * alike, or paths without a common folder.
 */
export function findNarrowestConditions(
  calls: readonly JsonObject[],
  find: FindRealPath
): GrantCondition[] | null {
  const [first, ...others] = calls
  if (first === undefined || calls.some((args) => nameAlike(args) !== null)) return null
  const names = namesIn(first)
  if (others.some((args) => !isDeepStrictEqual(namesIn(args), names))) return null
  const conditions: GrantCondition[] = []
  for (const suggested of suggestConditions(first, find)) {
    if (!('pointer' in suggested)) continue
    const limit = limitAt(suggested, calls, find)
    if (limit === 'none') return null
    if (limit !== null) conditions.push(limit)
  }
  const isKept = calls.every(
    (args) =>
      brokenCondition(conditions, { arguments: args, now: 0, usesLeft: null, findRealPath: find }) === null
  )
  return isKept ? conditions : null
}

type Suggested = Extract<GrantCondition, { pointer: string }>

/** null: any value. `none`: paths or addresses with nothing in common, for which Parley offers nothing. */
function limitAt(
  suggested: Suggested,
  calls: readonly JsonObject[],
  find: FindRealPath
): Suggested | 'none' | null {
  const { pointer } = suggested
  const values = distinct(calls.map((args) => valueAt(args, pointer)))
  if (values.length === 1) return suggested.type === 'one-of' ? suggested : sameOf(suggested, values)
  if (suggested.type === 'one-of') return values.length > mostValues ? null : { ...suggested, values }
  const each = calls.map((args) =>
    suggestConditions(args, find).find((limit) => 'pointer' in limit && limit.pointer === pointer)
  )
  if (suggested.type === 'host-is')
    return each.every((limit) => isDeepStrictEqual(limit, suggested)) ? suggested : 'none'
  const folders = each.flatMap((limit) => (limit?.type === 'path-below' ? [limit.folder] : []))
  const folder = folders.length < calls.length ? null : sharedFolder(folders)
  return folder === null ? 'none' : { ...suggested, folder }
}

/** A path that never changes is narrower than the folder around it. A long value is limited by its folder or host. */
function sameOf(suggested: Suggested, values: JsonValue[]): Suggested {
  const isShort = JSON.stringify(values).length <= 1_000
  return isShort ? { type: 'one-of', pointer: suggested.pointer, values } : suggested
}

function sharedFolder(folders: readonly string[]): string | null {
  const [first = '', ...others] = folders
  if (others.every((folder) => folder === first)) return first
  return findCommonFolder(...folders.map((folder) => `${folder}/x`))
}

function distinct(values: readonly (JsonValue | undefined)[]): JsonValue[] {
  const found: JsonValue[] = []
  for (const value of values)
    if (value !== undefined && !found.some((known) => isDeepStrictEqual(known, value))) found.push(value)
  return found
}
