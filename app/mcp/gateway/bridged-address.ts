/** A remote server behind a bridge, which adds the headers and the sign-in that the server needs. */
import type { RemoteLaunch } from '../interface'
import { createAuthorizedFetch, type AuthorizedFetchOptions } from '../transports/http/authorized-fetch'
import { createLimitedFetch } from '../transports/http/limited-fetch'
import type { BridgedServer } from './server-bridge'

/** About the client's own connection. */
const clientHeaders = ['host', 'origin', 'connection', 'content-length', 'transfer-encoding']
/** The body arrives decoded. */
const bodyHeaders = ['content-encoding', 'content-length', 'transfer-encoding', 'connection']

export function bridgeAddress(
  { url, headers: added, access = null }: RemoteLaunch,
  {
    messageLimitBytes,
    now,
    renew
  }: Pick<AuthorizedFetchOptions, 'now' | 'renew'> & { readonly messageLimitBytes: number }
): BridgedServer {
  const hasOwn = new Headers(added).has('authorization')
  const fetch = createAuthorizedFetch({
    fetch: createLimitedFetch(messageLimitBytes, () => {}), // the client sees the failure
    serverUrl: new URL(url),
    // The user's own header has priority over a sign-in.
    access: hasOwn ? null : access,
    renew: hasOwn ? async () => null : renew,
    now
  })
  return {
    fetch: async (request) => {
      const body = request.method === 'POST' ? await request.text() : null
      const headers = without(request.headers, clientHeaders)
      for (const [name, value] of Object.entries(added)) headers.set(name, value)
      // A redirect could lead the headers to another server.
      const answer = await fetch(url, {
        ...{ method: request.method, headers, redirect: 'manual', signal: request.signal },
        ...(body !== null && { body })
      })
      return new Response(answer.body, {
        status: answer.status,
        headers: without(answer.headers, bodyHeaders)
      })
    },
    close: async () => {}
  }
}

function without(headers: Headers, names: readonly string[]): Headers {
  const rest = new Headers(headers)
  for (const name of names) rest.delete(name)
  return rest
}
