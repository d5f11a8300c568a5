/**
 * Results and parameters that the client library reads by strict schemas, in the form that it takes. What wrapped
 * results hold is read with care elsewhere, see `tolerant-transport.ts`.
 */
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { isFields } from '../protocol/json-fields'
import type { Fields } from '../protocol/json-fields'
import { dropNulls, dropOddMeta, readNumber, readText } from '../protocol/lenient-values'
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
  if (emptyResults.has(method)) return isFields(result) ? dropOddMeta(result) : {}
  return isFields(result) ? dropOddMeta(result) : result
}

/** A notification whose members have the types that the library asks for. */
export function mendNotification<T extends JSONRPCMessage>(message: T): T {
  if (!('method' in message) || 'id' in message || !isFields(message.params)) return message
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
function mendProgress({ progressToken, progress, total, message, ...others }: Fields): Fields {
  const read = { total: readNumber(total), message: readText(message) }
  return {
    ...others,
    progressToken: readNumber(progressToken) ?? progressToken,
    progress: readNumber(progress) ?? 0,
    ...dropNulls(read)
  }
}

function mendWords({ reason, elicitationId, ...others }: Fields): Fields {
  return { ...others, ...dropNulls({ reason: readText(reason), elicitationId: readText(elicitationId) }) }
}
