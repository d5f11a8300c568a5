/** What a message says as JSON-RPC, for a list of messages. Pure. A server can send anything, so nothing is assumed. */
import type { MessageKind } from '../../contract/workbench/messages'

export interface MessageFacts {
  readonly kind: MessageKind
  readonly method: string | null
  /** JSON. */
  readonly id: string | null
  /** The tool that a call names. */
  readonly tool: string | null
  /** True for a result that asks for input. @spec 2026-07-28 basic/patterns/mrtr */
  readonly asksForInput: boolean
  /** The `requestState` of such a result, or of the request that answers it, as JSON; undefined: none. */
  readonly requestState: string | undefined
  /** True for a request that repeats another one with answers. */
  readonly isRepeated: boolean
  /** The revision that it names. */
  readonly revision: string | null
}

/** Characters of a method or a name. */
const nameLimit = 500

type Fields = Readonly<Record<string, unknown>>

const unreadable: MessageFacts = {
  kind: 'unreadable',
  method: null,
  id: null,
  tool: null,
  asksForInput: false,
  requestState: undefined,
  isRepeated: false,
  revision: null
}

/** A message that is too long or too deep to look at is undefined. */
export function describeMessage(message: unknown): MessageFacts {
  if (!isFields(message)) return unreadable
  const id = toId(message['id'])
  const method = toName(message['method'])
  if (method === null) return describeAnswer(message, id)
  const params = isFields(message['params']) ? message['params'] : {}
  return {
    ...unreadable,
    kind: id === null ? 'notification' : 'request',
    method,
    id,
    tool: method === 'tools/call' ? toName(params['name']) : null,
    requestState: toState(params['requestState']),
    isRepeated: params['inputResponses'] !== undefined || params['requestState'] !== undefined,
    revision: readRevision(params)
  }
}

function describeAnswer(message: Fields, id: string | null): MessageFacts {
  if ('error' in message) return { ...unreadable, kind: 'error', id }
  const result = isFields(message['result']) ? message['result'] : {}
  return {
    ...unreadable,
    kind: 'result',
    id,
    asksForInput: result['resultType'] === 'input_required',
    requestState: toState(result['requestState']),
    revision: readRevision(result)
  }
}

/** The handshake names it, and in the newest revision every request. */
function readRevision(fields: Fields): string | null {
  const meta = isFields(fields['_meta']) ? fields['_meta'] : {}
  const named = fields['protocolVersion'] ?? meta['io.modelcontextprotocol/protocolVersion']
  return typeof named === 'string' ? named.slice(0, nameLimit) : null
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function toId(id: unknown): string | null {
  return typeof id === 'string' || typeof id === 'number' ? JSON.stringify(id).slice(0, nameLimit) : null
}

function toName(value: unknown): string | null {
  return typeof value === 'string' ? value.slice(0, nameLimit) : null
}

function toState(state: unknown): string | undefined {
  return typeof state === 'string' ? state : undefined
}
