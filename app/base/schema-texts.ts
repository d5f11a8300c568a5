/**
 * The texts of a JSON Schema that a model reads: every string, and every name that isn't a keyword. An instruction can
 * hide in a default, an example, a comment or a name. Pure.
 */
import type { JsonValue } from '../contract/json'

export interface SchemaTexts {
  readonly texts: readonly string[]
  /** Of properties, definitions, and unknown keywords. */
  readonly names: readonly string[]
}

const keywords = new Set(
  [
    '$id $schema $ref $anchor $dynamicRef $dynamicAnchor $vocabulary $comment $defs definitions id',
    'type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern',
    'maxItems minItems uniqueItems maxContains minContains maxProperties minProperties required dependentRequired',
    'allOf anyOf oneOf not if then else dependentSchemas dependencies prefixItems items additionalItems contains',
    'properties patternProperties additionalProperties propertyNames unevaluatedItems unevaluatedProperties format',
    'contentEncoding contentMediaType contentSchema title description default deprecated readOnly writeOnly examples'
  ].flatMap((line) => line.split(' '))
)
/** Keywords whose object has free names. */
const holders = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependentRequired'
])
/** Keywords with plain values. */
const values = new Set(['default', 'const', 'enum', 'examples'])
const typeNames = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])

export function collectSchemaTexts(schema: JsonValue): SchemaTexts {
  const texts: string[] = []
  const names: string[] = []
  const waiting: { readonly value: JsonValue; readonly ownNames: boolean; readonly isData: boolean }[] = [
    { value: schema, ownNames: false, isData: false }
  ]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, ownNames, isData } = next
    if (typeof value === 'string' && !typeNames.has(value)) texts.push(value)
    if (typeof value !== 'object' || value === null) continue
    if (Array.isArray(value)) {
      for (const item of value.toReversed()) waiting.push({ ...next, value: item })
      continue
    }
    const isKeyword = (name: string): boolean => !ownNames && !isData && keywords.has(name)
    names.push(...Object.keys(value).filter((name) => !isKeyword(name)))
    for (const [name, inner] of Object.entries(value).toReversed()) {
      waiting.push({
        value: inner,
        ownNames: isKeyword(name) && holders.has(name),
        isData: isData || (isKeyword(name) && values.has(name))
      })
    }
  }
  return { texts, names }
}
