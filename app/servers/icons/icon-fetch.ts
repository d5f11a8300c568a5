/**
 * Fetches the bytes of one icon: no cookies, no credentials, no redirects to another origin, limited in size and time.
 */
import { canParseUrl } from '../../base/can-parse-url'
import { HostError } from '../../base/host-error'
import { BodyTooLarge, readBounded } from '../../net/bounded-body'
import { InsideNetwork, sendGuarded } from '../../net/guarded-request'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'

export interface IconFetchOptions {
  readonly limitBytes: number
  readonly timeLimitMs: number
  /** True if it may be on this computer or in its local network. */
  readonly isPrivateAllowed: boolean
}

/** @throws HostError ICON_UNAVAILABLE */
export type FetchIcon = (url: URL, options: IconFetchOptions) => Promise<Uint8Array>

const mostRedirects = 3
const headers = { accept: 'image/png, image/jpeg, image/webp, image/gif, image/svg+xml' }

export const fetchIcon: FetchIcon = async (url, options) => {
  const signal = AbortSignal.timeout(options.timeLimitMs)
  try {
    return await follow(url, options, signal)
  } catch (error) {
    throw error instanceof HostError ? error : unavailable(reasonOf(error, signal))
  }
}

async function follow(start: URL, options: IconFetchOptions, signal: AbortSignal): Promise<Uint8Array> {
  const { isPrivateAllowed, limitBytes } = options
  let url = start
  for (let hop = 0; hop <= mostRedirects; hop += 1) {
    const response = await sendGuarded(url, { headers, isPrivateAllowed, signal })
    const { statusCode = 0 } = response
    if (statusCode === 200) return await readBounded(response, limitBytes)
    response.destroy()
    const { location } = response.headers
    if (statusCode < 300 || statusCode >= 400 || location === undefined)
      throw unavailable(say('servers.iconStatus', { status: `${statusCode}` }))
    if (!canParseUrl(location, url.href)) throw unavailable(say('servers.iconNowhere'))
    url = new URL(location, url)
    if (url.origin !== start.origin) throw unavailable(say('servers.iconElsewhere'))
  }
  throw unavailable(say('servers.iconCircles'))
}

function reasonOf(error: unknown, signal: AbortSignal): LocalizedText {
  if (error instanceof InsideNetwork) return say('servers.iconInside')
  if (error instanceof BodyTooLarge) return say('mcp.iconLarge')
  return signal.aborted ? say('servers.iconTimeout') : say('servers.iconUnreachable')
}

function unavailable(reason: LocalizedText): HostError {
  return new HostError('ICON_UNAVAILABLE', say('mcp.iconNotShown', { reason }))
}
