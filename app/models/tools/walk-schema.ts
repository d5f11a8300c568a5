/** Visits a JSON Schema by its keywords: values that are not schemas, such as defaults, are not changed. Pure. */
import type { JsonObject, JsonValue } from '../../contract/json'

/** Whose value is a schema, or a list of them. */
const holding = new Set([
  ...[
    'additionalProperties',
    'additionalItems',
    'unevaluatedItems',
    'unevaluatedProperties',
    'propertyNames'
  ],
  ...[
    'items',
    'prefixItems',
    'contains',
    'contentSchema',
    'not',
    'if',
    'then',
    'else',
    'allOf',
    'anyOf',
    'oneOf'
  ]
])
/** Whose value holds schemas under names of its own choice. */
const naming = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])

/** `change` gets each schema with the schemas in it changed already. */
export function walkSchema(schema: JsonObject, change: (schema: JsonObject) => JsonObject): JsonObject {
  return change(mapParts(schema, (part) => walkSchema(part, change)))
}

/** Changes the schemas right inside of it. */
export function mapParts(schema: JsonObject, change: (part: JsonObject) => JsonObject): JsonObject {
  const each = (value: JsonValue): JsonValue => (isObject(value) ? change(value) : value)
  return mapValues(schema, (value, keyword) => {
    if (holding.has(keyword)) return Array.isArray(value) ? value.map(each) : each(value)
    return naming.has(keyword) && isObject(value) ? mapValues(value, each) : value
  })
}

export function mapValues(
  object: JsonObject,
  change: (value: JsonValue, name: string) => JsonValue
): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]))
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
