/**
 * Converts results and parameters to the form that the client library's strict schemas require. The content of wrapped
 * results is checked elsewhere, see `tolerant-transport.ts`.
 */
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { isJsonFields } from '../protocol/json-fields'
import type { JsonFields } from '../protocol/json-fields'
import { dropNulls, dropOddMeta, readLenientNumber, readLenientText } from '../protocol/lenient-values'
import { normalizeDiscover, normalizeInitialize } from '../protocol/normalize-handshake'

/** Methods whose results have no content. */
const emptyResults: ReadonlySet<string> = new Set([
  'ping',
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe'
])

/** Repairs a result of one of the methods that are not wrapped. */
export function normalizeResult(method: string, result: unknown): unknown {
  if (method === 'initialize') return normalizeInitialize(result)
  if (method === 'server/discover') return normalizeDiscover(result)
  if (emptyResults.has(method)) return isJsonFields(result) ? dropOddMeta(result) : {}
  return isJsonFields(result) ? dropOddMeta(result) : result
}

/** Repairs the types of a notification's members. */
export function normalizeNotification<T extends JSONRPCMessage>(message: T): T {
  if (!('method' in message) || 'id' in message || !isJsonFields(message.params)) return message
  const params = dropNulls(message.params)
  switch (message.method) {
    case 'notifications/progress':
      return { ...message, params: mendProgress(params) }
    case 'notifications/cancelled':
    case 'notifications/elicitation/complete':
      return { ...message, params: mendWords(params) }
    default:
      return message
  }
}

/** Parley's tokens are numbers. Progress without a number still counts as a sign of life. */
function mendProgress({ progressToken, progress, total, message, ...others }: JsonFields): JsonFields {
  const read = { total: readLenientNumber(total), message: readLenientText(message) }
  return {
    ...others,
    progressToken: readLenientNumber(progressToken) ?? progressToken,
    progress: readLenientNumber(progress) ?? 0,
    ...dropNulls(read)
  }
}

function mendWords({ reason, elicitationId, ...others }: JsonFields): JsonFields {
  return {
    ...others,
    ...dropNulls({ reason: readLenientText(reason), elicitationId: readLenientText(elicitationId) })
  }
}
