/**
 * `fetch` with the token of a sign-in. Sends the token only to the server's own origin. When the server denies a
 * request, waits for another token and sends the request again. `renew` gets the tokens, and is called once for all
 * requests that are denied together.
 *
 * @spec 2025-11-25 basic/authorization#access-token-usage
 */
import { DpopSession, withDpop } from '@modelcontextprotocol/client'
import { untilAborted } from '../../../base/until-aborted'
import { readChallenge } from './challenge-header'
import { readOutgoing, withBytes } from './http-messages'
import type { AccessToken, Challenge } from '../../interface'
import { mentionsSessionLoss } from '../session-loss'
import type { Fetch } from './no-timeout-fetch'

/** A renewed token, one from a sign-in, and one with more scopes. After that a denial is final. */
const mostRounds = 3

export interface RenewRequest {
  readonly challenge: Challenge
  readonly usedToken: string | null
  /** True if the server has accepted a request with it. */
  readonly wasAccepted: boolean
  /** The method of the denied message; null for a stream or an answer. */
  readonly method: string | null
}

export interface AuthorizedFetchOptions {
  readonly fetch: Fetch
  readonly serverUrl: URL
  readonly access: AccessToken | null
  /** Null: the denial is final. Must not reject. */
  readonly renew: (request: RenewRequest) => Promise<AccessToken | null>
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

interface Key {
  readonly access: AccessToken | null
  readonly send: Fetch
  wasAccepted: boolean
}

export function createAuthorizedFetch(options: AuthorizedFetchOptions): Fetch {
  const keys = createKeys(options)
  return async (url, init = {}) => {
    // A token is only for its own server, even if the server names other addresses.
    if (new URL(url).origin !== options.serverUrl.origin) return await options.fetch(url, init)
    const wait = <T>(work: Promise<T>) => (init.signal == null ? work : untilAborted(work, init.signal))
    const { method } = readOutgoing(init.method === 'POST' ? init.body : null)
    let key = await wait(keys.fresh(method))
    for (let round = 1; ; round += 1) {
      const { response, challenge } = await readRefusal(await key.send(url, init), init)
      if (challenge === null) key.wasAccepted = true
      if (challenge === null || round > mostRounds) return response
      const next = await wait(keys.other(key, challenge, method))
      if (next === null) return response
      await response.body?.cancel()
      key = next
    }
  }
}

/** The current token, and the renewal that is in progress. */
function createKeys({ fetch, access, renew, now }: AuthorizedFetchOptions) {
  const toKey = (given: AccessToken | null): Key => {
    return { access: given, send: sendWith(given, fetch), wasAccepted: false }
  }
  let current: Key = toKey(access)
  let renewal: Promise<Key | null> | null = null

  const ask = async (challenge: Challenge, method: string | null): Promise<Key | null> => {
    const { access: used, wasAccepted } = current
    const renewed = await renew({ challenge, usedToken: used?.token ?? null, wasAccepted, method })
    if (renewed === null) return null
    current = toKey(renewed)
    return current
  }
  const other = async (used: Key, challenge: Challenge, method: string | null): Promise<Key | null> => {
    if (used !== current) return current
    renewal ??= ask(challenge, method).finally(() => {
      renewal = null
    })
    return await renewal
  }
  /** If there is no other token, the server decides about the old one. */
  const fresh = async (method: string | null): Promise<Key> => {
    const used = current
    const renewAt = used.access?.renewAt ?? null
    if (renewAt === null || now() < renewAt) return used
    return (await other(used, expiring, method)) ?? used
  }
  return { other, fresh }
}

const expiring: Challenge = {
  status: null,
  scheme: null,
  resourceMetadataUrl: null,
  scope: null,
  error: null,
  errorDescription: null
}

function toChallenge({ status, headers }: Response): Challenge | null {
  if (status !== 401 && status !== 403) return null
  const challenge = readChallenge(status, headers.get('www-authenticate'))
  // Any other 403 is final.
  return status === 401 || challenge.error === 'insufficient_scope' ? challenge : null
}

/** Some servers answer 401 because they forgot the session, without asking for a sign-in. They need a new session. */
async function readRefusal(
  response: Response,
  { headers }: RequestInit
): Promise<{ readonly response: Response; readonly challenge: Challenge | null }> {
  const isAsking = response.headers.has('www-authenticate') || !new Headers(headers).has('mcp-session-id')
  if (response.status !== 401 || isAsking) return { response, challenge: toChallenge(response) }
  const bytes = Buffer.from(await response.arrayBuffer())
  const copy = withBytes(response, bytes)
  const isAboutSession = mentionsSessionLoss(bytes.toString('utf8', 0, 2_000))
  return { response: copy, challenge: isAboutSession ? null : toChallenge(copy) }
}

function sendWith(access: AccessToken | null, fetch: Fetch): Fetch {
  if (access === null) return fetch
  const { token, proofKey, scheme } = access
  if (proofKey !== null) return sendSigned(token, proofKey, fetch)
  return (url, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set('authorization', `${scheme === 'basic' ? 'Basic' : 'Bearer'} ${token}`)
    return fetch(url, { ...init, headers })
  }
}

function sendSigned(token: string, proofKey: Readonly<Record<string, string>>, fetch: Fetch): Fetch {
  const session = toSession(proofKey)
  session.catch(() => {}) // the request that needs it reports the failure
  const send = withDpop(
    () => session,
    () => token
  )(fetch)
  return (url, init) => send(url, init)
}

/** @spec RFC 9449 */
async function toSession(proofKey: Readonly<Record<string, string>>): Promise<DpopSession> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const { d: _private, ...publicJwk } = proofKey
  const [privateKey, publicKey] = await Promise.all([
    crypto.subtle.importKey('jwk', { ...proofKey }, algorithm, false, ['sign']),
    crypto.subtle.importKey('jwk', publicJwk, algorithm, true, ['verify'])
  ])
  const keyPair = { privateKey, publicKey, publicJwk, thumbprint: '', alg: 'ES256' as const }
  return await DpopSession.create({ keyPair })
}
