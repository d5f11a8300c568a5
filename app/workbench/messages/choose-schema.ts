/**
 * Chooses the part of the protocol's JSON Schema that describes a message. `protocol-schemas.json` has
 * the schemas of all revisions, without their descriptions.
 */
import type { JsonObject, JsonValue } from '../../contract/json'
import type { MessageKind } from '../../contract/workbench/messages'

/** By revision. */
export type ProtocolSchemas = Readonly<Record<string, JsonObject>>

/** Loaded at the first check. */
export async function readProtocolSchemas(): Promise<ProtocolSchemas> {
  return (await import('./protocol-schemas.json')).default
}

export interface MessageToValidate {
  /** null: the connection has not agreed on one. */
  readonly revision: string | null
  readonly kind: MessageKind
  /** For an answer, its request's method. */
  readonly method: string | null
  /** The parsed message. */
  readonly message: JsonValue
}

/** null: the revision has no schema for it, as for methods of extensions. */
export function chooseSchema(schemas: ProtocolSchemas, asked: MessageToValidate): JsonObject | null {
  const whole = schemas[asked.revision ?? '']
  if (whole === undefined) return null
  const place = '$defs' in whole ? '$defs' : 'definitions'
  const definitions = whole[place] as Readonly<Record<string, JsonObject>>
  const refer = (name: string) => ({ $ref: `#/${place}/${name}` })
  const schema = describe(asked, definitions, refer)
  return schema === null ? null : { $schema: whole['$schema'] ?? '', [place]: definitions, ...schema }
}

type Definitions = Readonly<Record<string, JsonObject>>
type Refer = (name: string) => JsonObject

function describe(asked: MessageToValidate, definitions: Definitions, refer: Refer): JsonObject | null {
  const { kind, method } = asked
  if (kind === 'error')
    return refer('JSONRPCErrorResponse' in definitions ? 'JSONRPCErrorResponse' : 'JSONRPCError')
  if (kind === 'unreadable' || method === null) return null
  if (kind === 'result') {
    const name = nameResult(asked, definitions)
    if (name === null) return null
    return {
      type: 'object',
      properties: { jsonrpc: { const: '2.0' }, result: refer(name) },
      required: ['jsonrpc', 'id', 'result']
    }
  }
  const ending = kind === 'request' ? 'Request' : 'Notification'
  const name = findByMethod(definitions, method, ending)
  return name === null ? null : { allOf: [refer(`JSONRPC${ending}`), refer(name)] }
}

function findByMethod(definitions: Definitions, method: string, ending: string): string | null {
  const found = Object.entries(definitions).find(
    ([name, { properties }]) =>
      name.endsWith(ending) &&
      !/^(?:Client|Server)(?:Request|Notification)$/.test(name) &&
      ((properties as JsonObject | undefined)?.['method'] as JsonObject | undefined)?.['const'] === method
  )
  return found?.[0] ?? null
}

function nameResult({ method, message }: MessageToValidate, definitions: Definitions): string | null {
  const request = findByMethod(definitions, method ?? '', 'Request')
  if (request === null) return null
  const { resultType, task } = ((message as JsonObject)['result'] ?? {}) as JsonObject
  if (resultType === 'input_required' && 'InputRequiredResult' in definitions) return 'InputRequiredResult'
  // An extension defines other types.
  if (resultType !== undefined && resultType !== 'complete') return null
  if (task !== undefined && 'CreateTaskResult' in definitions) return 'CreateTaskResult'
  const result = request.replace(/Request$/, 'Result')
  return result in definitions ? result : 'EmptyResult'
}
