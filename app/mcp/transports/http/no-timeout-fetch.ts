/**
 * `fetch` without network time limits. Node's own ends a request after five silent minutes, even if the request has a
 * longer limit. This one uses undici with its own agent. It is loaded at the first request, because loading takes some
 * hundredths of a second that users of local servers don't need.
 */

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>

/** Network limits in milliseconds; 0 disables a limit. */
export interface FetchTimeouts {
  readonly bodyTimeout: number
  readonly headersTimeout: number
}

export async function loadFetch(
  timeouts: FetchTimeouts = { bodyTimeout: 0, headersTimeout: 0 }
): Promise<Fetch> {
  const { Agent, EnvHttpProxyAgent, fetch } = await import('undici')
  // Node's own fetch uses the user's proxy if this variable is set.
  const Kind = process.env['NODE_USE_ENV_PROXY'] === '1' ? EnvHttpProxyAgent : Agent
  const dispatcher = new Kind(timeouts)
  // The same classes with two declarations, because Node's types have their own copy.
  return ((url: string | URL, init?: object) => fetch(url, { ...init, dispatcher })) as unknown as Fetch
}
