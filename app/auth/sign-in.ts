/** The person's part of a sign-in: the question where and with which rights, then the browser. */
import type { ConsentGate } from '../consent/interface'
import type { SignInPlace } from '../contract/sign-in'
import type { AccountRecord, Session } from './account-record'
import { isLoopbackHost, isSameIssuer } from './address-rules'
import { signInWithBrowser } from './code-flow'
import type { CodeFlowOptions, SignedIn } from './code-flow'
import type { Discovery, FoundPlace } from './discovery'
import { signInFailed } from './failures'
import type { SignInTarget } from './interface'
import { knownClient, registersClients, toClient } from './registration'
import { toScopes } from './tokens'

export interface SignInOptions extends Pick<
  CodeFlowOptions,
  | 'fetch'
  | 'hide'
  | 'appLinks'
  | 'openLink'
  | 'newId'
  | 'now'
  | 'signal'
  | 'onBrowserOpened'
  | 'onWrongAnswer'
> {
  readonly consent: Pick<ConsentGate, 'decideSignIn'>
  readonly target: SignInTarget
  readonly record: AccountRecord
  readonly discovery: Discovery
  /** Why it is asked now, a sentence. */
  readonly reason: string
  readonly challengedScopes: readonly string[]
  /** The person is asked from now on. */
  readonly onAsked: () => void
  /** Beyond those that were given before. */
  readonly added: readonly string[]
}

/** Null: the person does not want to. @throws HostError SIGN_IN_FAILED; the signal's reason */
export async function askAndSignIn(options: SignInOptions): Promise<SignedIn | null> {
  const { target, record, discovery, consent, signal, reason } = options
  const { oauth } = target
  if (oauth !== null && oauth.flow !== 'browser')
    throw signInFailed('Parley signs in at this server by itself, with what its settings say. Correct them.')
  const session = record.session?.serverUrl === discovery.serverUrl ? record.session : null
  const scopes = wantedScopes(options, session)
  const before = new Set([...(session?.scopes ?? []), ...(session?.requestedScopes ?? [])])
  options.onAsked()
  const decision = await consent.decideSignIn(
    {
      serverName: target.serverName,
      serverUrl: discovery.serverUrl,
      reason,
      places: discovery.places.map((place) => describePlace(place, options)),
      scopes: [...scopes],
      addedScopes: session === null ? [] : scopes.filter((scope) => !before.has(scope)),
      account: session?.name ?? record.name ?? null
    },
    signal
  )
  signal.throwIfAborted()
  if (decision.type !== 'agreed') return null
  const place = discovery.places.find(({ issuer }) => issuer === decision.issuer)
  if (place === undefined || (place.doubt !== null && !decision.acceptsDoubt)) return null
  const { client: entered } = decision
  const known = knownClient(place, oauth, { record, now: options.now() })
  const client = entered === null ? known : toClient(entered.id, entered.secret)
  return await signInWithBrowser({
    ...options,
    oauth,
    place,
    client,
    scopes: withOfflineAccess(scopes, place)
  })
}

/** What the server asks for now counts before what it lists; with more rights none of the old ones is lost. */
function wantedScopes(
  { target, challengedScopes, discovery, added }: SignInOptions,
  session: Session | null
): string[] {
  const asked = challengedScopes.length > 0 ? challengedScopes : (discovery.scopes ?? [])
  const base = target.oauth?.scopes ?? asked
  if (added.length === 0 || session === null) return toScopes([...base, ...added].join(' '))
  return toScopes([...session.requestedScopes, ...session.scopes, ...challengedScopes, ...added].join(' '))
}

/** The right to renew without the person, where it is a right of its own there. */
function withOfflineAccess(scopes: readonly string[], { metadata }: FoundPlace): readonly string[] {
  const isOffered = metadata?.scopes_supported?.includes('offline_access') === true
  return isOffered && scopes.length > 0 ? toScopes(`${scopes.join(' ')} offline_access`) : scopes
}

function describePlace(place: FoundPlace, options: SignInOptions): SignInPlace {
  const page = new URL(place.metadata?.authorization_endpoint ?? new URL('/authorize', place.url))
  const known = knownClient(place, options.target.oauth, { record: options.record, now: options.now() })
  return {
    issuer: place.issuer,
    host: page.host,
    address: page.origin + page.pathname,
    warnings: warningsOf(place, page, options),
    needsClient: known === null && !registersClients(place),
    doubt: place.doubt
  }
}

const saysNothing =
  'The server does not say where to sign in, so Parley would try the address that old servers have. If it wants a key instead, cancel, and enter the key in the details of the server.'

function warningsOf(place: FoundPlace, page: URL, { record, discovery }: SignInOptions): string[] {
  const warnings: string[] = []
  if (place.metadata === null) warnings.push(saysNothing)
  const tokens = new URL(place.metadata?.token_endpoint ?? new URL('/token', place.url))
  if (tokens.host !== page.host)
    warnings.push(`What you sign in with goes on to another host, ${tokens.host}.`)
  if (isLoopbackHost(page.hostname) && !isLoopbackHost(new URL(discovery.serverUrl).hostname))
    warnings.push('The page is served by a program on this computer.')
  if (/(?:^|\.)xn--/.test(page.hostname)) warnings.push('The host holds letters that may look like others.')
  const before = record.session?.place.issuer
  if (before !== undefined && !isSameIssuer(before, place.issuer))
    warnings.push(`You signed in elsewhere before: at ${before}.`)
  return warnings
}
