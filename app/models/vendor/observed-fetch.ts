/**
 * Reports the body of each request when it is sent, including retries. Headers, which contain the key, are never
 * reported.
 */
import type { SentBody } from '../model'

export function createObservedFetch(
  send: typeof fetch,
  onSent: ((sent: SentBody) => void) | undefined
): typeof fetch {
  if (onSent === undefined) return send
  return async (input, init) => {
    const body = getText(init?.body)
    if (body !== null) onSent({ address: getAddress(input), body })
    return await send(input, init)
  }
}

function getText(body: unknown): string | null {
  if (typeof body === 'string') return body
  return body instanceof Uint8Array ? new TextDecoder().decode(body) : null
}

/** Some services take a key behind the question mark. */
function getAddress(input: Parameters<typeof fetch>[0]): string {
  const { origin, pathname } = new URL(input instanceof Request ? input.url : input)
  return `${origin}${pathname}`
}
