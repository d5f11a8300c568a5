/**
 * One server from its entry in the settings to its end: asks for trust, starts, connects, watches, starts again,
 * stops. At most one run at a time; of several wishes the latest counts. What a server is asked is in `tool-calls.ts`.
 */
import { HostError, toFailure } from '../../base/host-error'
import { describeListChanges } from '../../base/list-changes'
import type { Marked } from '../../base/list-changes'
import { untilAborted } from '../../base/until-aborted'
import { visibleText } from '../../base/visible-text'
import type { ServerLogLine, ServerState, ToolView } from '../../contract/servers'
import type { ConsentGate } from '../../consent/interface'
import type { ConnectionInfo } from '../../mcp/interface'
import type { ServerDefinition } from '../../settings/definition'
import { hashDefinition } from '../tools/catalog'
import { connectServer } from './connect-server'
import type { Attempt, ConnectContext } from './connect-server'
import { describeAct, fingerprintOf } from '../definition'
import { warningsOf } from '../definition-warnings'
import { endingOfAttempt, lostConnection, reasonToRest } from './state-reasons'
import type { Ending } from './state-reasons'
import type { RestCause } from './reconcile'
import { createRestartPolicy } from './restart-policy'
import { wait } from './delay'

/** What all servers share. */
export interface LifeContext extends ConnectContext {
  readonly consent: Pick<ConsentGate, 'isTrusted' | 'decideServerTrust'>
  /** Why a policy does not let the server run, a sentence; null when it does. Absent: there is no policy. */
  readonly refusalOf?: (definition: ServerDefinition) => string | null
  /** Takes secrets out of what servers say, before anybody sees it. */
  readonly redact: <T>(value: T) => T
  readonly now: () => number
  readonly newId: () => string
}

export interface Status {
  readonly state: ServerState
  readonly reason: string | null
  readonly errorOutput: readonly string[]
  /** It failed because a policy says no. */
  readonly isForbidden?: boolean
}

/** A connection that stands. `ended` fires with it. */
export interface LiveConnection {
  readonly info: ConnectionInfo
  readonly tools: readonly ToolView[]
  readonly ended: AbortSignal
}

/** What a life tells the one who made it. */
export interface LifeListener {
  /** State, reason, connection or tools are others now. */
  changed(): void
  logged(level: ServerLogLine['level'], text: string): void
}

export class ServerLife {
  readonly #name: string
  readonly #context: LifeContext
  readonly #listener: LifeListener
  #status: Status = { state: 'stopped', reason: null, errorOutput: [] }
  #rest: RestCause | null = null
  #live: LiveConnection | null = null
  /** What the run stands on, in its newest wording. */
  #definition: ServerDefinition | null = null
  #connectionId: string | null = null
  #endConnection: (ending: Ending) => void = () => {}
  #run: Promise<void> = Promise.resolve()
  #stopRun = new AbortController()
  #wishes = 0

  constructor(name: string, context: LifeContext, listener: LifeListener) {
    this.#name = name
    this.#context = context
    this.#listener = listener
  }

  get status(): Status {
    return this.#status
  }

  /** Why it is not meant to run; null when it is. */
  get rest(): RestCause | null {
    return this.#rest
  }

  get live(): LiveConnection | null {
    return this.#live
  }

  /** Starts it, anew where it runs. Resolves when the old run is over and the new one has begun. */
  async run(definition: ServerDefinition): Promise<void> {
    this.#rest = null
    if (!(await this.#endRun())) return
    this.#stopRun = new AbortController()
    this.#definition = definition
    this.#run = this.#runSafely(definition, this.#stopRun.signal)
  }

  /** Ends it. Resolves when nothing of it runs. `reason` for a cause that has no sentence of its own. */
  async halt(cause: RestCause, reason: string): Promise<void> {
    this.#rest = cause
    if (!(await this.#endRun())) return
    this.#set({ state: cause === 'broken' ? 'failed' : 'stopped', reason, errorOutput: [] })
  }

  /** A connection ended without our doing. News of connections that are no longer ours is ignored. */
  closed(connectionId: string, ending: Ending): void {
    if (connectionId === this.#connectionId) this.#endConnection(ending)
  }

  /** The process with all connections is gone. */
  lost(): void {
    this.#endConnection(lostConnection)
  }

  toolsChanged(connectionId: string, tools: readonly ToolView[]): void {
    if (this.#live === null || connectionId !== this.#connectionId) return
    const before = this.#live.tools
    const after = this.#withoutSecrets(tools)
    this.#live = { ...this.#live, tools: after }
    const changes = describeListChanges(before.map(toMarked), after.map(toMarked)) ?? 'nothing else'
    this.#log('notice', `The list of tools changed: ${changes}. It has ${tools.length} tools now.`)
    this.#listener.changed()
  }

  /**
   * The entry says other things that need no new connection: they hold from now on, and the server hears what
   * concerns it.
   */
  adjust(definition: ServerDefinition): void {
    const before = this.#definition
    if (before === null || fingerprintOf(before) !== fingerprintOf(definition)) return
    this.#definition = definition
    if (before.logLevel !== definition.logLevel) this.#setLogLevel()
  }

  /** While a connection is being made nobody hears it; it is set again when the connection stands. */
  #setLogLevel(): void {
    if (this.#live === null) return
    const { connectionId } = this.#live.info
    const level = this.#definition?.logLevel ?? null
    this.#log('info', `It is asked for log messages from ${level ?? 'a level of its own choice'} on.`)
    void this.#context.clients.setLogLevel(connectionId, level).catch((error: unknown) => {
      if (this.#connectionId === connectionId) this.#log('warning', toFailure(error).message)
    })
  }

  /** Says why somebody has to sign in, a sentence: of a connection that stands, whose calls wait for it, until (null). */
  needSignIn(reason: string | null): void {
    const { state } = this.#status
    if (reason !== null && (this.#live !== null || state === 'needs sign-in'))
      this.#set({ state: 'needs sign-in', reason, errorOutput: [] })
    if (reason === null && this.#live !== null && state === 'needs sign-in')
      this.#set({ state: 'connected', reason: null, errorOutput: [] })
  }

  /** False when a later wish has come meanwhile and this one no longer counts. */
  async #endRun(): Promise<boolean> {
    this.#wishes += 1
    const wish = this.#wishes
    this.#stopRun.abort()
    if (this.#connectionId !== null) this.#set({ ...this.#status, reason: 'Stopping…' })
    await this.#run
    return wish === this.#wishes
  }

  /** Never rejects. */
  async #runSafely(definition: ServerDefinition, signal: AbortSignal): Promise<void> {
    try {
      await this.#runUntilOver(definition, signal)
    } catch (error) {
      // After the signal the wish that fired it says what comes next.
      if (!signal.aborted) this.#fail(endingOfAttempt(error), null)
    }
  }

  async #runUntilOver(definition: ServerDefinition, signal: AbortSignal): Promise<void> {
    const policy = createRestartPolicy()
    for (let isFirst = true; ; isFirst = false) {
      if (!(await this.#isAllowed(definition, signal))) return
      if (isFirst) this.#set({ state: 'starting', reason: null, errorOutput: [] })
      policy.started(this.#context.now())
      const ending = await this.#connectUntilEnd(this.#definition ?? definition, signal)
      signal.throwIfAborted()
      this.#log('warning', ending.reason)
      if (ending.type === 'failed' && (isFirst || !ending.isWorthRetrying)) return this.#fail(ending, null)
      const delayMs = policy.nextDelay(this.#context.now())
      if (delayMs === null)
        return this.#fail(ending, `It stopped working 5 times in a minute; last: ${ending.brief}.`)
      const reason = `${ending.reason} It starts again in ${delayMs / 1_000} s.`
      this.#set({ state: 'restarting', reason, errorOutput: ending.errorOutput })
      await wait(delayMs, signal)
      signal.throwIfAborted()
    }
  }

  #fail(ending: Ending, reason: string | null): void {
    const state = ending.needsSignIn ? 'needs sign-in' : 'failed'
    const { errorOutput, isForbidden = false } = ending
    this.#set({ state, reason: reason ?? ending.reason, errorOutput, isForbidden })
  }

  /** Nothing runs and nothing is contacted before this says yes. */
  async #isAllowed(definition: ServerDefinition, signal: AbortSignal): Promise<boolean> {
    const { consent, refusalOf } = this.#context
    const refusal = refusalOf?.(definition) ?? null
    // Before the question: nobody is asked to trust what may not run anyway.
    if (refusal !== null) throw new HostError('SERVER_NOT_ALLOWED', refusal)
    const fingerprint = fingerprintOf(definition)
    if (!consent.isTrusted(this.#name, fingerprint)) {
      this.#log('info', 'You are asked whether to trust the server.')
      const reason = 'It is new or was changed. Say whether it may start.'
      this.#set({ state: 'waiting for trust', reason, errorOutput: [] })
    }
    const act = describeAct(definition)
    const request = { serverName: this.#name, act, warnings: warningsOf(definition), fingerprint }
    const decision = await consent.decideServerTrust(request, signal)
    signal.throwIfAborted()
    if (decision === 'trusted') return true
    this.#rest = 'refused'
    this.#log('notice', 'The server is kept stopped.')
    this.#set({ state: 'stopped', reason: reasonToRest('refused'), errorOutput: [] })
    return false
  }

  /** One connection from start to end; leaves nothing behind. Rejects only when the signal fires. */
  async #connectUntilEnd(definition: ServerDefinition, signal: AbortSignal): Promise<Ending> {
    const connectionId = this.#context.newId()
    const attempt: Attempt = { connectionId, signal, log: (level, text) => this.#log(level, text) }
    const ended = new AbortController()
    const closed = new Promise<Ending>((resolve) => {
      this.#connectionId = connectionId
      this.#endConnection = resolve
    })
    try {
      const info = await untilAborted(
        Promise.race([connectServer(definition, this.#context, attempt), closed]),
        signal
      )
      if ('brief' in info) return info
      const about = { ...this.#context.redact({ ...info, tools: [] }), tools: info.tools }
      this.#begin({ info: about, tools: this.#withoutSecrets(info.tools), ended: ended.signal })
      if (this.#definition !== null && this.#definition.logLevel !== definition.logLevel) this.#setLogLevel()
      const ending = await untilAborted(closed, signal)
      ended.abort(new HostError('SERVER_RESTARTED', ending.reason))
      this.#live = null
      // Now, not when the last of its processes has ended: nothing can be asked of it any more.
      this.#set({ state: 'restarting', reason: ending.reason, errorOutput: ending.errorOutput })
      return ending
    } catch (error) {
      if (signal.aborted) throw error
      return endingOfAttempt(error)
    } finally {
      this.#live = null
      this.#endConnection = () => {}
      ended.abort()
      await this.#disconnect(connectionId)
      this.#connectionId = null
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

  #begin(live: LiveConnection): void {
    this.#live = live
    const { info, tools } = live
    const { processId, protocolVersion } = info
    const process = processId === null ? '' : `, process ${processId}`
    this.#log('info', `Connected: protocol ${protocolVersion}${process}, ${tools.length} tools.`)
    this.#set({ state: 'connected', reason: null, errorOutput: [] })
  }

  /** Nothing of the connection may be left, whether it stood or was only tried. */
  async #disconnect(connectionId: string): Promise<void> {
    try {
      await this.#context.clients.disconnect(connectionId)
    } catch (error) {
      this.#log('warning', `Ending the connection failed: ${endingOfAttempt(error).reason}`)
    }
  }

  #log(level: ServerLogLine['level'], text: string): void {
    this.#listener.logged(level, text)
  }

  #set(status: Status): void {
    if (status.state !== this.#status.state) this.#log('info', `State: ${status.state}.`)
    const { redact } = this.#context
    const reason = status.reason === null ? null : redact(status.reason)
    const { state, isForbidden = false } = status
    this.#status = { state, reason, errorOutput: redact(status.errorOutput), isForbidden }
    this.#listener.changed()
  }
}

function toMarked(tool: ToolView): Marked {
  return { name: visibleText(tool.name), mark: `${hashDefinition(tool)} ${tool.problem ?? ''}` }
}
