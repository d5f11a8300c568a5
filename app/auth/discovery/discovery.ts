/**
 * Where one signs in for a server: what the server publishes of itself (protected resource metadata), the
 * authorization servers it names, and what these publish. Everything is checked before anything is asked or sent:
 * the resource must be the server, an issuer must be where it was found, PKCE must be there.
 *
 * @spec 2025-11-25 basic/authorization#authorization-server-discovery
 * @spec 2025-03-26 basic/authorization#server-metadata-discovery
 */
import {
  checkResourceAllowed,
  discoverAuthorizationServerMetadata,
  IssuerMismatchError,
  LATEST_PROTOCOL_VERSION
} from '@modelcontextprotocol/client'
import type { AuthorizationServerMetadata } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { canParseUrl } from '../../base/can-parse-url'
import type { Said } from '../../contract/said'
import { say } from '../../texts/said'
import { HostError } from '../../base/host-error'
import { isLoopbackHost } from '../../net/place'
import { checkAddress, isSameIssuer } from './address-rules'
import { signInStopped } from './failures'
import type { SignInFetch } from './guarded-fetch'

const mostServers = 5
const mostRedirects = 3
const text = z.string().max(8_192)

const resourceMetadata = z.looseObject({
  resource: text,
  authorization_servers: z.array(text).max(50).optional(),
  scopes_supported: z.array(text).max(500).optional(),
  dpop_signing_alg_values_supported: z.array(text).max(50).optional(),
  dpop_bound_access_tokens_required: z.boolean().optional()
})
const endpoints = z.looseObject({
  authorization_endpoint: z.unknown().optional(),
  token_endpoint: z.unknown().optional(),
  registration_endpoint: z.unknown().optional(),
  revocation_endpoint: z.unknown().optional()
})
/** What the library leaves out of the documents of OpenID, though it means there what it means elsewhere. */
const oauthOnly = z.object({
  revocation_endpoint: text.optional(),
  dpop_signing_alg_values_supported: z.array(text).max(50).optional()
})
type ResourceMetadata = z.infer<typeof resourceMetadata>

/** An authorization server that can be used. */
export interface FoundPlace {
  readonly issuer: string
  /** As the server names it. */
  readonly url: string
  /** Null: it publishes nothing, so the addresses of the oldest revision hold. */
  readonly metadata: AuthorizationServerMetadata | null
  /** Why a person has to say that they know it; null when all is as it should be. */
  readonly doubt: Said | null
}

export interface Discovery {
  readonly serverUrl: string
  /** For the `resource` parameter; null where the server publishes nothing of itself. */
  readonly resource: string | null
  readonly scopes: readonly string[] | null
  readonly wantsProof: boolean
  /** At least one. */
  readonly places: readonly FoundPlace[]
}

export interface DiscoveryOptions {
  readonly fetch: SignInFetch
  /** Of the server's refusal; null: it names none. */
  readonly resourceMetadataUrl: string | null
  /** Whether it asks for tokens that are bound to a key. */
  readonly wantsProof: boolean
  /** The only issuer that the person allows; null: any. */
  readonly issuer: string | null
}

/** @throws HostError SIGN_IN_FAILED why nobody can sign in */
export async function discover(serverUrl: URL, options: DiscoveryOptions): Promise<Discovery> {
  const published = await readResourceMetadata(serverUrl, options)
  if (published !== null) checkResource(serverUrl, published.resource)
  const named = published?.authorization_servers ?? []
  const found =
    named.length > 0
      ? await findAll(named.slice(0, mostServers), options)
      : [await findOldPlace(serverUrl, published === null, options)]
  const places = found.filter(({ issuer }) => options.issuer === null || isSameIssuer(issuer, options.issuer))
  if (places.length === 0) {
    const issuers = found.map(({ issuer }) => inQuotes(issuer))
    throw signInStopped(
      say('auth.issuerNotAllowed', { host: serverUrl.host, issuers, issuer: options.issuer ?? '' })
    )
  }
  return {
    serverUrl: serverUrl.href,
    // Word for word: servers compare it as text.
    resource: published?.resource ?? null,
    scopes: published?.scopes_supported ?? null,
    wantsProof:
      options.wantsProof ||
      published?.dpop_bound_access_tokens_required === true ||
      published?.dpop_signing_alg_values_supported?.includes('ES256') === true,
    places
  }
}

/** Null when the server publishes nothing; what it publishes in a broken form stops the sign-in. */
async function readResourceMetadata(
  serverUrl: URL,
  { fetch, resourceMetadataUrl }: DiscoveryOptions
): Promise<ResourceMetadata | null> {
  const path = serverUrl.pathname.replace(/\/$/, '')
  const wellKnown = '/.well-known/oauth-protected-resource'
  const addresses = [
    ...(resourceMetadataUrl === null ? [] : [checkAddress(resourceMetadataUrl, 'description')]),
    new URL(`${wellKnown}${path}${serverUrl.search}`, serverUrl),
    new URL(wellKnown, serverUrl)
  ]
  for (const address of new Map(addresses.map((url) => [url.href, url])).values()) {
    const response = await follow(fetch)(address, { headers: metadataHeaders }).catch(toUnreachable(address))
    if (response.status >= 500)
      throw signInStopped(say('auth.ownTrouble', { host: address.host, status: response.status }))
    if (!response.ok) continue
    const parsed = resourceMetadata.safeParse(await response.json().catch(() => null))
    if (parsed.success) return parsed.data
    // Servers that answer every path with a page of their own publish nothing.
    if (!isJson(response)) continue
    throw signInStopped(say('auth.resourceUnclear', { host: address.host }))
  }
  return null
}

const metadataHeaders = { accept: 'application/json', 'mcp-protocol-version': LATEST_PROTOCOL_VERSION }

/** Redirects within the origin are followed. */
function follow(fetch: SignInFetch): SignInFetch {
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

function checkResource(serverUrl: URL, resource: string): void {
  const isUsable = canParseUrl(resource) && new URL(resource).hash === ''
  const isServer =
    isUsable && checkResourceAllowed({ requestedResource: serverUrl.href, configuredResource: resource })
  if (isServer) return
  throw signInStopped(say('auth.otherResource', { host: serverUrl.host, resource: inQuotes(resource) }))
}

/** Those that can be used; where there is none, the first one's reason. */
async function findAll(named: readonly string[], options: DiscoveryOptions): Promise<readonly FoundPlace[]> {
  const found = await Promise.allSettled(named.map((url) => findPlace(url, options.fetch)))
  const places = found.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  if (places.length > 0) return places
  throw found.find((each) => each.status === 'rejected')?.reason as Error
}

/** The authorization server at the address. @throws HostError SIGN_IN_FAILED */
export async function findPlace(url: string, fetch: SignInFetch): Promise<FoundPlace> {
  const address = checkAddress(url, 'authorizationServer')
  const metadata = await readMetadata(url, fetch)
  if (metadata === null) throw signInStopped(say('auth.noMetadata', { host: address.host }))
  checkMetadata(metadata, { needsPkce: true })
  return { issuer: metadata.issuer, url, metadata, doubt: null }
}

/** The server itself, as the oldest revision has it; with its own endpoints where it publishes nothing at all. */
async function findOldPlace(
  serverUrl: URL,
  isOld: boolean,
  { fetch }: DiscoveryOptions
): Promise<FoundPlace> {
  const url = new URL('/', serverUrl).href
  try {
    const metadata = await readMetadata(url, fetch)
    if (metadata === null && !isOld) throw signInStopped(say('auth.noPlace', { host: serverUrl.host }))
    if (metadata !== null) checkMetadata(metadata, { needsPkce: !isOld })
    return { issuer: metadata?.issuer ?? serverUrl.origin, url, metadata, doubt: null }
  } catch (error) {
    if (!isOld || !(error instanceof HostError) || !(error.cause instanceof IssuerMismatchError)) throw error
    return await findDoubtful(url, fetch, error)
  }
}

/** Such servers were set up before there was a rule; only a name of the same origin is let through, by the person. */
async function findDoubtful(url: string, fetch: SignInFetch, refusal: HostError): Promise<FoundPlace> {
  const metadata = await readMetadata(url, fetch, true)
  const issuer = metadata?.issuer ?? ''
  if (metadata === null || !canParseUrl(issuer) || new URL(issuer).origin !== new URL(url).origin)
    throw refusal
  checkMetadata(metadata, { needsPkce: false })
  const doubt = say('auth.issuerDoubt', { origin: new URL(url).origin, issuer })
  return { issuer, url, metadata, doubt }
}

async function readMetadata(
  url: string,
  fetch: SignInFetch,
  skipIssuerValidation = false
): Promise<AuthorizationServerMetadata | null> {
  try {
    let document: unknown = null
    const fetchFn = withCheckedEndpoints(follow(fetch), (read) => (document = read))
    const found = await discoverAuthorizationServerMetadata(url, { fetchFn, skipIssuerValidation })
    if (found === undefined) return null
    const { data } = oauthOnly.safeParse(document)
    return { ...(data === undefined ? {} : withoutGaps(data)), ...found }
  } catch (error) {
    if (error instanceof HostError) throw error
    const { host } = new URL(url)
    if (error instanceof IssuerMismatchError) throw signInStopped(say('auth.otherName', { host }), error)
    if (error instanceof z.ZodError || (error as Error).name === 'ZodError' || error instanceof SyntaxError)
      throw signInStopped(say('auth.metadataUnusable', { host }), error)
    return toUnreachable(new URL(url))(error)
  }
}

/** Before anybody else makes something of them. */
function withCheckedEndpoints(fetch: SignInFetch, onRead: (document: unknown) => void): SignInFetch {
  return async (url, init) => {
    const response = await fetch(url, init)
    if (!response.ok) return response
    const { status, headers } = response
    // Servers that answer every path with a page for people publish nothing there.
    if (headers.get('content-type')?.startsWith('text/html') === true)
      return new Response(null, { status: 404 })
    const body = await response.text()
    const document = parseJson(body)
    checkEndpoints(document)
    onRead(document)
    return new Response(body, { status, headers })
  }
}

function withoutGaps<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T
}

function checkEndpoints(document: unknown): void {
  const published = endpoints.safeParse(document)
  if (!published.success) return // whoever reads it says so
  const { authorization_endpoint, token_endpoint, registration_endpoint, revocation_endpoint } =
    published.data
  if (authorization_endpoint !== undefined) checkAddress(authorization_endpoint, 'page')
  if (token_endpoint !== undefined) checkAddress(token_endpoint, 'tokens')
  if (registration_endpoint != null) checkAddress(registration_endpoint, 'registering')
  if (revocation_endpoint != null) checkAddress(revocation_endpoint, 'signingOut')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // a page for people
  }
}

/** @spec 2025-11-25 basic/authorization#authorization-code-protection */
function checkMetadata(
  metadata: AuthorizationServerMetadata,
  { needsPkce }: { readonly needsPkce: boolean }
): void {
  const { authorization_endpoint: page, token_endpoint: tokens } = metadata
  const { revocation_endpoint: signOut } = metadata as { readonly revocation_endpoint?: string }
  for (const each of [page, tokens, metadata.registration_endpoint ?? page, signOut ?? page])
    checkPlace(new URL(each), metadata)
  const methods = metadata.code_challenge_methods_supported
  if (methods == null ? needsPkce : !methods.includes('S256')) {
    throw signInStopped(say('auth.noPkce', { host: new URL(metadata.issuer).host }))
  }
}

/** Programs on this machine speak for themselves only: an issuer names none but its own. */
function checkPlace(endpoint: URL, { issuer }: AuthorizationServerMetadata): void {
  const own = new URL(issuer)
  if (!isLoopbackHost(endpoint.hostname)) return
  if (isLoopbackHost(own.hostname) && own.port === endpoint.port) return
  throw signInStopped(say('auth.otherProgram', { host: own.host, other: endpoint.host }))
}

function isJson(response: Response): boolean {
  return response.headers.get('content-type')?.includes('json') === true
}

function inQuotes(address: string): string {
  return JSON.stringify(address.slice(0, 200))
}

function toUnreachable({ host }: URL): (error: unknown) => never {
  return (error) => {
    if (error instanceof HostError) throw error
    const { code, name } = error as { code?: string; name?: string }
    throw signInStopped(
      say('auth.unreachable', { host, reason: code ?? name ?? say('auth.noAnswer') }),
      error
    )
  }
}
