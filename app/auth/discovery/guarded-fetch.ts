/**
 * `fetch` for all network requests of a sign-in: small answers, a time limit, encrypted or on this computer, and for a
 * server on the internet no address inside the user's own network. The caller handles redirects and calls this again
 * for each.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { BodyTooLarge, readBounded } from '../../net/bounded-body'
import { InsideNetwork, sendGuarded } from '../../net/guarded-request'
import { say } from '../../texts/render-localized'
import { checkAddress } from './address-rules'
import { signInFailed } from './failures'

export type SignInFetch = (url: string | URL, init?: RequestInit) => Promise<Response>

export interface GuardedFetchOptions {
  /** Whether the address may be on this computer or in the local network. */
  readonly isPrivateAllowed: boolean
  /** Ends with the sign-in. */
  readonly signal: AbortSignal
  readonly timeLimitMs?: number
}

const limitBytes = 262_144
const usualTimeLimitMs = 10_000

/** Rejects with HostError SIGN_IN_FAILED for a blocked request, with another error when the network fails. */
export function createGuardedFetch(options: GuardedFetchOptions): SignInFetch {
  const { isPrivateAllowed } = options
  return async (target, init = {}) => {
    const url = checkAddress(String(target), 'request')
    const limit = AbortSignal.timeout(options.timeLimitMs ?? usualTimeLimitMs)
    const signal = AbortSignal.any([limit, options.signal, ...(init.signal == null ? [] : [init.signal])])
    const body = init.body == null ? null : Buffer.from(String(init.body as string | URLSearchParams))
    const headers = {
      'user-agent': 'Parley',
      ...Object.fromEntries(new Headers(init.headers)),
      ...(body === null ? {} : { 'content-length': String(body.length) })
    }
    try {
      const { method = 'GET' } = init
      const answer = await sendGuarded(url, { method, headers, body, signal, isPrivateAllowed })
      return toResponse(answer.statusCode, answer.headers, await readBounded(answer, limitBytes))
    } catch (error) {
      throw toFailure(error, url)
    }
  }
}

/** Network errors are thrown unchanged. */
function toFailure(error: unknown, { host }: URL): unknown {
  if (error instanceof BodyTooLarge) return signInFailed(say('auth.answerTooLarge', { host }))
  if (error instanceof InsideNetwork) return signInFailed(say('auth.addressInside', { host }))
  return error
}

/** These statuses don't allow a body. */
function toResponse(status = 500, headers: IncomingHttpHeaders, body: Buffer): Response {
  const kept = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const each of Array.isArray(value) ? value : [value ?? '']) kept.append(name, each)
  }
  const isEmpty = body.length === 0 || status === 204 || status === 304
  return new Response(isEmpty ? null : new Uint8Array(body), { status, headers: kept })
}
