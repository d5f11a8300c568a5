/**
 * Checks the outer form of a JSON-RPC message before any other code handles it. A malformed answer still ends its
 * request; any other malformed message is left out. The requesting code checks results and parameters.
 *
 * @spec 2025-11-25 basic#messages
 */
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { isJsonFields } from '../protocol/json-fields'
import type { JsonFields } from '../protocol/json-fields'
import { dropOddMeta, readLenientNumber, readLenientObject } from '../protocol/lenient-values'

export interface CheckedMessage {
  /** The message, or an error instead of a malformed answer. Null if there is nothing to deliver. */
  readonly message: JSONRPCMessage | null
  /** What is wrong, a clause after "The server sent"; null if nothing is. */
  readonly oddity: string | null
}

const internalError = -32_603

/** A missing version is accepted: the rest of the message is clear without it. */
export function checkJsonRpcMessage(value: unknown): CheckedMessage {
  if (!isJsonFields(value)) return drop("something that isn't a JSON-RPC message")
  const checked = 'method' in value ? checkCall(value) : checkAnswer(value)
  if (value['jsonrpc'] === '2.0' || checked.oddity !== null) return checked
  return { ...checked, oddity: 'a message without the JSON-RPC version 2.0' }
}

function checkCall(value: JsonFields): CheckedMessage {
  const { id, method } = value
  if (typeof method !== 'string') return drop("a message whose method isn't text")
  const params = readParams(value['params'])
  if (params === null) return drop("a message whose parameters aren't an object")
  const call = { jsonrpc: '2.0', method, ...params } as const
  // A notification gets no answer, even if it has an id.
  if (!('id' in value) || method.startsWith('notifications/')) return take(call)
  return isId(id) ? take({ ...call, id }) : drop('a request whose id is neither a text nor a number')
}

/** `null` counts as absent, and `[]` as the empty object. Null for a value that isn't an object. */
function readParams(given: unknown): { readonly params?: JsonFields } | null {
  if (given === undefined || given === null) return {}
  const params = readLenientObject(given)
  return params === null ? null : { params: dropOddMeta(params) }
}

function checkAnswer(value: JsonFields): CheckedMessage {
  const { id, result } = value
  const error = isNoError(value['error']) ? null : toError(value['error'])
  if (!isId(id)) {
    return drop(error === null ? 'an answer without an id' : 'an error that belongs to no request')
  }
  if (error === null) {
    return result === undefined
      ? refuse(value, 'an answer that holds neither a result nor an error')
      : take({ jsonrpc: '2.0', id, result })
  }
  if (result !== undefined && result !== null)
    return refuse(value, 'an answer with both a result and an error')
  const oddity = isError(value['error']) ? null : 'an error without a code, or without words'
  return { ...take({ jsonrpc: '2.0', id, error }), oddity }
}

function isNoError(error: unknown): boolean {
  const isEmpty = isJsonFields(error) && Object.keys(error).length === 0
  return (
    error === undefined || error === null || error === false || error === '' || isEmpty || isEmptyList(error)
  )
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

/** An error in the form of the protocol, from a text, or from an object with other codes and no message. */
function toError(given: unknown): JsonFields {
  const error: unknown = Array.isArray(given) ? given[0] : given
  if (!isJsonFields(error)) return { code: internalError, message: toWords(error) }
  const code = readLenientNumber(error['code'])
  const words = [error['message'], error['error'], error['detail'], error['title']].find(
    (said) => typeof said === 'string' && said !== ''
  )
  const name = code === null && typeof error['code'] === 'string' ? `${error['code']}: ` : ''
  return {
    code: code !== null && Number.isSafeInteger(code) ? code : internalError,
    message: `${name}${toWords(words ?? error['message'])}`,
    ...('data' in error ? { data: error['data'] } : {})
  }
}

function toWords(said: unknown): string {
  if (said === undefined || said === null || said === '') return 'The server gave no reason'
  return typeof said === 'string' ? said : JSON.stringify(said)
}

function isId(id: unknown): id is string | number {
  return typeof id === 'string' || typeof id === 'number'
}

export function isError(value: unknown): boolean {
  return isJsonFields(value) && Number.isSafeInteger(value['code']) && typeof value['message'] === 'string'
}

/** Removes members that the protocol doesn't define, because the client library would refuse the message. */
function take(value: JsonFields): CheckedMessage {
  return { message: value as unknown as JSONRPCMessage, oddity: null }
}

function drop(oddity: string): CheckedMessage {
  return { message: null, oddity }
}

/** Ends the waiting request at once with an error. */
function refuse(value: JsonFields, oddity: string): CheckedMessage {
  const { id } = value
  if ('method' in value || !isId(id)) return drop(oddity)
  const error = { code: internalError, message: `The server sent ${oddity}` }
  return { message: { jsonrpc: '2.0', id, error }, oddity }
}

/**
 * Replaces numbers out of range by null, as JSON does when it writes them: `1e400` is read as Infinity, which can't be
 * stored, shown or sent on. Without recursion, because a hostile value could overflow the stack.
 */
export function dropNonFiniteNumbers(value: unknown): void {
  const waiting = [value].filter(isComposite)
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    for (const [key, inner] of Object.entries(item)) {
      if (isComposite(inner)) waiting.push(inner)
      else if (typeof inner === 'number' && !Number.isFinite(inner)) setOwn(item, key)
    }
  }
}

/** Defines the property instead of assigning it: the key may be `__proto__`. */
function setOwn(item: object, key: string): void {
  Object.defineProperty(item, key, { value: null, writable: true, enumerable: true, configurable: true })
}

function isComposite(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
