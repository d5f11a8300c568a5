/**
 * One attempt to get a token without the user, by any method in the settings: first checks that the server still names
 * the issuer of the last token. `renewal.ts` requests the tokens; `account.ts` decides when.
 */
import { say } from '../../texts/render-localized'
import { toLocalizedText } from '../../base/host-error'
import type { Challenge } from '../../mcp/interface'
import type { OAuthDefinition } from '../../settings/definition'
import type { AccountRecord, Session, StoredClient } from '../client/account-record'
import { checkAddress, isSameIssuer, toIssuer } from '../discovery/address-rules'
import { discover } from '../discovery/discovery'
import type { Discovery, PlaceOptions } from '../discovery/discovery'
import type { SignInFetch } from '../discovery/guarded-fetch'
import { proveIdentity, renewIdentity } from '../client/identity'
import type { SignInTarget } from '../interface'
import { isForServer, toClient } from '../client/registration'
import { requestGrant, refresh } from './renewal'
import type { Renewal } from './renewal'
import { toScopes } from './tokens'

export interface SilentRenewal {
  readonly target: SignInTarget
  readonly record: AccountRecord
  /** From the record, if it is for the address of the server. */
  readonly session: Session | null
  /** The server's latest challenge. */
  readonly challenge: Challenge | null
  /** The token was rejected before it expired: the server may have changed its authorization server. */
  readonly isEarly: boolean
  readonly fetchFor: (url: URL) => Promise<SignInFetch>
  /** As in `PlaceOptions`. */
  readonly acceptsNoPkce: (issuer: string) => boolean
  readonly now: () => number
}

/** Never rejects. */
export async function renewSilently(renewal: SilentRenewal): Promise<Renewal> {
  try {
    const url = checkAddress(renewal.target.url, 'server')
    const way = { url, fetch: await renewal.fetchFor(url), acceptsNoPkce: renewal.acceptsNoPkce }
    const { oauth } = renewal.target
    if (oauth !== null && oauth.flow !== 'browser') return await grantAnew(renewal, oauth, way)
    return await refreshKept(renewal, way)
  } catch (error) {
    return { type: 'trouble', reason: toLocalizedText(error) }
  }
}

/** Where one signs in for the server. @throws HostError SIGN_IN_FAILED */
export function discoverFor(
  { oauth }: SignInTarget,
  challenge: Challenge | null,
  { url, ...way }: Way
): Promise<Discovery> {
  return discover(url, {
    ...way,
    needsPage: (oauth?.flow ?? 'browser') === 'browser',
    resourceMetadataUrl: challenge?.resourceMetadataUrl ?? null,
    wantsProof: challenge?.scheme === 'dpop',
    issuer: oauth?.issuer == null ? null : toIssuer(oauth.issuer)
  })
}

export interface Way extends Pick<PlaceOptions, 'fetch' | 'acceptsNoPkce'> {
  readonly url: URL
}

async function refreshKept(renewal: SilentRenewal, access: Way): Promise<Renewal> {
  const { target, session, isEarly, now } = renewal
  if (session === null)
    return { type: 'refused', reason: say('auth.asksForSignIn', { server: target.serverName }) }
  if (isEarly && (await hasMoved(session, renewal, access)))
    return { type: 'refused', reason: say('auth.otherServer', { host: access.url.host }) }
  const client = getClient(session, renewal)
  if (client === undefined) return { type: 'refused', reason: say('auth.registrationLost') }
  return await refresh(session, client, { fetch: access.fetch, now })
}

/**
 * As whom the tokens were given. A client that the settings name since then belongs to the next sign-in: its secret
 * doesn't go to the place of the last one.
 */
function getClient({ place }: Session, { target, record }: SilentRenewal): StoredClient | undefined {
  const { oauth } = target
  const kept = Object.hasOwn(record.clients, place.issuer) ? record.clients[place.issuer] : undefined
  if (oauth?.clientId == null) return kept
  if (!isForServer(place.issuer, oauth, record)) return undefined
  const isOther = kept !== undefined && kept.client_id !== oauth.clientId
  return isOther ? undefined : toClient(oauth.clientId, oauth.clientSecret)
}

async function hasMoved(
  { place }: Session,
  { target, challenge }: SilentRenewal,
  access: Way
): Promise<boolean> {
  try {
    const { places } = await discoverFor(target, challenge, access)
    return !places.some(({ issuer }) => isSameIssuer(issuer, place.issuer))
  } catch {
    return false // it names none, so the previous issuer stays valid
  }
}

async function grantAnew(renewal: SilentRenewal, oauth: OAuthDefinition, access: Way): Promise<Renewal> {
  const { target, record, challenge, now } = renewal
  const discovery = await discoverFor(target, challenge, access)
  const [place] = discovery.places
  if (place === undefined || place.doubt !== null)
    return { type: 'refused', reason: place?.doubt ?? say('auth.serverSaysNoPlace') }
  // A secret for one issuer is never sent to another because a server says so.
  if (!isForServer(place.issuer, oauth, record)) {
    const { issuer } = place
    const before = Object.keys(record.clients)
    return { type: 'refused', reason: say('auth.otherServerThan', { host: access.url.host, issuer, before }) }
  }
  const person = await identityFor(renewal, oauth)
  if (person !== null && person.proof === null)
    return { type: 'refused', reason: say('auth.asksAtOrganization', { server: target.serverName }) }
  const scopes = oauth.scopes ?? toScopes(challenge?.scope ?? discovery.scopes?.join(' '))
  const given = await requestGrant({
    discovery,
    place,
    oauth,
    scopes,
    identity: person?.proof ?? null,
    name: person?.kept?.name ?? null,
    fetch: access.fetch,
    now
  })
  return given.type === 'renewed' ? { ...given, identity: person?.kept ?? null } : given
}

/** Null: no identity is needed. The user names the provider, so it may be in the local network. */
async function identityFor(
  { record, now, fetchFor }: SilentRenewal,
  { flow, identityProvider }: OAuthDefinition
) {
  if (flow !== 'enterprise' || identityProvider === null) return null
  const { issuer, tokenEndpoint } = identityProvider
  const fetch = await fetchFor(checkAddress(issuer ?? tokenEndpoint, 'identityProvider'))
  const isAsked = identityProvider.idToken === null
  const kept = isAsked
    ? await renewIdentity(record.identity ?? null, identityProvider, { fetch, now: now() })
    : null
  return { kept, proof: proveIdentity(identityProvider, kept, fetch) }
}
