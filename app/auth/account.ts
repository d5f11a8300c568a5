/**
 * The sign-in at one server: what is kept of it, one renewal and one sign-in at a time, and what the screen sees. Who
 * asks for a token, and what else happens when there is one, is in `accounts.ts`.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { toFailure } from '../base/host-error'
import type { Logger } from '../base/logger'
import type { AccountView } from '../contract/accounts'
import type { AccessToken, Challenge, ChallengedRequest } from '../mcp/interface'
import { emptyRecord } from './account-record'
import type { AccountRecord, RecordStore, Session, StoredClient } from './account-record'
import { checkAddress } from './address-rules'
import { cancelled } from './code-flow'
import { createGuardedFetch, isPrivateServer } from './guarded-fetch'
import type { SignInFetch } from './guarded-fetch'
import type { SignInTarget } from './interface'
import { discoverFor, renewQuietly } from './quiet-renewal'
import type { Renewal } from './renewal'
import { revoke } from './revocation'
import { askAndSignIn } from './sign-in'
import type { SignInOptions } from './sign-in'
import { toAccessToken, toScopes } from './tokens'

export interface AccountOptions extends Pick<
  SignInOptions,
  'consent' | 'hide' | 'appLinks' | 'openLink' | 'newId' | 'now'
> {
  readonly records: RecordStore
  readonly isPrivateAddress: (address: string) => boolean
  /** @throws HostError SERVER_UNKNOWN, and what filling in variables throws */
  readonly findTarget: () => Promise<SignInTarget>
  readonly onChange: () => void
  /** News for the person that no screen asked for. */
  readonly alert: (text: string) => void
  readonly log: Logger
}

/** Before the one quiet repetition of a renewal that met with trouble. */
const quietRetryMs = 1_000
const renewalLimitMs = 25_000
/** Between renewals that nobody waits for, while they meet with trouble. */
const backOff = { firstMs: 2_000, mostMs: 60_000 }
/** A token that is refused so soon after it was given is not mended by another one. */
const freshMs = 60_000

export type RefusedRequest = Pick<ChallengedRequest, 'challenge' | 'usedToken' | 'wasAccepted'>
const wrongAnswer =
  'An answer came that is not the one that Parley waits for, so it counts for nothing. Go on in the browser, or cancel.'
const signedOut = 'You signed out. Sign in when you need the server.'

type Standing = Pick<AccountView, 'state' | 'reason'>

export class Account {
  readonly serverName: string
  readonly #options: AccountOptions
  #record: AccountRecord | null = null
  #standing: Standing | null = null
  #saving: Promise<void> = Promise.resolve()
  #renewal: Promise<AccessToken | null> | null = null
  #signIn: { readonly done: Promise<boolean>; readonly controller: AbortController } | null = null
  #givenAt = -Infinity
  #trouble = { waitMs: 0, until: -Infinity }
  /** What the server said last of how to sign in. */
  #challenge: Challenge | null = null
  /** The person, or what came of it, has said no for now. */
  #isDeclined = false

  constructor(serverName: string, options: AccountOptions) {
    this.serverName = serverName
    this.#options = options
  }

  /** Reads what was kept. */
  async load(): Promise<AccountRecord> {
    this.#record ??= (await this.#options.records.read()) ?? emptyRecord
    return this.#record
  }

  /** Null when no sign-in was ever asked for. */
  view(): AccountView | null {
    const session = this.#record?.session ?? null
    const clients = Object.entries(this.#record?.clients ?? {})
    const isKnown = this.#standing !== null || session !== null || clients.length > 0
    if (!isKnown && this.#record?.isSignedOut !== true) return null
    const client = clients.find(([issuer]) => issuer === session?.place.issuer) ?? clients.at(-1)
    return {
      serverName: this.serverName,
      ...(this.#standing ?? { state: session === null ? 'signed-out' : 'signed-in', reason: null }),
      name: session?.name ?? null,
      issuer: session?.place.issuer ?? client?.[0] ?? null,
      scopes: session?.scopes ?? [],
      expiresAt: session?.expiresAt ?? null,
      isRenewable: session?.refreshToken != null,
      clientId: client?.[1].client_id ?? null
    }
  }

  /** Whether the person may be asked without having begun it. */
  get mayAsk(): boolean {
    return !this.#isDeclined && this.#record?.isSignedOut !== true
  }

  /** Whether the token was given a moment ago and never worked: another one would be refused as well. */
  isJustGiven({ usedToken, wasAccepted }: RefusedRequest): boolean {
    if (usedToken === null || wasAccepted || this.#record?.session?.accessToken !== usedToken) return false
    return this.#options.now() - this.#givenAt < freshMs
  }

  /** The person wants the server: they may be asked again. */
  async welcome(): Promise<void> {
    this.#isDeclined = false
    const record = await this.load()
    if (record.isSignedOut) await this.#save({ ...record, isSignedOut: false })
  }

  /** Null when nobody is signed in at exactly this address. */
  async accessFor(url: string): Promise<AccessToken | null> {
    const session = await this.#sessionFor(url)
    return session === null ? null : toAccessToken(session)
  }

  /** Without the person. Null: they have to sign in. However many ask, it is done once. */
  async renew(request: RefusedRequest): Promise<AccessToken | null> {
    const { challenge, usedToken } = request
    if (challenge.status !== null) this.#challenge = challenge
    await this.load()
    const held = this.#record?.session
    // Somebody else has it renewed already.
    if (held != null && usedToken !== null && held.accessToken !== usedToken && !this.#isOver(held))
      return toAccessToken(held)
    if (challenge.status === 403) return null
    this.#renewal ??= this.#renewOnce(request).finally(() => {
      this.#renewal = null
    })
    return await this.#renewal
  }

  /**
   * With the person; joins a sign-in that is under way. False: it did not come about, and the standing says why.
   * `added`: rights that are needed beyond those that were given.
   */
  async signIn(reason: string, added: readonly string[] = []): Promise<boolean> {
    if (this.#signIn === null) {
      const controller = new AbortController()
      const done = this.#signInOnce(reason, added, controller.signal).finally(() => {
        this.#signIn = null
      })
      this.#signIn = { controller, done }
    }
    return await this.#signIn.done
  }

  /** The person wants to: what is under way gives way. */
  async signInAnew(reason: string): Promise<boolean> {
    this.cancel()
    await this.#signIn?.done
    return await this.signIn(reason)
  }

  cancel(): void {
    this.#signIn?.controller.abort(cancelled())
  }

  /** Rights that the server asks for and that nobody asked for yet; empty where asking again is of no use. */
  addedScopes({ scope }: Challenge): readonly string[] {
    const session = this.#record?.session
    const known = new Set([...(session?.scopes ?? []), ...(session?.requestedScopes ?? [])])
    return toScopes(scope).filter((each) => !known.has(each))
  }

  async signOut(): Promise<void> {
    this.cancel()
    const { session, clients } = await this.load()
    if (session !== null) await this.#revoke(session, clients[session.place.issuer] ?? null)
    await this.#save({ ...(await this.load()), session: null, isSignedOut: true })
    this.#stand({ state: 'signed-out', reason: signedOut })
  }

  async forgetClient(): Promise<void> {
    await this.signOut()
    await this.#save({ ...(await this.load()), clients: {} })
    this.#stand({ state: 'signed-out', reason: 'Parley registers anew with the next sign-in.' })
  }

  /** All that is kept goes at once; nobody waits until the tokens are taken back. */
  async remove(): Promise<void> {
    const { session, clients } = await this.load()
    await this.forget()
    if (session !== null) void this.#takeBack(session, clients[session.place.issuer] ?? null) // never rejects
  }

  /** The tokens go on to hold: they are kept under another name. */
  async forget(): Promise<void> {
    this.cancel()
    this.#record = emptyRecord
    // After what is being written, or that would come back.
    await this.#saving
    await this.#options.records.remove()
  }

  /** What the account has become, under another name. */
  async copyTo(other: Account): Promise<void> {
    await other.#save(await this.load())
  }

  async #renewOnce(request: RefusedRequest): Promise<AccessToken | null> {
    const { challenge } = request
    const target = await this.#options.findTarget()
    const session = await this.#sessionFor(target.url)
    if (challenge.status === 401 && this.isJustGiven(request) && session !== null && !this.#isOver(session))
      return this.#need('The server refuses the sign-in that was just made.')
    const flow = target.oauth?.flow ?? 'browser'
    if (this.#record?.isSignedOut === true) return this.#need(signedOut)
    if (flow === 'browser' && session === null) return this.#need(`${this.serverName} asks for a sign-in.`)
    if (challenge.status === null && this.#isTroubled()) return null
    const held = this.#record?.session
    let renewal = await this.#tryRenewal(target, session, request)
    if (renewal.type === 'trouble') {
      await sleep(quietRetryMs, undefined, { ref: false })
      renewal = await this.#tryRenewal(target, session, request)
    }
    // Signed out, or in, meanwhile: that counts.
    if (this.#record?.session !== held) return await this.accessFor(target.url)
    return await this.#takeRenewal(renewal)
  }

  #tryRenewal(
    target: SignInTarget,
    session: Session | null,
    { challenge }: RefusedRequest
  ): Promise<Renewal> {
    return renewQuietly({
      target,
      record: this.#record ?? emptyRecord,
      session,
      challenge: this.#challenge,
      isEarly: challenge.status === 401 && session !== null && !this.#isOver(session),
      fetchFor: (url) => this.#fetchFor(url, AbortSignal.timeout(renewalLimitMs)),
      now: this.#options.now
    })
  }

  async #takeRenewal(renewal: Renewal): Promise<AccessToken | null> {
    const { now } = this.#options
    const record = await this.load()
    if (renewal.type === 'renewed') {
      this.#givenAt = now()
      this.#trouble = { waitMs: 0, until: -Infinity }
      await this.#save({ ...record, session: renewal.session, isSignedOut: false })
      this.#stand(null)
      return toAccessToken(renewal.session)
    }
    this.#options.log.warn('a sign-in was not renewed', {
      serverName: this.serverName,
      reason: renewal.reason
    })
    if (renewal.type === 'refused')
      await this.#save({ ...record, session: null, name: record.session?.name ?? record.name })
    else this.#noteTrouble()
    return this.#need(`The sign-in has ended and was not renewed. ${renewal.reason}`)
  }

  /** Never rejects. */
  async #signInOnce(reason: string, added: readonly string[], signal: AbortSignal): Promise<boolean> {
    this.#stand({ state: 'signing-in', reason: 'Looking up where to sign in.' })
    try {
      const target = await this.#options.findTarget()
      const url = checkAddress(target.url, 'the address of the server')
      const fetch = await this.#fetchFor(url, signal)
      const record = await this.load()
      const signedIn = await askAndSignIn({
        ...this.#options,
        target,
        record,
        reason,
        added,
        fetch,
        signal,
        discovery: await discoverFor(target, this.#challenge, { url, fetch }),
        challengedScopes: toScopes(this.#challenge?.scope),
        onAsked: () =>
          this.#stand({ state: 'signing-in', reason: 'You are asked whether to open the browser.' }),
        onWrongAnswer: () => this.#stand({ state: 'signing-in', reason: wrongAnswer }),
        onBrowserOpened: () => this.#stand({ state: 'signing-in', reason: 'Go on in the browser.' })
      })
      if (signedIn === null) throw cancelled()
      const { client, session } = signedIn
      this.#givenAt = this.#options.now()
      const clients = { ...record.clients, [session.place.issuer]: client }
      await this.#save({ ...record, clients, session, isSignedOut: false })
      this.#isDeclined = false
      this.#stand(null)
      return true
    } catch (error) {
      this.#isDeclined = true
      this.#options.log.warn('a sign-in did not come about', { serverName: this.serverName, error })
      this.#stand({ state: 'needs-sign-in', reason: toFailure(error).message })
      return false
    }
  }

  async #fetchFor(url: URL, signal: AbortSignal): Promise<SignInFetch> {
    const { isPrivateAddress } = this.#options
    const isPrivateAllowed = await isPrivateServer(url, isPrivateAddress)
    return createGuardedFetch({ isPrivateAllowed, isPrivateAddress, signal })
  }

  /** Tokens are for the address that they were given for. */
  async #sessionFor(url: string): Promise<Session | null> {
    const { session } = await this.load()
    return session !== null && URL.canParse(url) && session.serverUrl === new URL(url).href ? session : null
  }

  async #takeBack(session: Session, client: StoredClient | null): Promise<void> {
    if (await this.#revoke(session, client).catch(() => false)) return
    const { issuer } = session.place
    this.#options.alert(
      `The sign-in at ${this.serverName} is forgotten here, but ${issuer} did not take it back. End it there if it must not hold on.`
    )
  }

  async #revoke(session: Session, client: StoredClient | null): Promise<boolean> {
    const fetch = await this.#fetchFor(new URL(session.serverUrl), AbortSignal.timeout(10_000))
    const isRevoked = await revoke(session, client, fetch)
    this.#options.log.info('signed out', { serverName: this.serverName, isRevoked })
    return isRevoked
  }

  #isOver({ expiresAt }: Session): boolean {
    return expiresAt !== null && expiresAt <= this.#options.now()
  }

  #isTroubled(): boolean {
    return this.#options.now() < this.#trouble.until
  }

  #noteTrouble(): void {
    const waitMs = Math.min(Math.max(this.#trouble.waitMs * 2, backOff.firstMs), backOff.mostMs)
    this.#trouble = { waitMs, until: this.#options.now() + waitMs }
  }

  #need(reason: string): null {
    if (this.#record?.isSignedOut === true) {
      if (this.#standing?.state !== 'signed-out') this.#stand({ state: 'signed-out', reason: signedOut })
      return null
    }
    if (this.#signIn === null) this.#stand({ state: 'needs-sign-in', reason })
    return null
  }

  #stand(standing: Standing | null): void {
    this.#standing = standing
    this.#options.onChange()
  }

  /** What holds from now on holds also where it can not be written; the person is told. */
  async #save(record: AccountRecord): Promise<void> {
    this.#record = record
    this.#saving = this.#saving
      .then(() => this.#options.records.write(record))
      .catch((error: unknown) => {
        const { message } = toFailure(error)
        this.#options.alert(`The sign-in at ${this.serverName} is lost when Parley ends. ${message}`)
      })
    await this.#saving
  }
}
