/**
 * The sign-in at one server: its stored record, one renewal and one sign-in at a time, and its view for the screen.
 * `account-registry.ts` requests tokens and handles their effects.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { canParseUrl } from '../../base/can-parse-url'
import type { LocalizedText } from '../../contract/localized-text'
import { say, sentences, toEnglish } from '../../texts/render-localized'
import { toLocalizedText } from '../../base/host-error'
import type { AccountView } from '../../contract/accounts'
import type { AccessToken, Challenge } from '../../mcp/interface'
import { withClient, withIssuers, withoutClient, forgetSession } from '../client/account-record'
import type { AccountRecord, Session } from '../client/account-record'
import type { AccountOptions, RefusedRequest, SignInRequest } from './account-options'
import { viewAccount } from './account-view'
import type { AccountStatus } from './account-view'
import { createBackOff } from './back-off'
import type { BackOff } from './back-off'
import { isSameIssuer } from '../discovery/address-rules'
import { cancelled, isForPkce } from '../discovery/failures'
import type { SignInTarget } from '../interface'
import { CachedRecord } from './cached-record'
import type { Renewal } from '../tokens/renewal'
import { revokeAll } from '../tokens/revocation'
import { toAccessToken, toScopes } from '../tokens/tokens'

/** Before the one silent retry of a failed renewal. */
const quietRetryMs = 1_000
const renewalLimitMs = 25_000
/** A new token doesn't help when the server rejects one so soon after it was issued. */
const freshMs = 60_000

type SignInAttempt = { readonly done: Promise<boolean>; readonly controller: AbortController }

export class Account {
  readonly serverName: string
  readonly #options: AccountOptions
  readonly #kept: CachedRecord
  #standing: AccountStatus | null = null
  /** Counts what the user started or ended: a renewal from before such a moment does not undo it. */
  #decisions = 0
  #renewal: Promise<AccessToken | null> | null = null
  #signIn: SignInAttempt | null = null
  #givenAt = -Infinity
  /** For renewals that no caller waits for. */
  readonly #backOff: BackOff
  /** The server's latest challenge. */
  #challenge: Challenge | null = null
  /** The user declined, or the last attempt failed, for now. */
  #isDeclined = false

  constructor(serverName: string, options: AccountOptions) {
    this.serverName = serverName
    this.#options = options
    this.#kept = new CachedRecord(options.records)
    this.#backOff = createBackOff(options.now)
  }

  /** Reads the stored record. */
  async load(): Promise<void> {
    await this.#kept.load()
  }

  /** Null when no sign-in was ever required. */
  view(): AccountView | null {
    return viewAccount(this.serverName, this.#kept.current, this.#standing)
  }

  /** The user signed out: no call asks them to sign in again. */
  get isSignedOut(): boolean {
    return this.#kept.current.isSignedOut
  }

  /** Whether Parley may ask the user without an action of theirs. */
  get mayAsk(): boolean {
    return !this.#isDeclined && !this.isSignedOut
  }

  /** Whether the token was just issued and never worked: a new one would be rejected as well. */
  isJustGiven({ usedToken, wasAccepted }: RefusedRequest): boolean {
    if (usedToken === null || wasAccepted || this.#kept.current.session?.accessToken !== usedToken)
      return false
    return this.#options.now() - this.#givenAt < freshMs
  }

  /** The user wants the server: Parley may ask them again. */
  async welcome(): Promise<void> {
    this.#isDeclined = false
    const record = await this.#kept.load()
    if (record.isSignedOut) await this.#save({ ...record, isSignedOut: false })
  }

  /** Null when there is no sign-in for exactly this address. */
  async accessFor(url: string): Promise<AccessToken | null> {
    const session = await this.#sessionFor(url)
    return session === null ? null : toAccessToken(session)
  }

  /** Without the user. Null: they have to sign in. Runs once for any number of callers. */
  async renew(request: RefusedRequest): Promise<AccessToken | null> {
    const { challenge, usedToken } = request
    if (challenge.status !== null) this.#challenge = challenge
    const { session: held } = await this.#kept.load()
    // Another caller has already renewed it.
    if (held !== null && usedToken !== null && held.accessToken !== usedToken && !this.#isOver(held))
      return toAccessToken(held)
    if (challenge.status === 403) return null
    this.#renewal ??= this.#renewOnce(request).finally(() => {
      this.#renewal = null
    })
    return await this.#renewal
  }

  /**
   * With the user; joins a sign-in in progress. False: it failed, and the state has the reason. `added`: scopes that
   * are needed in addition to the granted ones.
   */
  async signIn(reason: LocalizedText, added: readonly string[] = [], isAnyway = false): Promise<boolean> {
    if (this.#signIn !== null) return await this.#signIn.done
    const controller = new AbortController()
    const { signal } = controller
    const attempt = { controller, done: this.#signInOnce({ reason, added, isAnyway, signal }) }
    this.#signIn = attempt
    const isDone = await attempt.done
    if (this.#signIn === attempt) this.#signIn = null
    return isDone
  }

  /** Started by the user: cancels a sign-in in progress. */
  async signInAnew(reason: LocalizedText, isAnyway: boolean): Promise<boolean> {
    this.cancel()
    await this.#signIn?.done
    return await this.signIn(reason, [], isAnyway)
  }

  /** Whether the user accepted this issuer although it doesn't list PKCE support. */
  acceptsNoPkce(issuer: string): boolean {
    return this.#kept.current.withoutPkce?.some((each) => isSameIssuer(each, issuer)) === true
  }

  /** The address of the page that a sign-in waits for; null when none waits. */
  get waitingPage(): string | null {
    return this.#standing?.page?.url ?? null
  }

  cancel(): void {
    this.#signIn?.controller.abort(cancelled())
  }

  /** Scopes that the server requests and Parley didn't yet; empty when requesting again is no use. */
  addedScopes({ scope }: Challenge): readonly string[] {
    const { session } = this.#kept.current
    const known = new Set([...(session?.scopes ?? []), ...(session?.requestedScopes ?? [])])
    return toScopes(scope).filter((each) => !known.has(each))
  }

  /** Signs out. @throws HostError VAULT_WRITE_FAILED when it won't last after a restart */
  async end({ forgetsClients }: { readonly forgetsClients: boolean }): Promise<void> {
    this.#decisions += 1
    this.cancel()
    await this.#signIn?.done
    const record = await this.#kept.load()
    // First, so that nothing is sent with a token that is being revoked.
    const saving = this.#kept.save({
      ...record,
      session: null,
      identity: null,
      ...(forgetsClients ? { clients: {}, withoutOffline: [] } : {}),
      isSignedOut: true
    })
    const reason = say(forgetsClients ? 'auth.registersAgain' : 'auth.signedOut')
    this.#stand({ state: 'signed-out', reason })
    try {
      await saving
    } finally {
      const isRevoked = await this.#revoke(record)
      this.#options.log.info('signed out', { serverName: this.serverName, isRevoked })
    }
  }

  /** Deletes the whole record at once and doesn't wait until the tokens are revoked. */
  async remove(): Promise<void> {
    const record = await this.#kept.load()
    await this.forget()
    void this.#takeBack(record) // never rejects
  }

  /** The tokens stay valid: they are saved under another name. */
  async forget(): Promise<void> {
    this.#decisions += 1
    this.cancel()
    await this.#kept.remove()
  }

  /** The entry was removed or returned: previous attempts and the user's decline no longer count. */
  beginAnew(): void {
    this.cancel()
    this.#signIn = null
    this.#isDeclined = false
    this.#challenge = null
    this.#standing = null
  }

  /** Copies the account to another name; a running renewal still belongs to it. */
  async copyTo(other: Account): Promise<void> {
    await this.#renewal?.catch(() => null)
    await other.#save(await this.#kept.load())
  }

  async #renewOnce(request: RefusedRequest): Promise<AccessToken | null> {
    const { challenge } = request
    const target = await this.#options.findTarget()
    const session = await this.#sessionFor(target.url)
    if (session?.scheme === 'basic') return await this.#refusePassword()
    if (challenge.status === 401 && this.isJustGiven(request) && session !== null && !this.#isOver(session))
      return this.#need(say('auth.refusesNew'))
    const flow = target.oauth?.flow ?? 'browser'
    if (this.isSignedOut) return this.#need(say('auth.signedOut'))
    if (flow === 'browser' && session === null)
      return this.#need(say('auth.asksForSignIn', { server: this.serverName }))
    if (challenge.status === null && this.#backOff.isOn()) return null
    const [decisions, before] = [this.#decisions, this.#kept.current]
    let renewal = await this.#tryRenewal(target, session, request)
    if (renewal.type === 'trouble') {
      await sleep(quietRetryMs, undefined, { ref: false })
      // Trust may have been withdrawn since.
      const again = await this.#options.findTarget()
      renewal = await this.#tryRenewal(again, await this.#sessionFor(again.url), request)
    }
    if (this.#decisions === decisions) return await this.#takeRenewal(renewal)
    // The user signed out or in since: that state counts.
    const access = await this.accessFor(target.url)
    if (access === null && renewal.type === 'renewed')
      void this.#takeBack({ ...before, session: renewal.session, identity: null }) // never rejects
    return access
  }

  /** Nothing renews it: Parley asks the user again. */
  async #refusePassword(): Promise<null> {
    await this.#save(forgetSession(this.#kept.current))
    return this.#need(say('auth.passwordRefused', { server: this.serverName }))
  }

  async #tryRenewal(
    target: SignInTarget,
    session: Session | null,
    { challenge }: RefusedRequest
  ): Promise<Renewal> {
    // Loaded late: most starts need no sign-in, and its library is a quarter of the size of the core.
    const { renewSilently } = await import('../tokens/silent-renewal')
    return await renewSilently({
      target,
      record: this.#kept.current,
      session,
      challenge: this.#challenge,
      isEarly: challenge.status === 401 && session !== null && !this.#isOver(session),
      fetchFor: (url) => this.#options.fetchFor(url, AbortSignal.timeout(renewalLimitMs)),
      acceptsNoPkce: this.#options.acceptsNoPkce,
      now: this.#options.now
    })
  }

  async #takeRenewal(renewal: Renewal): Promise<AccessToken | null> {
    const { now } = this.#options
    const record = this.#kept.current
    if (renewal.type === 'renewed') {
      this.#givenAt = now()
      this.#backOff.noteSuccess()
      const { session, client, identity = null } = renewal
      const clients = withClient(record, session, client ?? null)
      await this.#save({ ...record, clients, session, identity, isSignedOut: false })
      this.#stand(null)
      return toAccessToken(renewal.session)
    }
    this.#options.log.warn('a sign-in was not renewed', {
      serverName: this.serverName,
      reason: toEnglish(renewal.reason)
    })
    if (renewal.type === 'refused') await this.#save(forgetSession(record, renewal.clientRefusedBy))
    else this.#backOff.noteFailure()
    const { reason } = renewal
    return this.#need(record.session === null ? reason : sentences(say('auth.ended'), reason))
  }

  /** Never rejects. */
  async #signInOnce({ isAnyway, ...attempt }: SignInRequest): Promise<boolean> {
    const { signal } = attempt
    const stand = (text: LocalizedText, more: Partial<AccountStatus> = {}) =>
      this.#stand({ ...this.#standing, ...more, state: 'signing-in', reason: text })
    stand(say('auth.lookingUp'))
    try {
      const { askAndSignIn } = await import('../sign-in/sign-in')
      const signedIn = await askAndSignIn({
        ...this.#options,
        target: await this.#options.findTarget(),
        record: await this.#kept.load(),
        ...attempt,
        challenge: this.#challenge,
        fetchFor: (url) => this.#options.fetchFor(url, signal),
        acceptsNoPkce: isAnyway ? () => true : this.#options.acceptsNoPkce,
        onAsked: () => stand(say('auth.asked')),
        onWrongAnswer: () => stand(say('auth.wrongAnswer')),
        onBrowserOpened: (page) => stand(page.words, { page }),
        onClientRefused: (issuer) => void this.#save(withoutClient(this.#kept.current, issuer))
      })
      if (signedIn === null) throw cancelled()
      signal.throwIfAborted()
      this.#decisions += 1
      this.#givenAt = this.#options.now()
      const { client, session, identity, isWithoutOffline: withoutOffline } = signedIn
      const { current } = this.#kept
      const clients = withClient(current, session, client)
      const learned = withIssuers(current, session, { anyway: isAnyway, withoutOffline })
      await this.#save({ ...current, ...learned, clients, session, identity, isSignedOut: false })
      this.#isDeclined = false
      this.#stand(null)
      return true
    } catch (error) {
      if (this.#signIn?.controller.signal !== signal) return false
      this.#isDeclined = true
      this.#options.log.warn('a sign-in failed', { serverName: this.serverName, error })
      // An aborted request fails like a lost connection.
      const reason = toLocalizedText(signal.aborted ? signal.reason : error)
      this.#stand({ state: 'needs-sign-in', reason, canSignInAnyway: isForPkce(error) })
      return false
    }
  }

  /** Tokens are only for the address that they were issued for. */
  async #sessionFor(url: string): Promise<Session | null> {
    const { session } = await this.#kept.load()
    return session !== null && canParseUrl(url) && session.serverUrl === new URL(url).href ? session : null
  }

  async #takeBack(record: AccountRecord): Promise<void> {
    if (record.session === null && record.identity === null) return
    const isRevoked = await this.#revoke(record)
    this.#options.log.info('revoked tokens', { serverName: this.serverName, isRevoked })
    if (isRevoked) return
    const place = record.session?.place ?? record.identity?.place
    const issuer = place?.issuer ?? say('auth.itsIssuer')
    this.#options.alert(say('auth.notRevoked', { server: this.serverName, issuer }))
  }

  #revoke(record: AccountRecord): Promise<boolean> {
    const limit = AbortSignal.timeout(10_000)
    return revokeAll(record, (url) => this.#options.fetchFor(url, limit))
  }

  #isOver({ expiresAt }: Session): boolean {
    return expiresAt !== null && expiresAt <= this.#options.now()
  }

  #need(reason: LocalizedText): null {
    if (this.isSignedOut) {
      if (this.#standing?.state !== 'signed-out')
        this.#stand({ state: 'signed-out', reason: say('auth.signedOut') })
      return null
    }
    if (this.#signIn === null) this.#stand({ state: 'needs-sign-in', reason })
    return null
  }

  #stand(standing: AccountStatus | null): void {
    const reason = standing?.reason ?? null
    this.#standing = standing && { ...standing, reason: reason && this.#options.redact(reason) }
    this.#options.onChange()
  }

  /** The new state takes effect even if saving fails; the user is notified. */
  async #save(record: AccountRecord): Promise<void> {
    await this.#kept.save(record).catch((error: unknown) => {
      this.#options.alert(say('auth.lostAtEnd', { server: this.serverName, reason: toLocalizedText(error) }))
    })
  }
}
