/**
 * One server from its entry in the settings to its end: asks for trust, starts, connects, watches, starts again,
 * stops. At most one run at a time; of several wishes the latest counts. What a server is asked is in `tool-calls.ts`.
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
import type { RestCause } from './reconcile'
import { createRestartPolicy } from './restart-policy'
import { endingOfAttempt, lostConnection, reasonToRest } from './state-reasons'
import type { EndReason } from './state-reasons'
import { say, sentences, toEnglish } from '../../texts/render-localized'

/** What all servers share. */
export interface LifecycleContext extends ConnectContext {
  readonly consent: Pick<Approvals, 'isTrusted' | 'decideServerTrust'>
  /** Takes secrets out of what servers say, before anybody sees it. */
  readonly redact: <T>(value: T) => T
  readonly now: () => number
  readonly newId: () => string
}

/** What a lifecycle tells the one who made it. */
export interface LifecycleListener {
  /** State, reason, connection or tools are others now. */
  changed(): void
  logged(level: ServerLogLine['level'], text: string): void
}

/** What the person or the settings want of it; the latest counts. */
type Wish = { readonly type: 'run' } | { readonly type: 'rest'; readonly cause: RestCause }

export class ServerLifecycle {
  readonly #name: string
  readonly #context: LifecycleContext
  readonly #listener: LifecycleListener
  #state: LifecycleState = { type: 'resting', cause: 'not-automatic', reason: null }
  #wish: Wish = { type: 'rest', cause: 'not-automatic' }
  #run: { readonly stop: AbortController; readonly over: Promise<void> } | null = null
  /** The connection that a package was fetched for. */
  #installed: string | null = null
  /** What the run stands on, in its newest wording. */
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

  /** Why it is not meant to run; null when it is. */
  get rest(): RestCause | null {
    return this.#wish.type === 'rest' ? this.#wish.cause : null
  }

  get live(): LiveConnection | null {
    return this.#state.type === 'connected' ? this.#state.live : null
  }

  /** Starts it, anew where it runs. Resolves when the old run is over and the new one has begun. */
  async run(definition: ServerDefinition): Promise<void> {
    if (!(await this.#endRunFor({ type: 'run' }))) return
    const stop = new AbortController()
    this.#definition = definition
    this.#run = { stop, over: this.#runSafely(definition, stop.signal) }
  }

  /** Ends it. Resolves when nothing of it runs. `reason` for a cause that has no sentence of its own. */
  async halt(cause: RestCause, reason: LocalizedText): Promise<void> {
    if (!(await this.#endRunFor({ type: 'rest', cause }))) return
    this.#become({ type: 'resting', cause, reason: this.#context.redact(reason) })
  }

  /** A connection ended without our doing. News of connections that are no longer ours is ignored. */
  closed(connectionId: string, ending: EndReason): void {
    const link = findConnectionLink(this.#state)
    if (connectionId === link?.connectionId) link.end(ending)
  }

  /** The process with all connections is gone. */
  lost(): void {
    findConnectionLink(this.#state)?.end(lostConnection)
  }

  /** Its package is being fetched: the latest line of what fetches it; null: it is there. */
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

  /**
   * The entry says other things that need no new connection: they hold from now on, and the server hears what
   * concerns it.
   */
  adjust(definition: ServerDefinition): void {
    const before = this.#definition
    if (before === null || hashServerDefinition(before) !== hashServerDefinition(definition)) return
    this.#definition = definition
    if (before.logLevel !== definition.logLevel) this.#setLogLevel()
  }

  /** While a connection is being made nobody hears it; it is set again when the connection stands. */
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

  /** Says why somebody has to sign in: of a connection that stands, whose calls wait for it, until (null). */
  needSignIn(reason: LocalizedText | null): void {
    const state = this.#state
    const told = this.#context.redact(reason)
    if (state.type === 'connected' && (told !== null || state.signInReason !== null))
      this.#become({ ...state, signInReason: told })
    if (state.type === 'needs-sign-in' && told !== null)
      this.#become({ type: 'needs-sign-in', reason: told, errorOutput: [] })
  }

  /** False when a later wish has come meanwhile and this one no longer counts. */
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
      // After the signal the wish that fired it says what comes next.
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
    return this.#context.redact(endingOfAttempt(error))
  }

  /** Nothing runs and nothing is contacted before this says yes. */
  async #isAllowed(definition: ServerDefinition, signal: AbortSignal): Promise<boolean> {
    const refusal = this.#context.door.refusalOf(definition)
    // Before the question: nobody is asked to trust what may not run anyway.
    if (refusal !== null) throw new HostError('SERVER_NOT_ALLOWED', refusal)
    const { isTrusted, isUnseen } = await this.#isTrusted(definition, signal)
    // What lies on another computer is looked at now that it may be, so that a change of it asks.
    if (isTrusted && (!isUnseen || (await this.#isTrusted(definition, signal)).isTrusted)) return true
    this.#wish = { type: 'rest', cause: 'refused' }
    this.#log('notice', 'The server is kept stopped.')
    this.#become({ type: 'resting', cause: 'refused', reason: reasonToRest('refused') })
    return false
  }

  async #isTrusted(definition: ServerDefinition, signal: AbortSignal) {
    const { consent, door } = this.#context
    const { fingerprint, act, secrets, doubts, missing } = await door.look(definition)
    signal.throwIfAborted()
    // Nobody is asked to trust what is not there: what it would run is not known yet.
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
    return { isTrusted: decision === 'trusted', isUnseen }
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
      // Now, not when the last of its processes has ended: nothing can be asked of it any more.
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

  /** A server knows its own secrets and may say them anywhere. Names and schemas stay: calls are made by them. */
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

  /** Nothing of the connection may be left, whether it stood or was only tried. */
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
