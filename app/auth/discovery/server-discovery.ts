/**
 * Finds an authorization server's metadata, published as OAuth metadata or as an OpenID configuration, with the path of
 * its issuer inserted or appended. A failing address doesn't end the search.
 *
 * @spec 2025-11-25 basic/authorization#authorization-server-metadata-discovery
 */
import type { AuthorizationServerMetadata } from '@modelcontextprotocol/client'
import { HostError } from '../../base/host-error'
import { isLoopbackHost } from '../../net/address-location'
import { say } from '../../texts/render-localized'
import { parseJson } from '../documents/members'
import { readServerMetadata } from '../documents/server-metadata'
import type { MetadataOptions } from '../documents/server-metadata'
import { checkAddress, isSameIssuer } from './address-rules'
import { toSignInFailure } from './answer-failures'
import { signInStopped, shortenServerText } from './failures'
import { followWithinOrigin } from './follow-redirects'
import type { SignInFetch } from './guarded-fetch'
import { metadataHeaders } from './resource-discovery'

export interface ServerSearch {
  readonly fetch: SignInFetch
  /** Whether an authorization page is used. */
  readonly needsPage: boolean
}

/** The document names a different issuer than its address. */
export class OtherIssuer extends Error {
  override readonly name = 'OtherIssuer'
  readonly metadata: AuthorizationServerMetadata

  constructor(metadata: AuthorizationServerMetadata) {
    super(metadata.issuer)
    this.metadata = metadata
  }
}

interface Candidate {
  readonly address: URL
  readonly kind: MetadataOptions['kind']
  /** The issuer that the document must name. */
  readonly issuer: string
  /** The address may also belong to another issuer: a document with that issuer's name doesn't count. */
  readonly isShared?: boolean
}

const oauth = '/.well-known/oauth-authorization-server'
const openid = '/.well-known/openid-configuration'

/** At the address of an issuer. Null: nothing is published. @throws HostError SIGN_IN_FAILED, with `OtherIssuer` as cause */
export function findServerMetadata(
  issuer: string,
  search: ServerSearch
): Promise<AuthorizationServerMetadata | null> {
  const url = new URL(issuer)
  const path = url.pathname.replace(/\/$/, '')
  const at = (where: string, kind: Candidate['kind'], isShared = false): Candidate => ({
    address: new URL(where, url.origin),
    kind,
    issuer,
    isShared
  })
  const root = [at(oauth, 'server', path !== ''), at(openid, 'openid', path !== '')]
  const own = [
    at(`${oauth}${path}`, 'server'),
    at(`${openid}${path}`, 'openid'),
    at(`${path}${openid}`, 'openid'),
    at(`${path}${oauth}`, 'server')
  ]
  return searchAll(path === '' ? root : [...own, ...root], search)
}

/**
 * For a server that is its own authorization server: at its origin, or after its path. Null as above.
 *
 * @spec 2025-03-26 basic/authorization#server-metadata-discovery
 */
export async function findOwnMetadata(
  serverUrl: URL,
  search: ServerSearch
): Promise<AuthorizationServerMetadata | null> {
  const { origin } = serverUrl
  const path = serverUrl.pathname.replace(/\/$/, '')
  const at = (where: string, issuer: string): Candidate => ({
    address: new URL(where, origin),
    kind: where.includes(openid) ? 'openid' : 'server',
    issuer,
    isShared: where !== oauth && where !== openid
  })
  const root = [at(oauth, origin), at(openid, origin)]
  if (path === '') return await searchAll(root, search)
  const behind = origin + path
  // The root of the origin publishes these, with any path inserted: they may be about either.
  const putIn = [`${oauth}${path}`, `${openid}${path}`].flatMap((where) => [
    at(where, origin),
    at(where, behind)
  ])
  const appended = [at(`${path}${openid}`, behind), at(`${path}${oauth}`, behind)]
  return await searchAll([...root, ...putIn, ...appended], search)
}

/** Prefers metadata that lists PKCE support. */
async function searchAll(
  candidates: readonly Candidate[],
  search: ServerSearch
): Promise<AuthorizationServerMetadata | null> {
  let problem: Error | null = null
  let secondBest: AuthorizationServerMetadata | null = null
  const read = readOnce(search)
  for (const candidate of candidates) {
    try {
      const metadata = await read(candidate)
      if (metadata !== null && (!search.needsPage || supportsPkce(metadata))) return metadata
      secondBest ??= metadata
    } catch (error) {
      if (candidate.isShared !== true) problem ??= error as Error
    }
  }
  if (secondBest !== null) return secondBest
  if (problem !== null) throw problem
  return null
}

export function supportsPkce({
  code_challenge_methods_supported: methods
}: AuthorizationServerMetadata): boolean {
  return methods != null
}

/** Requests no address twice. */
function readOnce(search: ServerSearch) {
  const bodies = new Map<string, Promise<string | null>>()
  return async (candidate: Candidate): Promise<AuthorizationServerMetadata | null> => {
    const { address, kind, issuer } = candidate
    try {
      const reading = bodies.get(address.href) ?? readBody(address, search.fetch)
      bodies.set(address.href, reading)
      const body = await reading
      if (body === null) return null
      const { needsPage } = search
      const metadata = readServerMetadata(parseJson(body), { kind, address, needsPage })
      const endpoints = checkAddresses(metadata)
      if (!isSameIssuer(metadata.issuer, issuer))
        throw signInStopped(
          say('auth.otherName', {
            host: address.host,
            name: shortenServerText(metadata.issuer),
            named: issuer
          }),
          new OtherIssuer(metadata)
        )
      for (const endpoint of endpoints) checkProgram(endpoint, metadata)
      return metadata
    } catch (error) {
      throw error instanceof HostError ? error : toSignInFailure(error, address.host)
    }
  }
}

/** Null: nothing is published there. */
async function readBody(address: URL, fetch: SignInFetch): Promise<string | null> {
  const { host } = address
  const response = await followWithinOrigin(fetch)(address, { headers: metadataHeaders })
  if (response.status >= 500) throw signInStopped(say('auth.ownTrouble', { host, status: response.status }))
  if (!response.ok) return null
  const body = await response.text()
  // A web page or an empty answer on every path means that nothing is published there.
  const isPage = response.headers.get('content-type')?.startsWith('text/html') === true
  return body.trim() === '' || (isPage && parseJson(body) === undefined) ? null : body
}

/** Before any other code uses them. */
function checkAddresses(metadata: AuthorizationServerMetadata): readonly URL[] {
  const roles = {
    authorization_endpoint: 'page',
    token_endpoint: 'tokens',
    registration_endpoint: 'registering',
    revocation_endpoint: 'signingOut'
  } as const
  return Object.entries(roles).flatMap(([name, role]) => {
    const endpoint = (metadata as Readonly<Record<string, unknown>>)[name]
    return endpoint === undefined ? [] : [checkAddress(endpoint, role)]
  })
}

/** For a document whose issuer doesn't match its address. @throws HostError SIGN_IN_FAILED */
export function checkPrograms(metadata: AuthorizationServerMetadata): void {
  for (const endpoint of checkAddresses(metadata)) checkProgram(endpoint, metadata)
}

/** Programs on this computer: an issuer may name only its own endpoints. */
function checkProgram(endpoint: URL, { issuer }: AuthorizationServerMetadata): void {
  const own = new URL(issuer)
  if (!isLoopbackHost(endpoint.hostname)) return
  if (isLoopbackHost(own.hostname) && own.port === endpoint.port) return
  throw signInStopped(say('auth.otherProgram', { host: own.host, other: endpoint.host }))
}
