/**
 * The outer form of a JSON-RPC message, checked before anybody acts on it. An answer of a wrong form still ends the
 * request that waits for it; anything else of a wrong form is left out. What is inside a result or the parameters
 * is the business of who asked for it.
 *
 * @spec 2025-11-25 basic#messages
 */
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { isFields } from '../protocol/json-fields'
import type { Fields } from '../protocol/json-fields'

export interface CheckedMessage {
  /** What may go on: the message, or an error in place of a broken answer. Null: nothing. */
  readonly message: JSONRPCMessage | null
  /** What is wrong, a clause after "The server sent"; null when nothing is. */
  readonly oddity: string | null
}

const internalError = -32_603

export function checkJsonRpcMessage(value: unknown): CheckedMessage {
  if (!isFields(value)) return drop("something that isn't a JSON-RPC message")
  if (value['jsonrpc'] !== '2.0') return refuse(value, 'a message without the JSON-RPC version 2.0')
  return 'method' in value ? checkCall(value) : checkAnswer(value)
}

function checkCall(value: Fields): CheckedMessage {
  const { id, method, params } = value
  if (typeof method !== 'string') return drop("a message whose method isn't text")
  if (params !== undefined && !isFields(params)) return drop("a message whose parameters aren't an object")
  if ('id' in value && !isId(id)) return drop('a request whose id is neither a text nor a number')
  const call = { jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) } as const
  return take('id' in value ? { ...call, id: id as string } : call)
}

function checkAnswer(value: Fields): CheckedMessage {
  const { id, result, error } = value
  const hasError = error !== undefined && error !== null
  if (!isId(id)) {
    return drop(hasError ? 'an error that belongs to no request' : 'an answer without an id')
  }
  if (hasError && result !== undefined) return refuse(value, 'an answer with both a result and an error')
  if (hasError ? !isError(error) : result === undefined) {
    return refuse(value, 'an answer that holds neither a result nor an error')
  }
  return take(hasError ? { jsonrpc: '2.0', id, error } : { jsonrpc: '2.0', id, result })
}

function isId(id: unknown): id is string | number {
  return typeof id === 'string' || typeof id === 'number'
}

export function isError(value: unknown): boolean {
  return isFields(value) && Number.isSafeInteger(value['code']) && typeof value['message'] === 'string'
}

/** Members that the protocol does not know are left out: the client library refuses a message for them. */
function take(value: Fields): CheckedMessage {
  return { message: value as unknown as JSONRPCMessage, oddity: null }
}

function drop(oddity: string): CheckedMessage {
  return { message: null, oddity }
}

/** Who waits for the answer hears at once that it is none. */
function refuse(value: Fields, oddity: string): CheckedMessage {
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
