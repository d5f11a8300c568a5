/**
 * Parley's client at an authorization server: from the settings, stored earlier, a metadata document on the network, or
 * registered now. Each client belongs to one issuer and is never sent to another.
 *
 * @spec 2025-11-25 basic/authorization#client-registration-approaches
 */
import type { HostError } from '../../base/host-error'
import { say } from '../../texts/render-localized'
import type { OAuthDefinition } from '../../settings/definition'
import type { AccountRecord, StoredClient } from './account-record'
import { isSameIssuer, toIssuer } from '../discovery/address-rules'
import type { DiscoveredLocation } from '../discovery/discovery'
import { toSignInFailure } from '../discovery/answer-failures'
import { signInFailed, shortenServerText } from '../discovery/failures'
import { followWithinOrigin } from '../discovery/follow-redirects'
import type { SignInFetch } from '../discovery/guarded-fetch'
import { readRegistrationAnswer } from '../documents/registration-answer'
import type { GivenClient } from '../documents/registration-answer'
import { firstRequest, nextRequest } from './registration-request'
import type { RefusedRegistration, RegistrationRequest } from './registration-request'

const longestId = 2_048

/** Null: a client has to be registered or entered. */
export function knownClient(
  { issuer, metadata }: DiscoveredLocation,
  oauth: OAuthDefinition | null,
  { record, now }: { readonly record: AccountRecord; readonly now: number }
): StoredClient | null {
  if (oauth?.clientId != null && isForServer(issuer, oauth, record))
    return toClient(oauth.clientId, oauth.clientSecret)
  const kept = Object.hasOwn(record.clients, issuer) ? record.clients[issuer] : undefined
  const until = kept?.client_secret_expires_at ?? 0
  if (kept !== undefined && (until === 0 || until * 1_000 > now)) return kept
  const description = oauth?.clientMetadataUrl ?? null
  const takesOne = metadata?.['client_id_metadata_document_supported'] === true
  return description !== null && takesOne ? toClient(description, null) : null
}

/** Whether the client of the settings may be sent there: its first use binds it to an issuer. */
export function isForServer(issuer: string, oauth: OAuthDefinition, { clients }: AccountRecord): boolean {
  if (oauth.issuer !== null) return isSameIssuer(toIssuer(oauth.issuer), issuer)
  const places = Object.keys(clients).filter((place) => clients[place]?.client_id === oauth.clientId)
  return places.length === 0 || places.some((place) => isSameIssuer(place, issuer))
}

/** Whether Parley can get a client without the user. */
export function supportsRegistration({ metadata }: DiscoveredLocation): boolean {
  return metadata === null || metadata.registration_endpoint != null
}

export function toClient(id: string, secret: string | null | undefined): StoredClient {
  return {
    client_id: id,
    redirectUri: null,
    ...(secret == null || secret === '' ? {} : { client_secret: secret })
  }
}

export interface RegisterOptions {
  readonly redirectUri: string
  readonly scope: string | undefined
  readonly fetch: SignInFetch
}

/** @throws HostError SIGN_IN_FAILED */
export async function register(
  { url, metadata }: DiscoveredLocation,
  { redirectUri, scope, fetch }: RegisterOptions
): Promise<StoredClient> {
  const { host } = new URL(url)
  const listed = metadata?.token_endpoint_auth_methods_supported ?? []
  const endpoint = new URL(metadata?.registration_endpoint ?? new URL('/register', url))
  const sent = [firstRequest(redirectUri, scope, listed)]
  for (;;) {
    const request = sent.at(-1) ?? firstRequest(redirectUri, scope, listed)
    const answer = await send(endpoint, request, fetch).catch((error: unknown) => {
      throw toSignInFailure(error, host)
    })
    if (answer.type === 'given') return toStored(answer.client, { redirectUri, scope: request.scope, host })
    const refused = { ...answer.refusal, status: answer.status }
    const next = nextRequest(sent, refused, listed)
    if (next === null) throw notRegistered(host, refused)
    sent.push(next)
  }
}

async function send(endpoint: URL, request: RegistrationRequest, fetch: SignInFetch) {
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const body = JSON.stringify(request)
  const response = await followWithinOrigin(fetch)(endpoint, { method: 'POST', headers, body })
  const { status, ok } = response
  return { ...readRegistrationAnswer(await response.text(), ok), status }
}

/** Other members of the answer, such as different redirect addresses, are ignored. */
function toStored(
  given: GivenClient,
  { redirectUri, scope, host }: Pick<RegisterOptions, 'redirectUri' | 'scope'> & { readonly host: string }
): StoredClient {
  const { client_id: id, client_secret: secret } = given
  if (!isId(id) || (secret !== undefined && !isId(secret)))
    throw signInFailed(say('auth.unusableId', { host }))
  return { ...given, redirectUri, ...(scope === undefined ? {} : { scope }) }
}

function notRegistered(host: string, { status, code, words }: RefusedRegistration): HostError {
  if (code === null && words === '') return signInFailed(say('auth.notRegistered', { host, status }))
  const shown = shortenServerText(words === '' || code === null ? `HTTP ${status}` : code)
  const text = endedWords(words === '' ? (code ?? '') : words)
  return signInFailed(say('auth.notRegisteredSaying', { host, code: shown, words: text }))
}

/** As a sentence: another one follows. */
function endedWords(text: string): string {
  const words = shortenServerText(text)
  return words === '' || /[.!?]$/.test(words) ? words : `${words}.`
}

function isId(text: string): boolean {
  return text.length <= longestId && /^[\x20-\x7e]+$/.test(text)
}
