/**
 * The outer form of a JSON-RPC message, checked before anybody acts on it. An answer of a wrong form still ends the
 * request that waits for it; anything else of a wrong form is left out. What is inside a result or the parameters
 * is the business of who asked for it.
 *
 * @spec 2025-11-25 basic#messages
 */
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { isJsonFields } from '../protocol/json-fields'
import type { JsonFields } from '../protocol/json-fields'
import { dropOddMeta, readLenientNumber, readLenientObject } from '../protocol/lenient-values'

export interface CheckedMessage {
  /** What may go on: the message, or an error in place of a broken answer. Null: nothing. */
  readonly message: JSONRPCMessage | null
  /** What is wrong, a clause after "The server sent"; null when nothing is. */
  readonly oddity: string | null
}

const internalError = -32_603

/** The version is not insisted on: who sends the rest of a message in the right form means what it says. */
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
  // Nobody waits for the answer to a notification, whatever id stands in it.
  if (!('id' in value) || method.startsWith('notifications/')) return take(call)
  return isId(id) ? take({ ...call, id }) : drop('a request whose id is neither a text nor a number')
}

/** `null` is nothing, and `[]` is the empty object. Null for what is no object. */
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

/** An error as the protocol has it, from a text, or from an object with other codes and no words. */
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

/** Members that the protocol does not know are left out: the client library refuses a message for them. */
function take(value: JsonFields): CheckedMessage {
  return { message: value as unknown as JSONRPCMessage, oddity: null }
}

function drop(oddity: string): CheckedMessage {
  return { message: null, oddity }
}

/** Who waits for the answer hears at once that it is none. */
function refuse(value: JsonFields, oddity: string): CheckedMessage {
  const { id } = value
  if ('method' in value || !isId(id)) return drop(oddity)
  const error = { code: internalError, message: `The server sent ${oddity}` }
  return { message: { jsonrpc: '2.0', id, error }, oddity }
}

/**
 * Writes null, as JSON itself would, in place of every number that no program can hold: `1e400` is read as Infinity,
 * which can be neither stored nor shown nor sent on. Without recursion: the value may be made to overflow the stack.
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

/** By definition, not by assignment: the key may be `__proto__`. */
function setOwn(item: object, key: string): void {
  Object.defineProperty(item, key, { value: null, writable: true, enumerable: true, configurable: true })
}

function isComposite(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
