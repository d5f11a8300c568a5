/** Sends requests to providers: only to the approved address, and without a long silent wait. */

/** Limit for the reply to begin; the stream itself may take as long as it likes. In milliseconds. */
export const responseTimeoutMs = 120_000
/** The SDKs silently wait as long as a provider asks. Above this limit Parley notifies the user. */
const longestSilentWaitSeconds = 15

export const longTimeoutFetch: typeof fetch = async (input, init) => {
  // Trusted is this address: where it would send the conversation and the key on to is not.
  const response = await fetch(input, { ...init, redirect: 'manual' })
  if ((retryAfterSeconds(response.headers, Date.now()) ?? 0) <= longestSilentWaitSeconds) return response
  const headers = new Headers(response.headers)
  headers.set('x-should-retry', 'false')
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}

/** Seconds that a provider asks to wait, null when it does not say. Dates count from `now`. */
export function retryAfterSeconds(headers: Headers | undefined, now: number): number | null {
  const value = headers?.get('retry-after')
  if (value === null || value === undefined) return null
  const seconds = Number(value)
  const fromDate = (Date.parse(value) - now) / 1000
  const wait = Number.isFinite(seconds) ? seconds : fromDate
  return Number.isFinite(wait) && wait > 0 ? Math.ceil(wait) : null
}
