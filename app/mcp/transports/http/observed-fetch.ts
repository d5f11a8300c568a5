/** A `fetch` that reports the status and the headers of each message that is sent, without secrets. */
import type { HttpExchange } from '../../../contract/workbench/messages'
import { readOutgoing, type OutgoingMessage } from './http-messages'
import type { Fetch } from './no-timeout-fetch'

export interface SentOverHttp extends Pick<OutgoingMessage, 'method' | 'id'> {
  readonly exchange: HttpExchange
}

const secretHeader = /auth|cookie|token|key|secret|session|passw|credential|dpop|signature/i
const mostHeaders = 50
const valueLimit = 500
/** Characters of a body that is read to find its message. */
const bodyLimit = 1_000_000

/** `ownHeaders`: names of headers that the user set. Their values aren't reported. */
export function createObservedFetch(
  fetch: Fetch,
  ownHeaders: readonly string[],
  tell: (sent: SentOverHttp) => void
): Fetch {
  const own = new Set(ownHeaders.map((name) => name.toLowerCase()))
  const isSecret = (name: string) => own.has(name) || secretHeader.test(name)
  return async (url, init = {}) => {
    const response = await fetch(url, init)
    const { method, body } = init
    if (method !== 'POST' || typeof body !== 'string' || body.length > bodyLimit) return response
    const exchange = {
      url: String(url),
      status: response.status,
      requestHeaders: readHeaders(new Headers(init.headers), isSecret),
      responseHeaders: readHeaders(response.headers, isSecret)
    }
    tell({ ...readOutgoing(body), exchange })
    return response
  }
}

function readHeaders(headers: Headers, isSecret: (name: string) => boolean): Record<string, string> {
  const shown = [...headers]
    .slice(0, mostHeaders)
    .map(([name, value]) => [name, isSecret(name) ? '[secret]' : value.slice(0, valueLimit)] as const)
  return Object.fromEntries(shown)
}
