/**
 * `fetch` for token endpoints: converts a service's answer to the format of the specification for the client library.
 */
import { say } from '../../texts/render-localized'
import { readTokenAnswer } from '../documents/token-answer'
import type { Refusal } from '../documents/error-answer'
import { signInFailed } from './failures'
import type { SignInFetch } from './guarded-fetch'

/** Rejects with DocumentFault, and with HostError SIGN_IN_FAILED for a denial without a reason. */
export function normalizeTokenAnswers(fetch: SignInFetch): SignInFetch {
  return async (url, init) => {
    const response = await fetch(url, init)
    const { status, ok } = response
    // The library handles redirects.
    if (status >= 300 && status < 400) return response
    const answer = readTokenAnswer(await response.text(), ok)
    if (answer.type === 'given') return toResponse(answer.tokens, 200, response.headers)
    const { code, words } = answer.refusal
    const { host } = new URL(url)
    if (code === null && words === '')
      throw signInFailed(say('auth.noUsableAnswer', { host, reason: `HTTP ${status}` }))
    return toResponse(toError(answer.refusal, status), ok ? 400 : status, response.headers)
  }
}

/** A service with a server error has denied nothing. */
function toError({ code, words }: Refusal, status: number): object {
  const isTrouble = status >= 500 || status === 429
  const description = isTrouble && code !== null ? `${code} ${words}`.trim() : words
  return { error: isTrouble ? 'server_error' : (code ?? `HTTP ${status}`), error_description: description }
}

function toResponse(body: object, status: number, given: Headers): Response {
  const headers = new Headers(given)
  for (const name of ['content-length', 'content-encoding', 'transfer-encoding']) headers.delete(name)
  headers.set('content-type', 'application/json')
  return new Response(JSON.stringify(body), { status, headers })
}
