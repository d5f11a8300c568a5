/** Lists the methods that a client may send, with parameters to start from, by the JSON Schema of a revision. Pure. */
import type { JsonObject, JsonValue } from '../../contract/json'
import type { ClientMethod } from '../../contract/workbench/written-messages'
import type { ProtocolSchemas } from './choose-schema'

export type SchemaMethod = Omit<ClientMethod, 'isDeclared'>

const examples: Readonly<Record<string, JsonValue>> = {
  string: '',
  integer: 0,
  number: 0,
  boolean: false,
  array: []
}
/** Schemas refer to each other. */
const deepest = 8

/** Empty for a revision without a schema. */
export function listClientMethods(schemas: ProtocolSchemas, revision: string): readonly SchemaMethod[] {
  const whole = schemas[revision]
  if (whole === undefined) return []
  const definitions = fieldsOf(whole['$defs'] ?? whole['definitions'])
  const unions = Object.keys(definitions).filter((name) => /^Client(?:Request|Notification)$/u.test(name))
  // Requests first.
  return unions
    .toSorted()
    .toReversed()
    .flatMap((name) =>
      listAlternatives(definitions, name, name === 'ClientRequest' ? 'request' : 'notification')
    )
}

type Definitions = JsonObject

function listAlternatives(
  definitions: Definitions,
  name: string,
  kind: SchemaMethod['kind']
): readonly SchemaMethod[] {
  const union = fieldsOf(definitions[name])
  const alternatives = Array.isArray(union['anyOf']) ? union['anyOf'] : [union]
  return alternatives.flatMap((alternative) => {
    const { properties } = resolve(fieldsOf(alternative), definitions)
    const { method, params } = fieldsOf(properties)
    const name = fieldsOf(method)['const']
    if (typeof name !== 'string') return []
    const example = writeExample(params ?? {}, definitions)
    return [{ method: name, kind, params: isEmpty(example) ? null : example }]
  })
}

/** The least that the schema allows. `_meta` is Parley's own part. */
function writeExample(schema: JsonValue, definitions: Definitions, depth = 0): JsonValue {
  const fields = resolve(fieldsOf(schema), definitions)
  const { anyOf, properties, required } = fields
  if ('const' in fields) return fields['const'] ?? null
  if (Array.isArray(fields['enum'])) return fields['enum'][0] ?? null
  if (Array.isArray(anyOf)) return writeExample(anyOf[0] ?? {}, definitions, depth)
  if (properties !== undefined && depth < deepest) {
    const named = Array.isArray(required) ? required : []
    const wanted = Object.entries(fieldsOf(properties)).filter(
      ([name]) => name !== '_meta' && (named.includes(name) || name === 'arguments')
    )
    return Object.fromEntries(
      wanted.map(([name, each]) => [name, writeExample(each, definitions, depth + 1)])
    )
  }
  const type = [fields['type']].flat()[0]
  return (typeof type === 'string' ? examples[type] : undefined) ?? {}
}

function resolve(schema: JsonObject, definitions: Definitions): JsonObject {
  const { $ref: reference } = schema
  if (typeof reference !== 'string') return schema
  return fieldsOf(definitions[reference.slice(reference.lastIndexOf('/') + 1)])
}

function fieldsOf(value: JsonValue | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}

function isEmpty(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
