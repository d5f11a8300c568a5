/**
 * The `fetch` of Node ends a request that is silent for five minutes, also one whose own time limit is longer. The
 * library behind it, with an agent of its own, does not. It is loaded at the first request, because it takes a few
 * hundredths of a second that somebody with local servers alone never needs.
 */

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>

/** Of the network, in milliseconds; 0: none. */
export interface FetchTimeouts {
  readonly bodyTimeout: number
  readonly headersTimeout: number
}

export async function loadFetch(
  timeouts: FetchTimeouts = { bodyTimeout: 0, headersTimeout: 0 }
): Promise<Fetch> {
  const { Agent, EnvHttpProxyAgent, fetch } = await import('undici')
  // Node's own uses the person's proxy where this variable says so.
  const Kind = process.env['NODE_USE_ENV_PROXY'] === '1' ? EnvHttpProxyAgent : Agent
  const dispatcher = new Kind(timeouts)
  // The same classes in two declarations: Node's types have their own copy of them.
  return ((url: string | URL, init?: object) => fetch(url, { ...init, dispatcher })) as unknown as Fetch
}
