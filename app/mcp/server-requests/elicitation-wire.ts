/**
 * Converts elicitation between the wire format and the contract's. Decides which forms and links may reach the user,
 * and checks an answer before it is sent. The host decides whether a form is harmless and whether a link can be opened.
 *
 * @spec 2025-11-25 client/elicitation
 */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client'
import { z } from 'zod'
import type { JsonObject } from '../../contract/json'
import { checkArguments } from '../schemas/check-arguments'
import type { SchemaChecks } from '../schemas/schema-checks'
import { isFitToKeep } from '../protocol/content'
import type { ServerReply, ServerRequest } from '../interface'
import { isJsonFields } from '../protocol/json-fields'
import type { JsonFields } from '../protocol/json-fields'
import { invalidParams, readParams } from './invalid-params'
import { normalizeElicitation } from './normalize-request'

type WithoutOrigin<T> = T extends unknown
  ? Omit<T, 'requestId' | 'serverName' | 'connectionId' | 'callId'>
  : never
export type Elicitation = Extract<
  WithoutOrigin<ServerRequest>,
  { type: 'elicitation-form' | 'elicitation-url' }
>

/** In characters, and in entries. Users don't fill in larger forms. */
const limits = { message: 20_000, url: 8_192, id: 1_000, schema: 200_000, fields: 100, choices: 1_000 }
const simpleTypes: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'null'])

const wireForm = z.object({
  message: z.string().max(limits.message),
  requestedSchema: z.custom<JsonFields>((value) => isJsonFields(value), 'must be an object')
})
const wireLink = z.object({
  message: z.string().max(limits.message),
  url: z.string().min(1).max(limits.url),
  elicitationId: z.string().max(limits.id).nullish()
})

/** The default mode is a form. @throws ProtocolError -32602 */
export function readElicitation(given: unknown): Elicitation {
  const params = normalizeElicitation(given)
  const mode: unknown = isJsonFields(params) ? (params['mode'] ?? 'form') : 'form'
  if (mode === 'url') {
    const { message, url, elicitationId } = readParams(wireLink, params)
    return { type: 'elicitation-url', message, url, elicitationId: elicitationId ?? null }
  }
  if (mode !== 'form') throw invalidParams('the mode is neither form nor url')
  const { message, requestedSchema } = readParams(wireForm, params)
  const problem = findFormProblem(requestedSchema)
  if (problem !== null) throw invalidParams(problem)
  return { type: 'elicitation-form', message, requestedSchema: requestedSchema as JsonObject }
}

/** Why it isn't a form of plain fields; null if it is one. */
function findFormProblem(schema: JsonFields): string | null {
  if (!isFitToKeep(schema)) return 'requestedSchema nests too deeply'
  if (JSON.stringify(schema).length > limits.schema) return 'requestedSchema is too large'
  const { type, properties } = schema
  if (type !== 'object' || !isJsonFields(properties)) return "requestedSchema isn't an object with properties"
  if (Object.hasOwn(properties, '__proto__')) return "a field can't have the name __proto__"
  const fields = Object.entries(properties)
  if (fields.length > limits.fields) return `requestedSchema has more than ${limits.fields} fields`
  const odd = fields.find(([, field]) => !isPlainField(field))
  return odd === undefined ? null : `the field "${odd[0]}" is neither plain nor a choice`
}

/** One value of a plain type, a choice, or several choices. Libraries write an optional value as `anyOf` with null. */
function isPlainField(field: unknown): boolean {
  if (!isJsonFields(field)) return false
  if (isChoice(field)) return true
  if (Array.isArray(field['anyOf'])) return field['anyOf'].every(isSimple)
  if (field['type'] === 'array') return isJsonFields(field['items']) && isChoice(field['items'])
  return isSimple(field)
}

function isSimple(schema: unknown): boolean {
  if (!isJsonFields(schema)) return false
  const types: unknown[] = Array.isArray(schema['type']) ? schema['type'] : [schema['type']]
  return isChoice(schema) || types.every((type) => simpleTypes.has(type))
}

function isChoice(schema: JsonFields): boolean {
  const { enum: plain, oneOf, anyOf } = schema
  const choices: unknown = plain ?? oneOf ?? anyOf
  if (!Array.isArray(choices) || choices.length > limits.choices) return false
  if (choices === plain) return choices.every((choice) => typeof choice !== 'object' || choice === null)
  return choices.every(
    (choice) => isJsonFields(choice) && typeof choice['const'] !== 'object' && 'const' in choice
  )
}

/** The result for the server. @throws ProtocolError -32603 if an accepted form doesn't fit its schema */
export async function writeElicitation(
  reply: Extract<ServerReply, { type: 'elicitation' }>,
  asked: Elicitation,
  by: CheckedBy
): Promise<JsonFields> {
  if (reply.action !== 'accept' || asked.type === 'elicitation-url') return { action: reply.action }
  const filled = Object.entries(reply.content ?? {}).filter(([, value]) => value !== null)
  const content = Object.fromEntries(filled)
  if (!(await fits(content, asked.requestedSchema, by))) {
    throw new ProtocolError(ProtocolErrorCode.InternalError, "The user's answer doesn't match the form")
  }
  return { action: 'accept', content }
}

/** The server whose form it is, and the checks to use. */
export interface CheckedBy {
  readonly serverName: string
  readonly checks: Pick<SchemaChecks, 'find'>
}

async function fits(
  content: JsonObject,
  schema: JsonObject,
  { serverName, checks }: CheckedBy
): Promise<boolean> {
  const fields = schema['properties'] as JsonObject
  const isAsked = Object.entries(content).every(
    ([name, value]) => Object.hasOwn(fields, name) && isSendable(value)
  )
  if (!isAsked) return false
  return (await checkArguments({ owner: serverName, schema, args: content }, checks)).length === 0
}

function isSendable(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
