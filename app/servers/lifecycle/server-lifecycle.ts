/**
 * The lifecycle of one server: asks for trust, starts, connects, watches, restarts, stops. At most one run at a time;
 * the latest wish counts. `server-calls.ts` runs its calls.
 */
import { HostError, toFailure } from '../../base/host-error'
import { describeListChanges } from '../../base/list-changes'
import type { Marked } from '../../base/list-changes'
import { untilAborted } from '../../base/until-aborted'
import { visibleText } from '../../base/visible-text'
import type { Approvals } from '../../consent/interface'
import type { LocalizedText } from '../../contract/localized-text'
import type { ServerLogLine, ToolView } from '../../contract/servers'
import type { ServerDefinition } from '../../settings/definition'
import { hashServerDefinition } from '../../settings/server-definition-hash'
import { listDefinitionWarnings } from '../definition-warnings'
import { hashDefinition } from '../tools/catalog'
import { connectServer } from './connect-server'
import type { Attempt, ConnectContext } from './connect-server'
import { delay } from '../../base/delay'
import { findConnectionLink, toServerStatus } from './lifecycle-state'
import type { LifecycleState, ConnectionLink, LiveConnection, Status } from './lifecycle-state'
import type { StopCause } from './reconcile'
import { createRestartPolicy } from './restart-policy'
import { toAttemptEnd, lostConnection, describeStopCause } from './state-reasons'
import type { EndReason } from './state-reasons'
import { say, sentences, toEnglish } from '../../texts/render-localized'

/** Shared by all servers. */
export interface LifecycleContext extends ConnectContext {
  readonly consent: Pick<Approvals, 'isTrusted' | 'decideServerTrust'>
  /** Removes secrets from texts of servers before they are used. */
  readonly redact: <T>(value: T) => T
  readonly now: () => number
  readonly newId: () => string
}

/** Events for the owner of a lifecycle. */
export interface LifecycleListener {
  /** State, reason, connection or tools have changed. */
  changed(): void
  logged(level: ServerLogLine['level'], text: string): void
}

/** What the user or the settings want; the latest counts. */
type Wish = { readonly type: 'run' } | { readonly type: 'rest'; readonly cause: StopCause }

export class ServerLifecycle {
  readonly #name: string
  readonly #context: LifecycleContext
  readonly #listener: LifecycleListener
  #state: LifecycleState = { type: 'resting', cause: 'not-automatic', reason: null }
  #wish: Wish = { type: 'rest', cause: 'not-automatic' }
  #run: { readonly stop: AbortController; readonly over: Promise<void> } | null = null
  /** The connection for which a package was fetched. */
  #installed: string | null = null
  /** The definition of the current run, with its latest changes. */
  #definition: ServerDefinition | null = null

  constructor(name: string, context: LifecycleContext, listener: LifecycleListener) {
    this.#name = name
    this.#context = context
    this.#listener = listener
  }

  get state(): LifecycleState {
    return this.#state
  }

  get status(): Status {
    return toServerStatus(this.#state)
  }

  /** Why it isn't meant to run; null if it is. */
  get rest(): StopCause | null {
    return this.#wish.type === 'rest' ? this.#wish.cause : null
  }

  get live(): LiveConnection | null {
    return this.#state.type === 'connected' ? this.#state.live : null
  }

  /** Starts or restarts it. Resolves when the old run has ended and the new one has begun. */
  async run(definition: ServerDefinition): Promise<void> {
    if (!(await this.#endRunFor({ type: 'run' }))) return
    const stop = new AbortController()
    this.#definition = definition
    this.#run = { stop, over: this.#runSafely(definition, stop.signal) }
  }

  /** Stops it. Resolves when none of its processes runs. `reason`: for a cause that has no text of its own. */
  async halt(cause: StopCause, reason: LocalizedText): Promise<void> {
    if (!(await this.#endRunFor({ type: 'rest', cause }))) return
    this.#become({ type: 'resting', cause, reason: this.#context.redact(reason) })
  }

  /** A connection ended unexpectedly. Ignored for connections that aren't current. */
  closed(connectionId: string, ending: EndReason): void {
    const link = findConnectionLink(this.#state)
    if (connectionId === link?.connectionId) link.end(ending)
  }

  /** The utility process has ended, with all connections. */
  lost(): void {
    findConnectionLink(this.#state)?.end(lostConnection)
  }

  /** Its package is being fetched: the latest line of the runner; null when it is done. */
  installing(connectionId: string, line: string | null): void {
    const state = this.#state
    if (findConnectionLink(state)?.connectionId === connectionId) this.#installed = connectionId
    if (state.type !== 'starting' || connectionId !== state.link.connectionId) return
    this.#become({ ...state, installing: this.#context.redact(line) })
  }

  toolsChanging(connectionId: string): void {
    const state = this.#state
    if (state.type !== 'connected' || connectionId !== state.link.connectionId) return
    this.#state = { ...state, live: { ...state.live, areToolsChanging: true } }
  }

  toolsChanged(connectionId: string, tools: readonly ToolView[]): void {
    const state = this.#state
    if (state.type !== 'connected' || connectionId !== state.link.connectionId) return
    const before = state.live.tools
    const after = this.#withoutSecrets(tools)
    this.#state = { ...state, live: { ...state.live, tools: after, areToolsChanging: false } }
    const found = describeListChanges(before.map(toMarked), after.map(toMarked))
    const changes = found === null ? 'nothing else' : toEnglish(found)
    this.#log('notice', `The list of tools changed: ${changes}. It has ${tools.length} tools now.`)
    this.#listener.changed()
  }

  /** Applies changes of the entry that need no new connection, and notifies the server of those that concern it. */
  adjust(definition: ServerDefinition): void {
    const before = this.#definition
    if (before === null || hashServerDefinition(before) !== hashServerDefinition(definition)) return
    this.#definition = definition
    if (before.logLevel !== definition.logLevel) this.#setLogLevel()
  }

  /** An opening connection can't get it, so it is set again when the connection is open. */
  #setLogLevel(): void {
    if (this.#state.type !== 'connected') return
    const { connectionId } = this.#state.link
    const level = this.#definition?.logLevel ?? null
    this.#log('info', `It is asked for log messages from ${level ?? 'a level of its own choice'} on.`)
    void this.#context.clients.setLogLevel(connectionId, level).catch((error: unknown) => {
      if (findConnectionLink(this.#state)?.connectionId === connectionId)
        this.#log('warning', toFailure(error).message)
    })
  }

  /** Calls of an open connection wait for a sign-in for this reason; null when they no longer do. */
  needSignIn(reason: LocalizedText | null): void {
    const state = this.#state
    const told = this.#context.redact(reason)
    if (state.type === 'connected' && (told !== null || state.signInReason !== null))
      this.#become({ ...state, signInReason: told })
    if (state.type === 'needs-sign-in' && told !== null)
      this.#become({ type: 'needs-sign-in', reason: told, errorOutput: [] })
  }

  /** False if a later wish has replaced this one in the meantime. */
  async #endRunFor(wish: Wish): Promise<boolean> {
    this.#wish = wish
    this.#run?.stop.abort()
    const state = this.#state
    if ('link' in state && state.link !== null && state.type !== 'stopping')
      this.#become({ type: 'stopping', link: state.link, before: toServerStatus(state) })
    await this.#run?.over
    return wish === this.#wish
  }

  /** Never rejects. */
  async #runSafely(definition: ServerDefinition, signal: AbortSignal): Promise<void> {
    try {
      await this.#runUntilOver(definition, signal)
    } catch (error) {
      // After the signal, the wish that fired it decides what comes next.
      if (!signal.aborted) this.#fail(this.#endingOf(error))
    }
  }

  async #runUntilOver(definition: ServerDefinition, signal: AbortSignal): Promise<void> {
    const policy = createRestartPolicy()
    let before: EndReason | null = null
    for (;;) {
      if (!(await this.#isAllowed(definition, signal))) return
      policy.started(this.#context.now())
      const ending: EndReason = await this.#connectUntilEnd(this.#definition ?? definition, before, signal)
      signal.throwIfAborted()
      if (ending.type === 'failed' && (before === null || !ending.isWorthRetrying)) return this.#fail(ending)
      const delayMs = policy.nextDelay(this.#context.now())
      if (delayMs === null) {
        const reason = sentences(say('servers.stoppedOften'), ending.reason)
        return this.#fail({ ...ending, reason })
      }
      this.#log('warning', toEnglish(ending.reason))
      before = ending
      this.#becomeRestarting(before, null, this.#context.now() + delayMs)
      await delay(delayMs, signal)
      signal.throwIfAborted()
    }
  }

  #becomeRestarting(
    { reason, errorOutput }: EndReason,
    link: ConnectionLink | null,
    at: number | null = null
  ): void {
    this.#become({ type: 'restarting', link, at, reason, errorOutput })
  }

  #fail({ reason, errorOutput, needsSignIn, isForbidden }: EndReason): void {
    this.#log(needsSignIn ? 'warning' : 'error', toEnglish(reason))
    if (needsSignIn) this.#become({ type: 'needs-sign-in', reason, errorOutput })
    else this.#become({ type: 'failed', reason, errorOutput, isForbidden })
  }

  #endingOf(error: unknown): EndReason {
    return this.#context.redact(toAttemptEnd(error))
  }

  /** Nothing runs and nothing is contacted before this returns true. */
  async #isAllowed(definition: ServerDefinition, signal: AbortSignal): Promise<boolean> {
    const refusal = this.#context.trustCheck.refusalOf(definition)
    // Before the question: the user isn't asked to trust a server that may not run anyway.
    if (refusal !== null) throw new HostError('SERVER_NOT_ALLOWED', refusal)
    const { isTrusted, isUnseen } = await this.#isTrusted(definition, signal)
    // Files on another computer may only be inspected after trust. Changes of them ask again.
    if (isTrusted && (!isUnseen || (await this.#isTrusted(definition, signal)).isTrusted)) return true
    this.#wish = { type: 'rest', cause: 'refused' }
    this.#log('notice', 'The server is kept stopped.')
    this.#become({ type: 'resting', cause: 'refused', reason: describeStopCause('refused') })
    return false
  }

  async #isTrusted(definition: ServerDefinition, signal: AbortSignal) {
    const { consent, trustCheck } = this.#context
    const { fingerprint, act, secrets, doubts, missing } = await trustCheck.look(definition)
    signal.throwIfAborted()
    // The user isn't asked to trust a missing program, because what it would run is unknown.
    if (missing !== null) throw missing
    const candidate = { fingerprint, act, secrets }
    if (!consent.isTrusted(this.#name, candidate)) {
      this.#log('info', 'You are asked whether to trust the server.')
      this.#become({ type: 'asking-for-trust', reason: say('servers.asksForTrust') })
    }
    const warnings = [...doubts, ...listDefinitionWarnings(definition)]
    const decision = await consent.decideServerTrust(
      { serverName: this.#name, warnings, ...candidate },
      signal
    )
    signal.throwIfAborted()
    const isUnseen = act.transport === 'stdio' && act.files === undefined
    return { isTrusted: decision.type === 'trusted', isUnseen }
  }

  /**
   * One connection from start to end; leaves nothing behind. `before`: how the last one ended, null for the first.
   * Rejects only when the signal fires.
   */
  async #connectUntilEnd(
    definition: ServerDefinition,
    before: EndReason | null,
    signal: AbortSignal
  ): Promise<EndReason> {
    const connectionId = this.#context.newId()
    const hasInstalled = () => this.#installed === connectionId
    const attempt: Attempt = {
      connectionId,
      signal,
      hasInstalled,
      log: (level, text) => this.#log(level, text)
    }
    const ended = new AbortController()
    const { link, closed } = this.#openLink(connectionId)
    const since = this.#context.now()
    if (before === null) this.#become({ type: 'starting', link, since, installing: null })
    else this.#becomeRestarting(before, link)
    try {
      const made = connectServer(definition, this.#context, attempt)
      const info = await untilAborted(Promise.race([made, closed]), signal)
      signal.throwIfAborted()
      if ('isWorthRetrying' in info) return info
      const about = { ...this.#context.redact({ ...info, tools: [] }), tools: info.tools }
      this.#begin(link, {
        info: about,
        tools: this.#withoutSecrets(info.tools),
        areToolsChanging: false,
        ended: ended.signal
      })
      if (this.#definition !== null && this.#definition.logLevel !== definition.logLevel) this.#setLogLevel()
      const ending = await untilAborted(closed, signal)
      ended.abort(new HostError('SERVER_RESTARTED', ending.reason))
      // At once, not when the last of its processes has ended: it accepts no more requests.
      this.#becomeRestarting(ending, link)
      return ending
    } catch (error) {
      if (signal.aborted) throw error
      return this.#endingOf(error)
    } finally {
      ended.abort()
      await this.#disconnect(connectionId)
    }
  }

  /** A server knows its own secrets and may repeat them anywhere. Names and schemas stay, because calls use them. */
  #withoutSecrets(tools: readonly ToolView[]): readonly ToolView[] {
    const { redact } = this.#context
    return tools.map((tool) => {
      const { title, description, icons } = tool
      return { ...tool, ...redact({ title, description, icons }) }
    })
  }

  #openLink(connectionId: string): { readonly link: ConnectionLink; readonly closed: Promise<EndReason> } {
    let end: ConnectionLink['end'] = () => {}
    const closed = new Promise<EndReason>((resolve) => (end = resolve))
    return { link: { connectionId, end: (ending) => end(this.#context.redact(ending)) }, closed }
  }

  #begin(link: ConnectionLink, live: LiveConnection): void {
    const { info, tools } = live
    const { processId, protocolVersion } = info
    const process = processId === null ? '' : `, process ${processId}`
    this.#log('info', `Connected: protocol ${protocolVersion}${process}, ${tools.length} tools.`)
    this.#become({ type: 'connected', link, live, signInReason: null })
  }

  /** Ends the connection completely, whether it was open or only opening. */
  async #disconnect(connectionId: string): Promise<void> {
    try {
      await this.#context.clients.disconnect(connectionId)
    } catch (error) {
      this.#log('warning', `Ending the connection failed: ${toFailure(error).message}`)
    }
  }

  #log(level: ServerLogLine['level'], text: string): void {
    this.#listener.logged(level, text)
  }

  #become(next: LifecycleState): void {
    const { state } = toServerStatus(next)
    if (state !== this.status.state) this.#log('info', `State: ${state.replaceAll('-', ' ')}.`)
    this.#state = next
    this.#listener.changed()
  }
}

function toMarked(tool: ToolView): Marked {
  return { name: visibleText(tool.name), mark: `${hashDefinition(tool)} ${JSON.stringify(tool.problem)}` }
}
