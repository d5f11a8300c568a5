/** Limits and parses one message of a view. A message that breaks a limit is never parsed. */
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse
} from '@modelcontextprotocol/client'
import type { JSONRPCNotification, JSONRPCRequest, JSONRPCResponse } from '@modelcontextprotocol/client'
import { longestViewMessage } from '../interface'

export type ViewMessage =
  | { readonly type: 'request'; readonly message: JSONRPCRequest }
  | { readonly type: 'notification'; readonly message: JSONRPCNotification }
  /** Answers a request of Parley. */
  | { readonly type: 'response'; readonly message: JSONRPCResponse }

export type ParsedViewMessage =
  | ViewMessage
  | { readonly type: 'refused'; readonly reason: 'too-large' | 'too-deep' | 'not-json' | 'not-json-rpc' }

const deepest = 64
/** Objects, lists and commas. Text of the longest message parses in a moment, as many small values it takes seconds. */
const mostValues = 200_000
const longestId = 200

export function parseViewMessage(text: string): ParsedViewMessage {
  if (text.length > longestViewMessage) return { type: 'refused', reason: 'too-large' }
  const reason = findBrokenLimit(text)
  if (reason !== null) return { type: 'refused', reason }
  try {
    return classify(parseJson(text)) ?? { type: 'refused', reason: 'not-json-rpc' }
  } catch {
    // The parser's error quotes the text.
    return { type: 'refused', reason: 'not-json' }
  }
}

/** Without keys that could become the prototype of a copy. */
function parseJson(text: string): unknown {
  // The second: one of its letters is escaped, which no encoder does.
  const canHaveKey = /__proto__|\\u00[4-7]/u.test(text)
  return canHaveKey ? JSON.parse(text, dropPrototype) : JSON.parse(text)
}

function dropPrototype(key: string, value: unknown): unknown {
  return key === '__proto__' ? undefined : value
}

function classify(message: unknown): ViewMessage | null {
  if (isJSONRPCNotification(message)) return { type: 'notification', message }
  if (isJSONRPCRequest(message)) return hasShortId(message) ? { type: 'request', message } : null
  const isResponse = isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)
  return isResponse ? { type: 'response', message } : null
}

function hasShortId({ id }: JSONRPCRequest): boolean {
  return typeof id === 'number' || id.length <= longestId
}

function findBrokenLimit(text: string): 'too-deep' | 'too-large' | null {
  let depth = 0
  let values = 0
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (character === '"') index = endOfString(text, index)
    else if (character === '}' || character === ']') depth -= 1
    else if (character === ',') values += 1
    else if (character === '{' || character === '[') {
      depth += 1
      values += 1
    }
    if (depth > deepest) return 'too-deep'
    if (values > mostValues) return 'too-large'
  }
  return null
}

/** Index of the closing quote. */
function endOfString(text: string, start: number): number {
  let end = start
  let escapes = 1
  while (end !== -1 && escapes % 2 === 1) {
    end = text.indexOf('"', end + 1)
    escapes = 0
    while (end !== -1 && text[end - 1 - escapes] === '\\') escapes += 1
  }
  return end === -1 ? text.length : end
}
