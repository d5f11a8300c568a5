/** Fetches the bytes of one icon: no cookies, no credentials, no redirects to elsewhere, bounded in size and time. */
import { HostError } from '../../base/host-error'
import { BodyTooLarge, readBounded } from '../../net/bounded-body'
import { InsideNetwork, sendGuarded } from '../../net/guarded-request'

export interface IconFetchOptions {
  readonly limitBytes: number
  readonly timeLimitMs: number
  /** Whether it may lie on this machine or in the network around it. */
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
      throw unavailable(`Its address answers with status ${statusCode}.`)
    if (!URL.canParse(location, url.href)) throw unavailable('Its address leads nowhere.')
    url = new URL(location, url)
    if (url.origin !== start.origin) throw unavailable('Its address leads elsewhere.')
  }
  throw unavailable('Its address leads in circles.')
}

function reasonOf(error: unknown, signal: AbortSignal): string {
  if (error instanceof InsideNetwork) return 'Its address lies on this computer or in the network around it.'
  if (error instanceof BodyTooLarge) return 'It is too large.'
  return signal.aborted ? 'Its address did not answer in time.' : "Its address can't be reached."
}

function unavailable(reason: string): HostError {
  return new HostError('ICON_UNAVAILABLE', `The icon is not shown. ${reason}`)
}
