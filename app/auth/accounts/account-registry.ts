/**
 * The sign-ins at all remote servers: handles the challenges of servers, asks the user where nothing else helps, and
 * reports changes. `account.ts` has the stored data and its renewal.
 *
 * @spec 2025-11-25 basic/authorization
 */
import type { LocalizedText } from '../../contract/localized-text'
import { HostError } from '../../base/host-error'
import { say } from '../../texts/render-localized'
import { createEmitter } from '../../base/emitter'
import type { AccountView } from '../../contract/accounts'
import type { AccessToken, ChallengedRequest, McpGateway } from '../../mcp/interface'
import { connectsInside } from '../../net/guarded-request'
import { Account } from './account'
import type { AccountOptions } from './account-options'
import { createRecordStore } from '../client/account-record'
import type { RecordStoreOptions } from '../client/account-record'
import { shortenServerText } from '../discovery/failures'
import { createGuardedFetch } from '../discovery/guarded-fetch'
import type { SignInFetch } from '../discovery/guarded-fetch'
import type { Accounts, SignInTarget } from '../interface'

/** Limit for step-ups on one connection, so that a server that keeps rejecting requests can't ask forever. */
const mostStepUps = 3

export interface AccountsOptions
  extends
    Pick<AccountOptions, 'consent' | 'appLinks' | 'openLink' | 'newId' | 'now' | 'alert' | 'log'>,
    RecordStoreOptions {
  /** Observes all network requests of a sign-in; the returned `fetch` sends them. */
  readonly watchFetch: (serverName: string, fetch: SignInFetch) => SignInFetch
  readonly mcp: Pick<McpGateway, 'clients' | 'subscribe'>
  /** @throws HostError SERVER_UNKNOWN, SERVER_NOT_TRUSTED, SERVER_NOT_ALLOWED, and what filling in variables throws */
  readonly findTarget: (serverName: string) => Promise<SignInTarget>
}

export interface AccountsControl extends Accounts {
  /** Reads the stored sign-ins of the remote servers in the settings. */
  apply(serverNames: readonly string[]): Promise<void>
  /** The user starts the server: Parley may ask them again. */
  welcome(serverName: string): Promise<void>
  /** No questions for this connection. */
  keepQuiet(connectionId: string): void
  onChange(listener: (accounts: readonly AccountView[]) => void): () => void
  /** A sign-in succeeded outside a call: the server can be connected with it. */
  onSignedIn(listener: (serverName: string) => void): () => void
  /** A call waits for a sign-in, with the reason, or (null) no longer. */
  onCallWaiting(listener: (news: { serverName: string; reason: LocalizedText | null }) => void): () => void
  dispose(): void
}

export function createAccounts(options: AccountsOptions): AccountsControl {
  return new SignIns(options)
}

/** Public members are bound, because they are passed separately. */
class SignIns implements AccountsControl {
  readonly #options: AccountsOptions
  readonly #accounts = new Map<string, Account>()
  /** Remote servers of the settings. */
  #listed: ReadonlySet<string> = new Set()
  readonly #changed = createEmitter<readonly AccountView[]>()
  readonly #signedIn = createEmitter<string>()
  readonly #callWaiting = createEmitter<{ serverName: string; reason: LocalizedText | null }>()
  readonly #stepUps = new Map<string, number>()
  readonly #quiet = new Set<string>()
  readonly #unsubscribe: () => void

  constructor(options: AccountsOptions) {
    this.#options = options
    this.#unsubscribe = options.mcp.subscribe({
      challenged: (request) => void this.#answer(request), // never rejects
      connectionClosed: ({ connectionId }) => void this.#stepUps.delete(connectionId)
    })
  }

  readonly onChange: AccountsControl['onChange'] = (listener) => this.#changed.on(listener)
  readonly onSignedIn: AccountsControl['onSignedIn'] = (listener) => this.#signedIn.on(listener)
  readonly onCallWaiting: AccountsControl['onCallWaiting'] = (listener) => this.#callWaiting.on(listener)

  readonly list = (): readonly AccountView[] => {
    const listed = [...this.#accounts.values()].filter(({ serverName }) => this.#listed.has(serverName))
    return listed.flatMap((account) => account.view() ?? [])
  }

  readonly apply = async (serverNames: readonly string[]): Promise<void> => {
    const [before, listed] = [this.#listed, new Set(serverNames)]
    this.#listed = listed
    // They are kept: a renewal in progress is saved there in case the entry returns.
    for (const [name, account] of this.#accounts)
      if (!before.has(name) || !listed.has(name)) account.beginAnew()
    await Promise.all(serverNames.map((name) => this.#of(name).load()))
    this.#emit()
  }

  readonly accessFor: Accounts['accessFor'] = (serverName, url) => this.#of(serverName).accessFor(url)

  readonly signIn = async (serverName: string, isAnyway = false): Promise<void> => {
    const account = this.#of(serverName)
    await account.welcome()
    const isDone = await account.signInAnew(say('auth.youWant', { server: serverName }), isAnyway)
    if (isDone) this.#signedIn.emit(serverName)
  }

  readonly cancel = (serverName: string): void => this.#of(serverName).cancel()

  readonly waitingPage: Accounts['waitingPage'] = (serverName) => {
    const page = this.#of(serverName).waitingPage
    if (page !== null) return page
    throw new HostError('SIGN_IN_FAILED', say('auth.nothingWaits', { server: serverName }))
  }

  readonly welcome = (serverName: string): Promise<void> => this.#of(serverName).welcome()

  readonly keepQuiet = (connectionId: string): void => void this.#quiet.add(connectionId)

  readonly signOut = (serverName: string): Promise<void> =>
    this.#of(serverName).end({ forgetsClients: false })

  readonly forgetClient = (serverName: string): Promise<void> =>
    this.#of(serverName).end({ forgetsClients: true })

  readonly remove = async (serverName: string): Promise<void> => {
    await this.#of(serverName).remove()
    this.#drop(serverName)
  }

  readonly rename: Accounts['rename'] = async (serverName, newName, work) => {
    const account = this.#of(serverName)
    await account.load()
    // A name that is in use has its own sign-in, which doesn't change.
    if (this.#listed.has(newName) || account.view() === null) return await work()
    // First, because the server starts under its new name as soon as the work is done.
    await account.copyTo(this.#of(newName))
    try {
      await work()
    } catch (error) {
      await this.#forget(newName)
      throw error
    }
    await this.#forget(serverName)
  }

  readonly dispose = (): void => {
    this.#unsubscribe()
    for (const account of this.#accounts.values()) account.cancel()
  }

  async #forget(serverName: string): Promise<void> {
    await this.#of(serverName).forget()
    this.#drop(serverName)
  }

  #drop(serverName: string): void {
    this.#accounts.delete(serverName)
    this.#emit()
  }

  #of(serverName: string): Account {
    const known = this.#accounts.get(serverName)
    if (known !== undefined) return known
    const account = new Account(serverName, {
      ...this.#options,
      hide: (secret) => this.#options.secretRegistry.add(secret),
      redact: (said) => this.#options.secretRegistry.redactDeep(said),
      records: createRecordStore(serverName, this.#options),
      fetchFor: (url, signal) => this.#fetchFor(serverName, url, signal),
      findTarget: () => this.#options.findTarget(serverName),
      acceptsNoPkce: (issuer) =>
        [...this.#accounts.values()].some((account) => account.acceptsNoPkce(issuer)),
      onChange: () => this.#emit()
    })
    this.#accounts.set(serverName, account)
    return account
  }

  async #fetchFor(serverName: string, url: URL, signal: AbortSignal): Promise<SignInFetch> {
    const { watchFetch } = this.#options
    const fetch = createGuardedFetch({ isPrivateAllowed: await connectsInside(url, signal), signal })
    return watchFetch(serverName, fetch)
  }

  #emit(): void {
    this.#changed.emit(this.list())
  }

  async #answer(request: ChallengedRequest): Promise<void> {
    const { mcp, log } = this.#options
    let access: AccessToken | null = null
    try {
      access = await this.#accessAfter(request)
    } catch (error) {
      log.warn('no token for a request', { serverName: request.serverName, error })
    }
    // If the connection has ended, nothing waits for the answer.
    await mcp.clients.answerChallenge(request.challengeId, access).catch(() => {})
  }

  async #accessAfter(request: ChallengedRequest): Promise<AccessToken | null> {
    const { serverName, purpose } = request
    const account = this.#of(serverName)
    const renewed = await account.renew(request)
    if (renewed !== null) return renewed
    if (this.#quiet.has(request.connectionId)) return null
    if (purpose === 'call') return await this.#signInForCall(account, request)
    // The connection fails, and is made again after the sign-in: connecting should not wait for the user.
    if (purpose === 'connect' && account.mayAsk) void this.#signInForServer(account, request).catch(() => {}) // reported by it
    return null
  }

  async #signInForServer(account: Account, { challenge }: ChallengedRequest): Promise<void> {
    const { serverName } = account
    const added = challenge.status === 403 ? account.addedScopes(challenge) : []
    const isDone = await account.signIn(getReason(account, added), added)
    if (isDone) this.#signedIn.emit(serverName)
  }

  async #signInForCall(account: Account, request: ChallengedRequest): Promise<AccessToken | null> {
    const { challenge, connectionId } = request
    const { serverName } = account
    const isStepUp = challenge.status === 403
    if (account.isSignedOut || (!isStepUp && account.isJustGiven(request))) return null
    const added = isStepUp ? account.addedScopes(challenge) : []
    if (isStepUp && !this.#mayStepUp(connectionId, added)) return null
    const reason = getReason(account, added)
    this.#callWaiting.emit({ serverName, reason })
    try {
      if (!(await account.signIn(reason, added))) return null
      const { url } = await this.#options.findTarget(serverName)
      return await account.accessFor(url)
    } finally {
      this.#callWaiting.emit({ serverName, reason: null })
    }
  }

  /** Requesting the same scopes again would not grant them. */
  #mayStepUp(connectionId: string, added: readonly string[]): boolean {
    const count = this.#stepUps.get(connectionId) ?? 0
    if (added.length === 0 || count >= mostStepUps) return false
    this.#stepUps.set(connectionId, count + 1)
    return true
  }
}

function getReason(account: Account, added: readonly string[]): LocalizedText {
  const { serverName: server } = account
  if (added.length > 0) return say('auth.moreRights', { server, scopes: shortenServerText(added.join(', ')) })
  return account.view()?.reason ?? say('auth.asksForSignIn', { server })
}
