/**
 * Finds where to sign in for a server: the server's protected resource metadata, the authorization servers in it, and
 * their metadata. Everything is checked before Parley asks or sends anything: the resource must be the server, an
 * issuer must match its metadata address, PKCE must be supported.
 *
 * @spec 2025-11-25 basic/authorization#authorization-server-discovery
 * @spec 2025-03-26 basic/authorization#server-metadata-discovery
 */
import type { AuthorizationServerMetadata } from '@modelcontextprotocol/client'
import { canParseUrl } from '../../base/can-parse-url'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'
import { HostError } from '../../base/host-error'
import { checkAddress, isSameIssuer, toIssuer } from './address-rules'
import { isForPkce, PkceUnstated, signInStopped } from './failures'
import { findResource, inQuotes } from './resource-discovery'
import {
  checkPrograms,
  findOwnMetadata,
  findServerMetadata,
  OtherIssuer,
  supportsPkce
} from './server-discovery'
import type { ServerSearch } from './server-discovery'

const mostServers = 5

/** A usable authorization server. */
export interface DiscoveredLocation {
  readonly issuer: string
  /** As named by the server. */
  readonly url: string
  /** Null: it publishes nothing, so the default addresses of the oldest revision apply. */
  readonly metadata: AuthorizationServerMetadata | null
  /** Why the user has to confirm that they know it; null when nothing is unusual. */
  readonly doubt: LocalizedText | null
}

export interface Discovery {
  readonly serverUrl: string
  /** For the `resource` parameter; null when the server publishes no metadata. */
  readonly resource: string | null
  readonly scopes: readonly string[] | null
  readonly wantsProof: boolean
  /** At least one. */
  readonly places: readonly DiscoveredLocation[]
}

export interface PlaceOptions extends ServerSearch {
  /** Whether the user accepted this issuer although it doesn't list PKCE support. */
  readonly acceptsNoPkce: (issuer: string) => boolean
}

export interface DiscoveryOptions extends PlaceOptions {
  /** From the server's challenge; null: it names none. */
  readonly resourceMetadataUrl: string | null
  /** Whether it requires tokens that are bound to a key. */
  readonly wantsProof: boolean
  /** The only issuer that the user allows; null: any. */
  readonly issuer: string | null
}

/** @throws HostError SIGN_IN_FAILED with the reason that prevents a sign-in */
export async function discover(serverUrl: URL, options: DiscoveryOptions): Promise<Discovery> {
  const { metadata: published, trouble } = await findResource(serverUrl, options)
  const named = published?.authorizationServers ?? []
  const found =
    named.length > 0
      ? await findAll(named.slice(0, mostServers), options)
      : [await findOldPlace(serverUrl, { isOld: published === null, trouble }, options)]
  const places = found.filter(({ issuer }) => options.issuer === null || isSameIssuer(issuer, options.issuer))
  if (places.length === 0) {
    const issuers = found.map(({ issuer }) => inQuotes(issuer))
    throw signInStopped(
      say('auth.issuerNotAllowed', { host: serverUrl.host, issuers, issuer: options.issuer ?? '' })
    )
  }
  return {
    serverUrl: serverUrl.href,
    resource: published?.resource ?? null,
    scopes: published?.scopes ?? null,
    wantsProof: options.wantsProof || published?.wantsProof === true,
    places
  }
}

/** The usable ones; if there are none, throws the first one's reason. */
async function findAll(
  named: readonly string[],
  options: DiscoveryOptions
): Promise<readonly DiscoveredLocation[]> {
  const found = await Promise.allSettled(named.map((url) => findPlace(url, options)))
  const places = found.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  if (places.length > 0) return places
  const reasons = found.flatMap((each) => (each.status === 'rejected' ? [each.reason as Error] : []))
  // A reason that the user can resolve is preferred to the first one.
  const insistable = reasons.find(isForPkce)
  throw insistable ?? (reasons[0] as Error)
}

/** The authorization server at the address. @throws HostError SIGN_IN_FAILED */
export async function findPlace(named: string, options: PlaceOptions): Promise<DiscoveredLocation> {
  const url = toIssuer(named)
  const address = checkAddress(url, 'authorizationServer')
  const metadata = await findServerMetadata(url, options)
  if (metadata === null) throw signInStopped(say('auth.noMetadata', { host: address.host }))
  if (options.needsPage) checkPkce(metadata, options)
  return { issuer: metadata.issuer, url, metadata, doubt: null }
}

interface OldServer {
  /** It publishes no metadata. */
  readonly isOld: boolean
  /** Its metadata request failed, so it may publish something: nothing is guessed. */
  readonly trouble: HostError | null
}

/** The server itself, as in the oldest revision; with default endpoints if it publishes nothing at all. */
async function findOldPlace(
  serverUrl: URL,
  { isOld, trouble }: OldServer,
  options: DiscoveryOptions
): Promise<DiscoveredLocation> {
  const url = new URL('/', serverUrl).href
  try {
    const metadata = await findOwnMetadata(serverUrl, options)
    if (metadata === null && trouble !== null) throw trouble
    if (metadata === null && !isOld) throw signInStopped(say('auth.noPlace', { host: serverUrl.host }))
    if (metadata !== null && options.needsPage) checkPkce(metadata, isOld ? insisting : options)
    return { issuer: metadata?.issuer ?? serverUrl.origin, url, metadata, doubt: null }
  } catch (error) {
    if (!isOld || !(error instanceof HostError) || !(error.cause instanceof OtherIssuer)) throw error
    return toDoubtful(url, error.cause.metadata, error)
  }
}

/** Such servers are older than the rule; the user can accept only a name of the same origin. */
function toDoubtful(
  url: string,
  metadata: AuthorizationServerMetadata,
  refusal: HostError
): DiscoveredLocation {
  const { issuer } = metadata
  const { origin } = new URL(url)
  if (!canParseUrl(issuer) || new URL(issuer).origin !== origin) throw refusal
  checkPrograms(metadata)
  checkPkce(metadata, insisting)
  return { issuer, url, metadata, doubt: say('auth.issuerDoubt', { origin, issuer }) }
}

/** The oldest servers don't mention PKCE; the question warns about it. */
const insisting = { acceptsNoPkce: () => true }

/** @spec 2025-11-25 basic/authorization#authorization-code-protection */
function checkPkce(
  metadata: AuthorizationServerMetadata,
  { acceptsNoPkce }: Pick<PlaceOptions, 'acceptsNoPkce'>
): void {
  const { issuer, code_challenge_methods_supported: methods } = metadata
  const { host } = new URL(issuer)
  if (!supportsPkce(metadata)) {
    if (acceptsNoPkce(issuer)) return
    throw signInStopped(say('auth.noPkce', { host }), new PkceUnstated())
  }
  if (methods?.includes('S256') !== true) throw signInStopped(say('auth.plainPkce', { host }))
}
