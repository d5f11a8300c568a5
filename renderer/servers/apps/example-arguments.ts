/** Arguments that a tool might be called with, made from its schema. The user edits them. */
import type { JsonObject, JsonValue } from '../../../app/contract/json'

const deepest = 6
/** Of one object. */
const mostProperties = 40

export function exampleArguments(schema: JsonObject): JsonObject {
  const example = exampleOf(schema, 0)
  return isObject(example) ? example : {}
}

function exampleOf(schema: JsonValue | undefined, depth: number): JsonValue {
  if (!isObject(schema)) return null
  const { examples, anyOf, oneOf } = schema
  if (schema['default'] !== undefined) return schema['default']
  if (Array.isArray(examples) && examples[0] !== undefined) return examples[0]
  if (schema['const'] !== undefined) return schema['const']
  if (Array.isArray(schema['enum']) && schema['enum'][0] !== undefined) return schema['enum'][0]
  const choices = [anyOf, oneOf].find((each) => Array.isArray(each))
  if (Array.isArray(choices) && depth < deepest) return exampleOf(choices[0], depth + 1)
  return exampleOfType(schema, depth)
}

function exampleOfType(schema: JsonObject, depth: number): JsonValue {
  const { type, items, minimum } = schema
  const [first] = Array.isArray(type) ? type : [type]
  switch (first) {
    case 'string':
      return ''
    case 'number':
    case 'integer':
      return typeof minimum === 'number' ? minimum : 0
    case 'boolean':
      return false
    case 'array':
      return depth < deepest && isObject(items) ? [exampleOf(items, depth + 1)] : []
    case 'null':
      return null
    default:
      return depth < deepest ? exampleOfObject(schema, depth) : {}
  }
}

function exampleOfObject({ properties }: JsonObject, depth: number): JsonObject {
  const entries = isObject(properties) ? Object.entries(properties).slice(0, mostProperties) : []
  return Object.fromEntries(entries.map(([name, property]) => [name, exampleOf(property, depth + 1)]))
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
