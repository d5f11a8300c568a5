/**
 * Suggests limits for a lasting permission from the current call: the folder for a path, the host for an address, the
 * value for short text. Each one covers the current call. The user selects among them.
 */
import { isDeepStrictEqual } from 'node:util'
import type { GrantCondition } from '../../contract/grants'
import type { JsonObject, JsonValue } from '../../contract/json'
import { nameAlike } from './argument-names'
import { brokenCondition } from './conditions'
import { readAddress } from './host-rules'
import type { PlainAddress } from './host-rules'
import { findCommonFolder, isAtOrBelow, parsePlainPath, readPath } from './path-rules'
import { mostTexts } from './real-path'
import type { FindRealPath } from './real-path'

const mostSuggestions = 20
const deepest = 3
/** A longer value is content, not a choice. */
const longestChoice = 80

/** Empty if two names are alike, because a server may read either one. */
export function suggestConditions(args: JsonObject, findRealPath?: FindRealPath): GrantCondition[] {
  if (nameAlike(args) !== null) return []
  const facts = { arguments: args, now: 0, usesLeft: null, ...(findRealPath && { findRealPath }) }
  const found: GrantCondition[] = []
  let looked = 0
  for (const { value, pointer } of valuesIn(args, '', 0)) {
    looked += 1
    if (looked > mostTexts || found.length >= mostSuggestions) break
    found.push(...suggestFor(value, pointer, findRealPath))
  }
  return found.filter((condition) => brokenCondition([condition], facts) === null)
}

interface Place {
  readonly value: Exclude<JsonValue, JsonObject>
  readonly pointer: string
}

/** A list counts as one value. */
function* valuesIn(value: JsonValue, pointer: string, depth: number): Generator<Place> {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) {
    yield { value, pointer }
  } else if (depth < deepest) {
    for (const [key, inner] of Object.entries(value))
      yield* valuesIn(inner, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, depth + 1)
  }
}

function suggestFor(value: Place['value'], pointer: string, find?: FindRealPath): GrantCondition[] {
  return Array.isArray(value) ? suggestForList(value, pointer) : suggestForValue(value, pointer, find)
}

function suggestForValue(
  value: string | number | boolean | null,
  pointer: string,
  find?: FindRealPath
): GrantCondition[] {
  if (typeof value !== 'string') return [{ type: 'one-of', pointer, values: [value] }]
  const address = readAddress(value)
  if (address !== null) return [leadsTo(address, pointer)]
  if (looksLikePath(value)) {
    const folder = folderItself(value, find) ?? findCommonFolder(value)
    if (folder !== null && isAtOrBelow(value, folder)) return [{ type: 'path-below', pointer, folder }]
  }
  const isChoice = value !== '' && value.length <= longestChoice && !value.includes('\n')
  return isChoice ? [{ type: 'one-of', pointer, values: [value] }] : []
}

/** The folder itself if the call names a folder; null for a file, and for the file system root. */
function folderItself(text: string, find?: FindRealPath): string | null {
  const plain = parsePlainPath(text)
  if (plain === null || findCommonFolder(`${plain}/x`) === null) return null
  const place = find?.(plain)
  return place?.type === 'there' && place.isFolder === true ? plain : null
}

function leadsTo({ scheme, host }: PlainAddress, pointer: string): GrantCondition {
  return { type: 'host-is', pointer, host, scheme }
}

/** A list of paths or addresses gets one limit for all items. Any other short list is treated as a value. */
function suggestForList(items: JsonValue[], pointer: string): GrantCondition[] {
  const texts = items.length > mostTexts ? [] : items.filter((item) => typeof item === 'string')
  const [first] = texts
  if (first !== undefined && texts.length === items.length) {
    const address = readAddress(first)
    if (address !== null && texts.every((text) => isDeepStrictEqual(readAddress(text), address)))
      return [leadsTo(address, pointer)]
    const folder = texts.every(looksLikePath) ? findCommonFolder(...texts) : null
    if (folder !== null) return [{ type: 'path-below', pointer, folder }]
  }
  return JSON.stringify(items).length <= longestChoice ? [{ type: 'one-of', pointer, values: [items] }] : []
}

/** Any text can be a file name. It is probably meant as a path if it has a separator and few spaces. */
function looksLikePath(text: string): boolean {
  if (!/[\\/]/.test(text) || text.length > 1_000 || text.includes('\n')) return false
  return readPath(text) !== null && (/^(?:[/~\\]|[a-z]:|file:)/i.test(text) || !/\s/.test(text))
}
