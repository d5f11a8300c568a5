/**
 * Repairs server requests that are written in a slightly different form than the protocol's: `null` for an absent
 * member, one entry instead of a list, numbers as strings. Values that can't be understood are left unchanged and
 * refused by the reader.
 */
import { isJsonFields } from '../protocol/json-fields'
import type { JsonFields } from '../protocol/json-fields'
import { dropNulls, readLenientList, readLenientNumber, readLenientObject } from '../protocol/lenient-values'
import { normalizeBlock } from '../protocol/normalize-content'
import { normalizeInputSchema } from '../schemas/normalize-schema'

const priorities = ['costPriority', 'speedPriority', 'intelligencePriority'] as const

export function normalizeSampling(params: unknown): unknown {
  if (!isJsonFields(params)) return params
  const given = dropNulls(params)
  return {
    ...given,
    messages: mendMessages(given['messages']),
    ...mend(given, 'modelPreferences', mendPreferences),
    ...mend(given, 'maxTokens', readLenientNumber),
    ...mend(given, 'temperature', readLenientNumber),
    ...mend(given, 'stopSequences', (stops) =>
      typeof stops === 'string' ? [stops] : readLenientList(stops)
    ),
    ...mend(given, 'tools', (tools) => readLenientList(tools, isTool)?.map(mendTool)),
    ...mend(given, 'toolChoice', (mode) => (typeof mode === 'string' ? { mode } : readLenientObject(mode))),
    ...mend(given, 'metadata', readLenientObject)
  }
}

export function normalizeElicitation(params: unknown): unknown {
  if (!isJsonFields(params)) return params
  const given = dropNulls(params)
  return {
    ...given,
    ...mend(given, 'mode', (mode) => (typeof mode === 'string' ? mode.toLowerCase() : mode)),
    ...mend(given, 'requestedSchema', normalizeInputSchema)
  }
}

/** Replaces the member by the result of `read`, unless that is null. */
function mend(fields: JsonFields, name: string, read: (value: unknown) => unknown): JsonFields {
  const value = fields[name]
  return value === undefined ? {} : { [name]: read(value) ?? value }
}

function mendMessages(given: unknown): unknown {
  if (typeof given === 'string') return [{ role: 'user', content: normalizeBlock(given) }]
  return readLenientList(given, ({ role }) => typeof role === 'string')?.map(mendMessage) ?? given
}

function mendMessage(message: unknown): unknown {
  if (!isJsonFields(message)) return message
  const { role, content } = message
  return {
    ...message,
    role: typeof role === 'string' ? role.toLowerCase() : role,
    content: Array.isArray(content) ? content.map(normalizeBlock) : normalizeBlock(content)
  }
}

function mendPreferences(given: unknown): unknown {
  const fields = readLenientObject(given)
  if (fields === null) return given
  const preferences = dropNulls(fields)
  const numbers = priorities.map((name) => mend(preferences, name, readLenientNumber))
  const hints = mend(preferences, 'hints', (list) =>
    (typeof list === 'string' ? [list] : readLenientList(list, ({ name }) => name !== undefined))?.map(
      mendHint
    )
  )
  return Object.assign({}, preferences, ...numbers, hints) as JsonFields
}

function mendHint(hint: unknown): unknown {
  if (typeof hint === 'string') return { name: hint }
  return isJsonFields(hint) ? dropNulls(hint) : hint
}

function isTool({ name }: JsonFields): boolean {
  return typeof name === 'string'
}

function mendTool(tool: unknown): unknown {
  if (!isJsonFields(tool)) return tool
  const given = dropNulls(tool)
  return { ...given, inputSchema: normalizeInputSchema(given['inputSchema']) }
}
