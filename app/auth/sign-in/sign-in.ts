/** The interactive part of a sign-in: the question with the place and the scopes, then the browser. */
import type { Warning } from '../../contract/localized-text'
import { isLoopbackHost } from '../../net/address-location'
import type { SignInPlace } from '../../contract/accounts'
import type { IdentityProvider, OAuthDefinition } from '../../settings/definition'
import type { AccountRecord, Session } from '../client/account-record'
import { checkAddress, isSameIssuer } from '../discovery/address-rules'
import { runCodeFlow, signInWithBrowser } from './code-flow'
import { offlineAccess } from './offline-access'
import { signInByPassword } from './password'
import type { SignInOptions, SignInOutcome } from './sign-in-options'
import type { CodeFlowOptions } from './code-flow'
import type { Discovery, DiscoveredLocation } from '../discovery/discovery'
import { signInFailed } from '../discovery/failures'
import { findIdentityPlace, readIdentityProvider, identityScopes, toIdentity } from '../client/identity'
import { discoverFor, renewSilently } from '../tokens/silent-renewal'
import { knownClient, supportsRegistration, toClient } from '../client/registration'
import { toScopes } from '../tokens/tokens'
import { warn } from '../../texts/warn'

/** Null: the user declined. @throws HostError SIGN_IN_FAILED; the signal's reason */
export async function askAndSignIn(options: SignInOptions): Promise<SignInOutcome | null> {
  const { target, challenge } = options
  const { oauth } = target
  const provider = readIdentityProvider(oauth)
  if (oauth !== null && provider !== null) return await signInByIdentity(options, oauth, provider)
  if (oauth !== null && oauth.flow !== 'browser') return await signInAlone(options, options.record)
  const url = checkAddress(target.url, 'server')
  if (oauth === null && challenge?.scheme === 'basic') return await signInByPassword(options, url)
  const fetch = await options.fetchFor(url)
  const { acceptsNoPkce } = options
  const discovery = await discoverFor(target, challenge, { url, fetch, acceptsNoPkce })
  const agreed = await ask({ ...options, discovery })
  return (
    agreed && {
      ...(await signInWithBrowser({ ...options, ...agreed, oauth, discovery, fetch })),
      identity: null
    }
  )
}

/** At the user's organization; its identity token is exchanged for access to the server. */
async function signInByIdentity(
  options: SignInOptions,
  oauth: OAuthDefinition,
  provider: IdentityProvider
): Promise<SignInOutcome | null> {
  const { target, record, newId, now, acceptsNoPkce } = options
  const fetch = await options.fetchFor(checkAddress(provider.issuer, 'identityProvider'))
  const place = await findIdentityPlace(provider, { fetch, acceptsNoPkce })
  const { clientId, clientSecret } = provider
  const nonce = newId()
  const identityOAuth = {
    ...oauth,
    issuer: provider.issuer,
    clientId,
    clientSecret,
    parameters: { ...oauth.parameters, nonce }
  }
  const asked = {
    ...options,
    target: { ...target, oauth: { ...identityOAuth, scopes: identityScopes } },
    record: { ...record, session: null, name: record.identity?.name ?? record.name },
    added: [],
    discovery: { serverUrl: target.url, resource: null, scopes: null, wantsProof: false, places: [place] }
  }
  const agreed = await ask(asked)
  if (agreed === null) return null
  const { client, tokens } = await runCodeFlow({ ...asked, ...agreed, oauth: identityOAuth, fetch })
  options.hide(tokens.id_token ?? '')
  const identity = toIdentity(tokens, place, { client, nonce, now: now() })
  return await signInAlone(options, { ...record, identity })
}

/** Without the user: with values of the settings, or a stored identity. */
async function signInAlone(options: SignInOptions, record: AccountRecord): Promise<SignInOutcome> {
  const renewal = await renewSilently({ ...options, record, session: null, isEarly: false })
  if (renewal.type !== 'renewed') throw signInFailed(renewal.reason)
  const { session, client = null, identity = null } = renewal
  return { session, client, identity }
}

type Asked = SignInOptions & { readonly discovery: Discovery }
type Agreed = Pick<CodeFlowOptions, 'place' | 'client' | 'scopes'>

/** Null: the user declined. */
async function ask(options: Asked): Promise<Agreed | null> {
  const { target, record, discovery, consent, signal, reason } = options
  const session = record.session?.serverUrl === discovery.serverUrl ? record.session : null
  const scopes = wantedScopes(options, session)
  const before = new Set([...(session?.scopes ?? []), ...(session?.requestedScopes ?? [])])
  options.onAsked()
  const decision = await consent.ask['sign-in'](
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
  const known = knownClient(place, target.oauth, { record, now: options.now() })
  const client = entered === null ? known : toClient(entered.id, entered.secret)
  const refusesOffline = record.withoutOffline?.includes(place.issuer) === true
  return { place, client, scopes: refusesOffline ? scopes : withOfflineAccess(scopes, place) }
}

/** The scopes of the challenge come before those that the server lists; adding scopes keeps all old ones. */
function wantedScopes({ target, challenge, discovery, added }: Asked, session: Session | null): string[] {
  const challengedScopes = toScopes(challenge?.scope)
  const asked = challengedScopes.length > 0 ? challengedScopes : (discovery.scopes ?? [])
  const base = target.oauth?.scopes ?? asked
  if (added.length === 0 || session === null) return toScopes([...base, ...added].join(' '))
  return toScopes([...session.requestedScopes, ...session.scopes, ...challengedScopes, ...added].join(' '))
}

/** Adds the scope for renewal while the user is away, if the service lists it. */
function withOfflineAccess(scopes: readonly string[], { metadata }: DiscoveredLocation): readonly string[] {
  const isOffered = metadata?.scopes_supported?.includes(offlineAccess) === true
  return isOffered && scopes.length > 0 ? toScopes(`${scopes.join(' ')} ${offlineAccess}`) : scopes
}

function describePlace(place: DiscoveredLocation, options: Asked): SignInPlace {
  const page = new URL(place.metadata?.authorization_endpoint ?? new URL('/authorize', place.url))
  const known = knownClient(place, options.target.oauth, { record: options.record, now: options.now() })
  return {
    issuer: place.issuer,
    host: page.host,
    address: page.origin + page.pathname,
    warnings: getWarnings(place, page, options),
    needsClient: known === null && !supportsRegistration(place),
    doubt: place.doubt
  }
}

function getWarnings(place: DiscoveredLocation, page: URL, { record, discovery }: Asked): Warning[] {
  const warnings: Warning[] = []
  if (place.metadata === null) warnings.push(warn('auth.oldServer'))
  // Old servers may leave it out, and Parley sends PKCE anyway: it is only unknown whether they check it.
  if (place.metadata?.code_challenge_methods_supported == null)
    warnings.push(warn('auth.pkceUnsaid', { host: page.host }))
  const tokens = new URL(place.metadata?.token_endpoint ?? new URL('/token', place.url))
  if (tokens.host !== page.host) warnings.push(warn('auth.otherHost', { host: tokens.host }))
  if (isLoopbackHost(page.hostname) && !isLoopbackHost(new URL(discovery.serverUrl).hostname))
    warnings.push(warn('auth.pageOnComputer'))
  if (/(?:^|\.)xn--/.test(page.hostname)) warnings.push(warn('auth.lookAlike'))
  const before = record.session?.place.issuer
  if (before !== undefined && !isSameIssuer(before, place.issuer))
    warnings.push(warn('auth.elsewhereBefore', { issuer: before }))
  return warnings
}
