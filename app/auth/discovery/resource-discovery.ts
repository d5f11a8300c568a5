/**
 * Finds a protected server's metadata: at the address in its challenge, or at a well-known one. Uses the first valid
 * document that is for this server.
 *
 * @spec RFC 9728#section-3
 */
import { checkResourceAllowed, LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/client'
import { canParseUrl } from '../../base/can-parse-url'
import type { HostError } from '../../base/host-error'
import { say } from '../../texts/render-localized'
import { DocumentFault, parseJson } from '../documents/members'
import { readResourceMetadata } from '../documents/resource-metadata'
import type { ResourceMetadata } from '../documents/resource-metadata'
import { toAddress } from '../documents/server-metadata'
import { checkAddress } from './address-rules'
import { toSignInFailure } from './answer-failures'
import { documentFailed, signInStopped } from './failures'
import { followWithinOrigin } from './follow-redirects'
import type { SignInFetch } from './guarded-fetch'

const wellKnown = '/.well-known/oauth-protected-resource'

export const metadataHeaders = {
  accept: 'application/json',
  'mcp-protocol-version': LATEST_PROTOCOL_VERSION
}

export interface FoundResource {
  /** Null: the server publishes no metadata. */
  readonly metadata: ResourceMetadata | null
  /** Set when a request failed, so that it may publish something after all. */
  readonly trouble: HostError | null
}

/** @throws HostError SIGN_IN_FAILED when all published documents are invalid or for another server */
export async function findResource(
  serverUrl: URL,
  { fetch, resourceMetadataUrl }: { readonly fetch: SignInFetch; readonly resourceMetadataUrl: string | null }
): Promise<FoundResource> {
  let trouble: HostError | null = null
  let refusal: HostError | null = null
  for (const { address, isGuess } of addressesFor(serverUrl, resourceMetadataUrl)) {
    const found = await readAt(address, serverUrl, fetch)
    if (found.type === 'usable') return { metadata: found.metadata, trouble: null }
    // Under its own path a server may answer anything: only a valid document counts there.
    if (isGuess) continue
    if (found.type === 'trouble') trouble ??= found.reason
    if (found.type === 'refused') refusal ??= found.reason
  }
  if (refusal !== null) throw refusal
  return { metadata: null, trouble }
}

function addressesFor(serverUrl: URL, named: string | null) {
  const path = serverUrl.pathname.replace(/\/$/, '')
  const all = [
    ...(named === null ? [] : [checkAddress(toAddress(named, serverUrl), 'description')]),
    new URL(`${wellKnown}${path}${serverUrl.search}`, serverUrl),
    new URL(wellKnown, serverUrl)
  ]
  const known = [...new Map(all.map((address) => [address.href, address])).values()]
  const guess = path === '' ? [] : [{ address: new URL(`${path}${wellKnown}`, serverUrl), isGuess: true }]
  return [...known.map((address) => ({ address, isGuess: false })), ...guess]
}

type Read =
  | { readonly type: 'usable'; readonly metadata: ResourceMetadata }
  | { readonly type: 'absent' }
  | { readonly type: 'trouble' | 'refused'; readonly reason: HostError }

async function readAt(address: URL, serverUrl: URL, fetch: SignInFetch): Promise<Read> {
  const { host } = address
  try {
    const response = await followWithinOrigin(fetch)(address, { headers: metadataHeaders })
    if (response.status >= 500) {
      const reason = signInStopped(say('auth.ownTrouble', { host, status: response.status }))
      return { type: 'trouble', reason }
    }
    if (!response.ok) return { type: 'absent' }
    const body = await response.text()
    const document = parseJson(body)
    // A server that answers every path with its own page, or with nothing, publishes no document.
    if (document === undefined && (body.trim() === '' || !isJson(response))) return { type: 'absent' }
    const metadata = readResourceMetadata(document)
    checkResource(serverUrl, metadata.resource)
    return { type: 'usable', metadata }
  } catch (error) {
    if (error instanceof DocumentFault) return { type: 'refused', reason: documentFailed(error, host) }
    const reason = toSignInFailure(error, host)
    return { type: reason === error ? 'refused' : 'trouble', reason }
  }
}

function checkResource(serverUrl: URL, resource: string): void {
  const isUsable = canParseUrl(resource) && new URL(resource).hash === ''
  const isServer =
    isUsable &&
    checkResourceAllowed({ requestedResource: serverUrl.href, configuredResource: withoutSlash(resource) })
  if (isServer) return
  throw signInStopped(say('auth.otherResource', { host: serverUrl.host, resource: inQuotes(resource) }))
}

/** `/mcp/` is the same server as `/mcp`. */
function withoutSlash(resource: string): string {
  const url = new URL(resource)
  return url.origin + url.pathname.replace(/\/$/, '')
}

function isJson(response: Response): boolean {
  return response.headers.get('content-type')?.includes('json') === true
}

export function inQuotes(address: string): string {
  return JSON.stringify(address.slice(0, 200))
}
