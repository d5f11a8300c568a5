/** What changed between two JSON Schemas, a sentence for each change. */
import { isDeepStrictEqual } from 'node:util'
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/json'
import type { LocalizedText } from '../../contract/localized-text'
import { quote, say } from '../../texts/render-localized'

const mostDepth = 50
const mostNotes = 100
const shownCharacters = 200

/** Members whose members are schemas. */
const schemaMaps: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas'
])
const schemaLists: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const innerSchemas: ReadonlySet<string> = new Set([
  'items',
  'additionalProperties',
  'not',
  'contains',
  'if',
  'then',
  'else',
  'propertyNames'
])

export function compareSchemas(before: JsonValue, after: JsonValue): LocalizedText[] {
  return compareNodes(before, after, []).slice(0, mostNotes)
}

type Path = readonly string[]

function compareNodes(before: JsonValue, after: JsonValue, path: Path): LocalizedText[] {
  if (isDeepStrictEqual(before, after)) return []
  const at = showPath(path)
  if (!isJsonObject(before) || !isJsonObject(after) || path.length > mostDepth)
    return [say('differences.schemaChanged', { at })]
  const keywords = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keywords]
    .flatMap((keyword) => {
      const [old = null, now = null] = [before[keyword], after[keyword]]
      if (isDeepStrictEqual(old, now)) return []
      if (keyword === 'required') return []
      if (schemaMaps.has(keyword)) return compareMaps(old, now, { path, keyword, before, after })
      if (schemaLists.has(keyword) && Array.isArray(old) && Array.isArray(now) && old.length === now.length)
        return old.flatMap((inner, index) =>
          compareNodes(inner, now[index] ?? null, [...path, `${keyword} ${index + 1}`])
        )
      if (innerSchemas.has(keyword) && isJsonObject(old) && isJsonObject(now))
        return compareNodes(old, now, keyword === 'items' ? [...path, '[]'] : [...path, keyword])
      return compareKeyword(keyword, at, { old, now })
    })
    .concat(compareRequired(before, after, path))
}

interface Parents {
  readonly path: Path
  readonly keyword: string
  readonly before: JsonObject
  readonly after: JsonObject
}

function compareMaps(
  old: JsonValue,
  now: JsonValue,
  { path, keyword, before, after }: Parents
): LocalizedText[] {
  const [left, right] = [old, now].map((value) => (isJsonObject(value) ? value : {}))
  const isProperty = keyword === 'properties'
  const inner = (name: string) => (isProperty ? [...path, name] : [...path, keyword, name])
  const names = new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})])
  return [...names].flatMap((name) => {
    const [one, other] = [ownMember(left, name), ownMember(right, name)]
    const at = showPath(inner(name))
    if (one === undefined)
      return say('differences.propertyAdded', {
        at,
        needed: isProperty && isRequired(after, name) ? 'yes' : 'no'
      })
    if (other === undefined)
      return say('differences.propertyRemoved', {
        at,
        needed: isProperty && isRequired(before, name) ? 'yes' : 'no'
      })
    return compareNodes(one, other, inner(name))
  })
}

/** Of properties that both have. */
function compareRequired(before: JsonObject, after: JsonObject, path: Path): LocalizedText[] {
  const [old, now] = [before, after].map(({ properties = null }) =>
    isJsonObject(properties) ? properties : {}
  )
  const names = new Set([...listRequired(before), ...listRequired(after)])
  return [...names].flatMap((name) => {
    const [was, is] = [isRequired(before, name), isRequired(after, name)]
    const isNew = (ownMember(old, name) === undefined) !== (ownMember(now, name) === undefined)
    if (was === is || isNew) return []
    const at = showPath([...path, name])
    return is ? say('differences.madeRequired', { at }) : say('differences.madeOptional', { at })
  })
}

function compareKeyword(
  keyword: string,
  at: LocalizedText,
  { old, now }: { readonly old: JsonValue; readonly now: JsonValue }
): LocalizedText[] {
  const [before, after] = [show(old), show(now)]
  if (keyword === 'type') return [say('differences.typeChanged', { at, before, after })]
  if (keyword === 'description')
    return [say('differences.descriptionChanged', { at, change: typeOf(old, now) })]
  if (keyword === 'enum' && Array.isArray(old) && Array.isArray(now)) {
    const added = now.filter((value) => !old.some((other) => isDeepStrictEqual(value, other)))
    const removed = old.filter((value) => !now.some((other) => isDeepStrictEqual(value, other)))
    if (added.length + removed.length === 0) return [say('differences.valuesReordered', { at })]
    return [
      ...(added.length > 0 ? [say('differences.valuesAdded', { at, values: added.map(show) })] : []),
      ...(removed.length > 0 ? [say('differences.valuesRemoved', { at, values: removed.map(show) })] : [])
    ]
  }
  return [say('differences.keywordChanged', { at, keyword, change: typeOf(old, now), before, after })]
}

function typeOf(old: JsonValue, now: JsonValue): 'added' | 'removed' | 'changed' {
  return old === null ? 'added' : now === null ? 'removed' : 'changed'
}

function show(value: JsonValue): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text
}

/** `address.street`, `tags[]` */
function showPath(path: Path): LocalizedText {
  if (path.length === 0) return say('differences.wholeSchema')
  const text = path.reduce(
    (all, part) => (part === '[]' || all === '' ? `${all}${part}` : `${all}.${part}`),
    ''
  )
  return quote(show(text))
}

function listRequired({ required = null }: JsonObject): string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
}

function isRequired(schema: JsonObject, name: string): boolean {
  return listRequired(schema).includes(name)
}

function ownMember(value: JsonObject | undefined, name: string): JsonValue | undefined {
  return value !== undefined && Object.hasOwn(value, name) ? value[name] : undefined
}
