/** Compares, finds and shortens JSON values for sentences about them. */
import type { JsonValue } from '../../contract/json'

/** Characters of a value in a sentence. */
const shownCharacters = 200

export function shortText(text: string): string {
  return text.length <= shownCharacters ? text : `${text.slice(0, shownCharacters)}…`
}

export function shortJson(value: JsonValue): string {
  return shortText(JSON.stringify(value))
}

/** The order of keys doesn't matter. */
export function isEqual(one: JsonValue, other: JsonValue): boolean {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null)
    return one === other
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other)) return false
    return one.length === other.length && one.every((item, at) => isEqual(item, other[at] ?? null))
  }
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isEqual(one[key] ?? null, other[key] ?? null))
  )
}

/** `/content/0/text` (RFC 6901) or `content[0].text`. Undefined: nothing is there. */
export function readAt(value: JsonValue, path: string): JsonValue | undefined {
  let found: JsonValue | undefined = value
  for (const part of toParts(path)) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, part)) return undefined
    found = (found as Readonly<Record<string, JsonValue>>)[part]
  }
  return found
}

function toParts(path: string): string[] {
  if (path === '' || path === '$') return []
  if (path.startsWith('/'))
    return path
      .slice(1)
      .split('/')
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  return path
    .replace(/^\$\.?/u, '')
    .replaceAll(/\[(\d+)\]/gu, '.$1')
    .split('.')
    .filter((part) => part !== '')
}
