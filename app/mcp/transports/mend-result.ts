/**
 * Results and parameters that the client library reads by strict schemas, in the form that it takes. What wrapped
 * results hold is read with care elsewhere, see `tolerant-transport.ts`.
 */
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { isJsonFields } from '../protocol/json-fields'
import type { JsonFields } from '../protocol/json-fields'
import { dropNulls, dropOddMeta, readLenientNumber, readLenientText } from '../protocol/lenient-values'
import { mendDiscover, mendInitialize } from '../protocol/mend-handshake'

/** Their results say nothing but that it was done. */
const emptyResults: ReadonlySet<string> = new Set([
  'ping',
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe'
])

/** A result of one of the methods that are not wrapped. */
export function mendResult(method: string, result: unknown): unknown {
  if (method === 'initialize') return mendInitialize(result)
  if (method === 'server/discover') return mendDiscover(result)
  if (emptyResults.has(method)) return isJsonFields(result) ? dropOddMeta(result) : {}
  return isJsonFields(result) ? dropOddMeta(result) : result
}

/** A notification whose members have the types that the library asks for. */
export function mendNotification<T extends JSONRPCMessage>(message: T): T {
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

/** Our tokens are numbers. Progress without a number is a sign of life all the same. */
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
