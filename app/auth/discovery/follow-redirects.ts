/** Follows redirects of a sign-in's own requests only within the origin. */
import { canParseUrl } from '../../base/can-parse-url'
import { say } from '../../texts/render-localized'
import { signInStopped } from './failures'
import type { SignInFetch } from './guarded-fetch'

const mostRedirects = 3

/** Rejects with HostError SIGN_IN_FAILED for a redirect to another origin, and for too many. */
export function followWithinOrigin(fetch: SignInFetch): SignInFetch {
  return async (target, init) => {
    const start = new URL(target)
    let url = start
    for (let hop = 0; hop <= mostRedirects; hop += 1) {
      const response = await fetch(url, init)
      const location = response.headers.get('location')
      if (response.status < 300 || response.status >= 400 || location === null) return response
      if (!canParseUrl(location, url.href)) break
      url = new URL(location, url)
      if (url.origin !== start.origin)
        throw signInStopped(say('auth.sentOn', { host: start.host, other: url.host }))
    }
    throw signInStopped(say('auth.circles', { host: start.host }))
  }
}
