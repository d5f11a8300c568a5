/**
 * A tool as a service takes its definition (`tool-rules.ts`). One that it can't take in any form is named, so that it is
 * left out and never breaks the request of all the others. Pure.
 */
import { cutText } from '../../base/cut-text'
import type { JsonObject, JsonValue } from '../../contract/json'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'
import type { ModelTool } from '../model'
import { mergeAllOf, toSingleType } from './single-type'
import { withoutStrayReferences, withPartsInPlace } from './references'
import { toJsonObject, listRequiredProperties, rootObject } from './root-object'
import type { SchemaRules, ToolRules } from '../tool-rules'
import { isObject, walkSchema } from './walk-schema'

/** In characters; the rest of the JSON is small. A request with only such tools would exceed any context. */
const longestSchema = 200_000

export type Lowered = { readonly tool: ModelTool } | { readonly refusal: LocalizedText }

export function lowerTool(tool: ModelTool, { names, longestDescription, schema }: ToolRules): Lowered {
  if (!names.test(tool.name)) return { refusal: say('models.toolName', { name: tool.name }) }
  const inputSchema = lowerSchema(tool.inputSchema, schema)
  const odd = listRequiredProperties(inputSchema).find((name) => schema.propertyNames?.test(name) === false)
  if (odd !== undefined) return { refusal: say('models.toolArgument', { name: odd.slice(0, 100) }) }
  if (JSON.stringify(inputSchema).length > longestSchema) return { refusal: say('models.toolTooLong') }
  const description =
    longestDescription === null ? tool.description : withinLength(tool.description, longestDescription)
  return { tool: { ...tool, description, inputSchema: withTakenNames(inputSchema, schema) } }
}

/** With the mark that something is left out. */
function withinLength(description: string, longest: number): string {
  if (description.length <= longest) return description
  return cutText(description, longest - 60)
}

function lowerSchema(schema: JsonObject, rules: SchemaRules): JsonObject {
  const modern = walkSchema(schema, inNewestDraft)
  const referring = rules.takesReferences ? withoutStrayReferences(modern) : withPartsInPlace(modern)
  const merged = rules.types === 'one' ? walkSchema(referring, mergeAllOf) : referring
  const root = onlyThose(rootObject(merged), (keyword) => !rules.notAtRoot.includes(keyword))
  const lowered = walkSchema(root, (part) => lowerPart(part, rules))
  return {
    ...lowered,
    type: 'object',
    ...(rules.isWhole && { properties: toJsonObject(lowered['properties']) })
  }
}

function lowerPart(part: JsonObject, rules: SchemaRules): JsonObject {
  const typed = rules.types === 'one' ? toSingleType(part) : part
  const { keywords, formats } = rules
  const kept = onlyThose(typed, (keyword, value) => {
    if (keyword === 'pattern') return isTakenPattern(value, rules)
    if (keyword === 'format' && formats !== null) return isTakenFormat(typed['type'], value, formats)
    return keywords === null || keywords.has(keyword)
  })
  const { required, ...rest } = kept
  const known = toJsonObject(rest['properties'])
  // Where only described properties are allowed, an undescribed one can't be required.
  const asked =
    keywords === null ? required : listRequiredProperties(kept).filter((name) => Object.hasOwn(known, name))
  const isAsked = asked !== undefined && (!Array.isArray(asked) || keywords === null || asked.length > 0)
  return { ...rest, ...(isAsked && { required: asked }), ...withItems(rest, rules) }
}

function withItems(part: JsonObject, { isWhole, types }: SchemaRules): JsonObject {
  const isArray = part['type'] === 'array' || (Array.isArray(part['type']) && part['type'].includes('array'))
  if (!isWhole || !isArray || isObject(part['items'])) return {}
  return { items: types === 'one' ? { type: 'string' } : {} }
}

function isTakenPattern(pattern: JsonValue, { patterns, keywords }: SchemaRules): boolean {
  if (typeof pattern !== 'string' || keywords?.has('pattern') === false) return false
  // Grammars know nothing that looks ahead or back.
  return patterns === 'all' || (/^\^.*\$$/s.test(pattern) && !/\(\?[=!<]|\\[bBdDwWsSpP1-9]/.test(pattern))
}

function isTakenFormat(
  type: JsonValue | undefined,
  format: JsonValue,
  formats: Readonly<Record<string, readonly string[]>>
): boolean {
  return typeof type === 'string' && typeof format === 'string' && formats[type]?.includes(format) === true
}

/** What can be left out of the property names that a service rejects. */
function withTakenNames(schema: JsonObject, { propertyNames }: SchemaRules): JsonObject {
  if (propertyNames === null || !isObject(schema['properties'])) return schema
  return { ...schema, properties: onlyThose(schema['properties'], (name) => propertyNames.test(name)) }
}

/** Servers use keywords of older drafts. Services that check definitions by the newest draft reject them. */
function inNewestDraft(part: JsonObject): JsonObject {
  const { items, additionalItems, exclusiveMinimum, exclusiveMaximum, ...rest } = part
  const { minimum, maximum, ...others } = rest
  const isTuple = Array.isArray(items)
  return {
    ...others,
    ...(isTuple
      ? { prefixItems: items, ...(additionalItems !== undefined && { items: additionalItems }) }
      : {}),
    ...(!isTuple && items !== undefined && { items }),
    ...boundOf('minimum', minimum, exclusiveMinimum),
    ...boundOf('maximum', maximum, exclusiveMaximum)
  }
}

function boundOf(
  name: 'minimum' | 'maximum',
  bound: JsonValue | undefined,
  exclusive: JsonValue | undefined
): JsonObject {
  const outer = name === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum'
  if (exclusive === true && bound !== undefined) return { [outer]: bound }
  return {
    ...(bound !== undefined && { [name]: bound }),
    ...(exclusive !== undefined && typeof exclusive !== 'boolean' && { [outer]: exclusive })
  }
}

function onlyThose(object: JsonObject, isKept: (name: string, value: JsonValue) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name, value]) => isKept(name, value)))
}
