/**
 * One sign-in in the browser, after the user has approved it: a client, a listener for the redirect, the page, the
 * answer, the token. Always closes everything that it opened.
 *
 * @spec 2025-11-25 basic/authorization#authorization-flow-steps
 */
import {
  OAuthError,
  exchangeAuthorization,
  startAuthorization,
  validateAuthorizationResponseIssuer
} from '@modelcontextprotocol/client'
import type { OAuthTokens } from '@modelcontextprotocol/client'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'
import type { OAuthDefinition } from '../../settings/definition'
import type { Session, StoredClient } from '../client/account-record'
import { checkAddress } from '../discovery/address-rules'
import { openAppLinkListener } from './app-links'
import type { AppLinks } from './app-links'
import { openCallbackListener } from './callback-listener'
import type { Callback, CallbackListener } from './callback-listener'
import { createClientAuthentication } from '../client/client-authentication'
import type { Discovery, DiscoveredLocation } from '../discovery/discovery'
import { isClientRefused, toSignInFailure } from '../discovery/answer-failures'
import { signInFailed, shortenServerText } from '../discovery/failures'
import type { SignInFetch } from '../discovery/guarded-fetch'
import { normalizeTokenAnswers } from '../discovery/normalize-token-answers'
import { isOfflineRefused, offlineAccess } from './offline-access'
import { createProofKey, toProofSession } from '../tokens/dpop-key'
import type { ProofKey } from '../tokens/dpop-key'
import { register } from '../client/registration'
import { toScopes, toSession } from '../tokens/tokens'

const browserLimitMs = 300_000
/** Parameters that the flow itself sets: the settings can't change them. */
const ownParameters: ReadonlySet<string> = new Set([
  'response_type',
  'client_id',
  'redirect_uri',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource'
])

/** The page that the browser opened. The address is confidential: never log or show it. */
export interface SignInPage {
  readonly url: string
  /** Until when Parley waits for the user, milliseconds since the epoch. */
  readonly waitsUntil: number
  /** Message to the user while the page is open. */
  readonly words: LocalizedText
}

export interface CodeFlowOptions {
  readonly discovery: Discovery
  readonly place: DiscoveredLocation
  readonly oauth: OAuthDefinition | null
  /** Null: Parley registers one. */
  readonly client: StoredClient | null
  readonly scopes: readonly string[]
  readonly fetch: SignInFetch
  /** Keeps a secret of this sign-in out of logs. */
  readonly hide: (secret: string) => void
  readonly appLinks: AppLinks
  /** Opens the system's browser. */
  readonly openLink: (url: string) => Promise<void>
  readonly newId: () => string
  readonly now: () => number
  readonly signal: AbortSignal
  /** An answer arrived that is not the expected one. */
  readonly onWrongAnswer: () => void
  /** The browser is open from now on. */
  readonly onBrowserOpened: (page: SignInPage) => void
  /** The service rejects the client that Parley registered there. */
  readonly onClientRefused: (issuer: string) => void
}

export interface SignedIn {
  readonly client: StoredClient
  readonly session: Session
  /** The service rejected the scope for renewal while the user is away. */
  readonly isWithoutOffline: boolean
}

interface Answered extends Pick<SignedIn, 'isWithoutOffline'> {
  readonly client: StoredClient
  readonly tokens: OAuthTokens
  readonly proofKey: ProofKey | null
}

/** @throws HostError SIGN_IN_FAILED; the signal's reason */
export async function signInWithBrowser(options: CodeFlowOptions): Promise<SignedIn> {
  const { place, discovery, scopes, now } = options
  const { client, tokens, proofKey, isWithoutOffline } = await runCodeFlow(options)
  const base = {
    place: { issuer: place.issuer, url: place.url, metadata: place.metadata },
    serverUrl: discovery.serverUrl,
    resource: discovery.resource,
    requestedScopes: isWithoutOffline ? withoutOffline(scopes) : [...scopes],
    refreshToken: null,
    name: null,
    proofKey
  }
  const session = toSession(tokens, base, { now: now(), clientId: client.client_id })
  return { client, session, isWithoutOffline }
}

/**
 * The tokens, unchanged. If the service rejects the scope for renewal while the user is away, the page opens once more
 * without it. The user approved more than that. @throws HostError SIGN_IN_FAILED; the signal's reason
 */
export async function runCodeFlow(options: CodeFlowOptions): Promise<Answered> {
  let { client } = options
  const onClient = (known: StoredClient) => (client = known)
  try {
    return await runOnce({ ...options, isWithoutOffline: false }, onClient)
  } catch (error) {
    if (options.signal.aborted || !isOfflineRefused(error, options.scopes)) throw error
    const scopes = withoutOffline(options.scopes)
    return await runOnce({ ...options, client, scopes, isWithoutOffline: true }, onClient)
  }
}

const withoutOffline = (scopes: readonly string[]) => scopes.filter((scope) => scope !== offlineAccess)

type Attempt = CodeFlowOptions & Pick<SignedIn, 'isWithoutOffline'>

async function runOnce(options: Attempt, onClient: (client: StoredClient) => void): Promise<Answered> {
  const state = `${options.newId()}${options.newId()}`.replaceAll('-', '')
  options.hide(state)
  const listener = await openListener(options, state)
  try {
    const client = await clientFor(listener, options)
    onClient(client)
    return await follow(listener, {
      ...options,
      client,
      state,
      isRegisteredBefore: client === options.client
    })
  } catch (error) {
    if (options.signal.aborted) throw error
    if (isClientRefused(error)) options.onClientRefused(options.place.issuer)
    throw toSignInFailure(error, new URL(options.place.url).host)
  } finally {
    listener.close()
  }
}

/** On the port in the settings, or the port that the client is registered with, or any port. */
async function openListener(
  { oauth, client, appLinks, onWrongAnswer }: CodeFlowOptions,
  state: string
): Promise<CallbackListener> {
  if (oauth?.redirect === 'app') {
    const listener = openAppLinkListener(appLinks, state)
    if (listener !== null) return listener
    throw signInFailed(say('auth.onlyInstalled'))
  }
  const fixed = oauth?.redirectPort ?? null
  const known = Number(new URL(client?.redirectUri ?? 'none:').port) || null
  for (const port of fixed === null ? [known, null] : [fixed]) {
    const listener = await openCallbackListener({ port, state, onWrongAnswer })
    if (listener !== null) return listener
  }
  throw signInFailed(fixed === null ? say('auth.noPortFree') : say('auth.portInUse', { port: String(fixed) }))
}

async function clientFor({ redirectUri }: CallbackListener, options: CodeFlowOptions): Promise<StoredClient> {
  const { client, place, fetch, scopes } = options
  const isKnownHere = client !== null && (client.redirectUri === null || client.redirectUri === redirectUri)
  const isWideEnough =
    client?.scope === undefined || scopes.every((scope) => toScopes(client.scope).includes(scope))
  return isKnownHere && isWideEnough
    ? client
    : await register(place, { redirectUri, scope: toScope(scopes), fetch })
}

interface Flow extends Omit<Attempt, 'client'> {
  readonly client: StoredClient
  readonly state: string
  /** The service may have deleted the client since. */
  readonly isRegisteredBefore: boolean
}

async function follow(listener: CallbackListener, flow: Flow): Promise<Answered> {
  const { place, client, discovery, fetch } = flow
  const proofKey = await proofKeyFor(flow)
  const common = {
    ...(place.metadata === null ? {} : { metadata: place.metadata }),
    ...(discovery.resource === null ? {} : { resource: discovery.resource }),
    clientInformation: client
  }
  const scope = toScope(flow.scopes)
  const { authorizationUrl, codeVerifier } = await startAuthorization(place.url, {
    ...common,
    redirectUrl: listener.redirectUri,
    state: flow.state,
    ...(scope === undefined ? {} : { scope })
  })
  flow.hide(codeVerifier)
  const callback = await visitBrowser(authorizationUrl, listener, flow)
  flow.hide(callback.code ?? '')
  const tokens = await exchangeAuthorization(place.url, {
    ...common,
    addClientAuthentication: createClientAuthentication(client),
    authorizationCode: checkCallback(callback, flow),
    ...(callback.issuer === null ? {} : { iss: callback.issuer }),
    codeVerifier,
    redirectUri: listener.redirectUri,
    ...(proofKey === null ? {} : { dpop: await toProofSession(proofKey) }),
    fetchFn: normalizeTokenAnswers(fetch)
  })
  return { client, tokens, proofKey, isWithoutOffline: flow.isWithoutOffline }
}

async function visitBrowser(url: URL, listener: CallbackListener, flow: Flow): Promise<Callback> {
  const { oauth, openLink, onBrowserOpened, now, signal } = flow
  for (const [name, value] of Object.entries(oauth?.parameters ?? {})) {
    if (!ownParameters.has(name)) url.searchParams.set(name, value)
  }
  const limit = AbortSignal.timeout(browserLimitMs)
  const answered = listener.wait(AbortSignal.any([signal, limit]))
  answered.catch(() => {}) // awaited below, unless the browser can't be opened
  const page = checkAddress(url.href, 'page').href
  const waitsUntil = now() + browserLimitMs
  await openLink(page).catch((error: unknown) => {
    throw signInFailed(say('auth.browserNotOpened'), error)
  })
  onBrowserOpened({ url: page, waitsUntil, words: describePage(listener, flow) })
  return await answered.catch((error: unknown) => {
    if (signal.aborted || !limit.aborted) throw error
    throw signInFailed(say('auth.nobodySignedIn'))
  })
}

/** The page may show an error that is never sent to Parley: what the user can do then. */
function describePage({ redirectUri: address }: CallbackListener, flow: Flow): LocalizedText {
  const { client, oauth, isWithoutOffline, isRegisteredBefore } = flow
  if (isWithoutOffline) return say('auth.inBrowserAgain')
  if (client.redirectUri !== null) return say(isRegisteredBefore ? 'auth.inBrowserKnown' : 'auth.inBrowser')
  if (client.client_id === oauth?.clientMetadataUrl) return say('auth.inBrowser')
  // Services that follow RFC 8252 section 7.3 accept any port of this address.
  const allowed = oauth?.redirectPort == null ? address.replace(/^(http:\/\/[^/:]+):\d+/, '$1') : address
  return say('auth.inBrowserAs', { client: client.client_id, address: allowed })
}

/** The code. An answer of another server is ignored, including its errors. */
function checkCallback(callback: Callback, flow: Flow): string {
  const { code, issuer, error, errorDescription } = callback
  const { place } = flow
  // Character by character, as the specification requires: here an issuer with an additional slash is a different one.
  validateAuthorizationResponseIssuer({
    iss: issuer ?? undefined,
    expectedIssuer: place.metadata?.issuer,
    issParameterSupported: place.metadata?.['authorization_response_iss_parameter_supported'] === true
  })
  if (code !== null && error === null) return code
  const refusal = {
    host: new URL(place.url).host,
    code: error === null ? say('auth.noCode') : shortenServerText(error)
  }
  throw signInFailed(
    errorDescription === null
      ? say('auth.notLetIn', refusal)
      : say('auth.notLetInSaying', { ...refusal, words: shortenServerText(errorDescription) }),
    error === null ? undefined : new OAuthError(error, errorDescription ?? '')
  )
}

/** Only if both sides support key-bound tokens. */
async function proofKeyFor({ discovery, place }: Flow): Promise<ProofKey | null> {
  const algorithms: unknown = (place.metadata as Readonly<Record<string, unknown>> | null)?.[
    'dpop_signing_alg_values_supported'
  ]
  const isWanted = discovery.wantsProof && Array.isArray(algorithms) && algorithms.includes('ES256')
  return isWanted ? await createProofKey() : null
}

function toScope(scopes: readonly string[]): string | undefined {
  return scopes.length === 0 ? undefined : scopes.join(' ')
}

/** For a cancelled sign-in. */
