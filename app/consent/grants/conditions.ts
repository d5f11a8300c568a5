/** Whether a call keeps to the limits of a permission. Pure; what they are made from is in `suggest-conditions.ts`. */
import { isDeepStrictEqual } from 'node:util'
import type { GrantCondition } from '../../contract/consents'
import type { JsonObject, JsonValue } from '../../contract/json'
import { plainHostOf } from './host-rules'
import { isAtOrBelow } from './path-rules'

export interface ConditionFacts {
  readonly arguments: JsonObject
  /** Milliseconds since the epoch. */
  readonly now: number
  /** null: no limit. */
  readonly usesLeft: number | null
}

/** The first limit that the call does not keep to; null when it keeps to all. */
export function brokenCondition(
  conditions: readonly GrantCondition[],
  facts: ConditionFacts
): GrantCondition | null {
  return conditions.find((condition) => !holds(condition, facts)) ?? null
}

function holds(condition: GrantCondition, { arguments: args, now, usesLeft }: ConditionFacts): boolean {
  switch (condition.type) {
    case 'path-below':
      return everyText(args, condition.pointer, (text) => isAtOrBelow(text, condition.folder))
    case 'host-is':
      return everyText(args, condition.pointer, (text) => plainHostOf(text) === condition.host)
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

/** The text at a place, or every text of the list there. An absent argument keeps to nothing: it may have a default. */
function everyText(args: JsonObject, pointer: string, isFine: (text: string) => boolean): boolean {
  const value = valueAt(args, pointer)
  const items = Array.isArray(value) ? value : [value]
  return items.length > 0 && items.every((item) => typeof item === 'string' && isFine(item))
}

/** What a JSON Pointer (RFC 6901) leads to; undefined where there is nothing. */
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
