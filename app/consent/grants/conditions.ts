/** Checks whether a call stays within the limits of a permission. Pure. `suggest-conditions.ts` creates the limits. */
import { isDeepStrictEqual } from 'node:util'
import type { GrantCondition } from '../../contract/grants'
import type { JsonObject, JsonValue } from '../../contract/json'
import { readAddress } from './host-rules'
import { isAtOrBelow } from './path-rules'
import { isRealPathBelow, mostTexts } from './real-path'
import type { FindRealPath, RealFolders } from './real-path'

export interface ConditionFacts {
  readonly arguments: JsonObject
  /** Milliseconds since the epoch. */
  readonly now: number
  /** null: no limit. */
  readonly usesLeft: number | null
  /** Absent: paths are compared as written. */
  readonly findRealPath?: FindRealPath
  /** Where the folders of the limits led when the user allowed them. */
  readonly folderPlaces?: RealFolders | undefined
}

/** The first limit that the call breaks; null if it breaks none. */
export function brokenCondition(
  conditions: readonly GrantCondition[],
  facts: ConditionFacts
): GrantCondition | null {
  return conditions.find((condition) => !holds(condition, facts)) ?? null
}

function holds(condition: GrantCondition, facts: ConditionFacts): boolean {
  const { arguments: args, now, usesLeft, findRealPath: find, folderPlaces: places } = facts
  switch (condition.type) {
    case 'path-below': {
      const { pointer, folder } = condition
      return everyText(
        args,
        pointer,
        (text) =>
          isAtOrBelow(text, folder) && (find === undefined || isRealPathBelow(text, folder, { find, places }))
      )
    }
    case 'host-is':
      return everyText(args, condition.pointer, (text) => isAddressOf(text, condition))
    case 'one-of': {
      const value = valueAt(args, condition.pointer)
      return value !== undefined && condition.values.some((allowed) => isDeepStrictEqual(allowed, value))
    }
    case 'at-most':
      return usesLeft !== null && usesLeft > 0
    case 'until':
      return now < condition.at
  }
}

/** A permission saved before schemes were stored covers only the encrypted scheme. */
function isAddressOf(
  text: string,
  { host, scheme = 'https' }: Extract<GrantCondition, { type: 'host-is' }>
): boolean {
  const address = readAddress(text)
  return address !== null && address.host === host && address.scheme === scheme
}

/**
 * Checks the text at a pointer, or every text of a list there. Fails for lists that are too long to check, and for an
 * absent argument, which may have a default.
 */
function everyText(args: JsonObject, pointer: string, isFine: (text: string) => boolean): boolean {
  const value = valueAt(args, pointer)
  const items = Array.isArray(value) ? value : [value]
  return (
    items.length > 0 &&
    items.length <= mostTexts &&
    items.every((item) => typeof item === 'string' && isFine(item))
  )
}

/** The value at a JSON Pointer (RFC 6901); undefined if there is none. */
export function valueAt(value: JsonValue, pointer: string): JsonValue | undefined {
  let current: JsonValue | undefined = value
  for (const part of pointer.split('/').slice(1)) {
    if (typeof current !== 'object' || current === null) return undefined
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    const isThere: boolean = Array.isArray(current) ? /^\d+$/.test(key) : Object.hasOwn(current, key)
    current = isThere ? (current as JsonObject)[key] : undefined
  }
  return current
}
