/** One server of the settings: its entry, lifecycle, log, and the view for the screen. */
import { HostError } from '../../base/host-error'
import type { ServerLogLine, ServerView, ToolView } from '../../contract/servers'
import { callPeriods } from '../../contract/limits'
import { countToolTokens } from '../../contract/content/tool-token-limit'
import { readServerChoices, usualChoices, type ServerChoices } from '../../contract/simple-settings'
import { usualToolChoices, type ServerDefinition } from '../../settings/definition'
import { readServerAddress } from '../definition'
import type { ServerEntry } from './entries'
import type { IconOwner } from '../icons/icons'
import { wantedBy } from './entries'
import { isPartlySandboxed } from './partly-sandboxed'
import { listModelTools } from '../tools/catalog'
import { describeBroken, describeStopCause } from '../lifecycle/state-reasons'
import type { Change, CurrentServer } from '../lifecycle/reconcile'
import { isOnTheWay, isToCome, type LiveConnection } from '../lifecycle/lifecycle-state'
import { ServerLifecycle } from '../lifecycle/server-lifecycle'
import type { LifecycleContext } from '../lifecycle/server-lifecycle'
import { ServerCounters } from './server-counters'
import type { LastRun, LastRuns } from './last-runs'
import { notConnected } from './not-connected'
import type { ServerLogReader } from './server-log-reader'
import { say } from '../../texts/render-localized'
import type { CalledServer, CallTarget } from './server-calls'

type Outline = Pick<ServerView, 'transport' | 'address' | 'startable' | 'isContained' | 'isPartlyContained'> &
  ServerChoices

/** A constant, so that an empty list is always the same object. */
const noTools: readonly ToolView[] = []

interface ServerNews {
  /** What servers offered when they last ran. */
  readonly lastRuns: LastRuns
  /** The view has changed in more than its counters. */
  readonly onChange: () => void
  readonly onCounted: () => void
}

export class ConfiguredServer {
  readonly name: string
  readonly lifecycle: ServerLifecycle
  readonly log: ServerLogReader
  readonly counters: ServerCounters
  readonly #now: () => number
  readonly #lastRuns: LastRuns
  #entry: ServerEntry
  #offered: {
    readonly from: readonly ToolView[]
    readonly by: ServerEntry
    readonly tools: readonly ToolView[]
  } | null = null

  constructor(entry: ServerEntry, log: ServerLogReader, options: LifecycleContext & ServerNews) {
    this.#entry = entry
    this.name = entry.type === 'valid' ? entry.definition.name : entry.broken.name
    this.log = log
    this.#now = options.now
    this.#lastRuns = options.lastRuns
    this.counters = new ServerCounters(options)
    let state: ServerView['state'] | null = null
    this.lifecycle = new ServerLifecycle(this.name, options, {
      changed: () => {
        const before = state
        state = this.lifecycle.status.state
        if (state === 'restarting' && before !== state) this.counters.restarted()
        this.#keepTools()
        options.onChange()
      },
      logged: (level, text) => this.#log(level, text)
    })
  }

  get standing(): CurrentServer {
    return { ...wantedBy(this.#entry), rest: this.lifecycle.rest }
  }

  get startsOnUse(): boolean {
    return this.#entry.type === 'valid' && this.#entry.definition.startsOnUse
  }

  /** True if it doesn't run and its first use starts it, or has begun to. */
  get isSleeping(): boolean {
    if (!this.startsOnUse) return false
    const { rest, state } = this.lifecycle
    return rest === 'on-use' || (rest === null && isToCome(state))
  }

  /**
   * All tools of the open connection, including broken and disabled ones; for a sleeping server the tools of its last
   * run. The same list until they change.
   */
  get tools(): readonly ToolView[] {
    const from = this.lifecycle.live?.tools ?? this.lastRun?.tools ?? noTools
    if (this.#offered?.from !== from || this.#offered.by !== this.#entry) {
      this.#offered = { from, by: this.#entry, tools: withChoices(from, this.#entry) }
    }
    return this.#offered.tools
  }

  /** What it offered in its last run, while it sleeps; null if it doesn't sleep, or if nothing is known. */
  get lastRun(): LastRun | null {
    return this.isSleeping && this.#entry.type === 'valid'
      ? this.#lastRuns.read(this.#entry.definition)
      : null
  }

  /** Milliseconds of rest before it sleeps; null if it doesn't run, or never sleeps. */
  get sleepsAfterMs(): number | null {
    const { state, rest } = this.lifecycle
    if (this.#entry.type === 'broken' || state.type !== 'connected' || rest !== null) return null
    const { startsOnUse, sleepAfterMs } = this.#entry.definition
    return startsOnUse && sleepAfterMs > 0 && state.signInReason === null ? sleepAfterMs : null
  }

  /** True if the server announced that its tools have changed, and hasn't listed them since. */
  get areToolsChanging(): boolean {
    return this.lifecycle.live?.areToolsChanging === true
  }

  /** The server's instructions for the model; null if it has none or the user doesn't allow them. */
  get instructions(): string | null {
    const isWanted = this.#entry.type === 'valid' && this.#entry.definition.usesInstructions
    return isWanted ? (this.lifecycle.live?.info.instructions ?? null) : null
  }

  /**
   * The server for whose icons is asked, and what the user allows. Headers of a remote server are not sent for icons.
   */
  iconOwner(): Omit<IconOwner, 'isNamed'> {
    if (this.#entry.type === 'broken') return { serverName: this.name, url: null, areIconsAllowed: false }
    const { definition } = this.#entry
    const url = definition.transport === 'stdio' ? null : definition.url
    return { serverName: this.name, url, areIconsAllowed: definition.areIconsAllowed }
  }

  /**
   * What calls can use. `expected`: it will connect without the user. Null: it rests or has failed, and waits for the
   * user.
   */
  callTarget(): CallTarget | 'expected' | null {
    const { live, state } = this.lifecycle
    if (live !== null) return { connectionId: live.info.connectionId, ended: live.ended }
    return isOnTheWay(state) ? 'expected' : null
  }

  /** @throws HostError SERVER_NOT_CONNECTED */
  requireLive(): LiveConnection {
    const { live, status } = this.lifecycle
    if (live === null) throw notConnected(this.name, status.state)
    return live
  }

  /** What a call of the tool uses. @throws HostError SERVER_NOT_CONNECTED */
  prepareCall(toolName: string): CalledServer {
    const { info, ended } = this.requireLive()
    const target = { connectionId: info.connectionId, ended }
    return { target, limits: this.#limitsOf(toolName), counters: this.counters }
  }

  #limitsOf(toolName: string): CalledServer['limits'] {
    const { tools, timeoutMs, maxTotalTimeoutMs } = this.definition()
    const own = tools.get(toolName)
    return {
      timeoutMs: own?.timeoutMs ?? timeoutMs,
      maxTotalTimeoutMs: own?.maxTotalTimeoutMs ?? maxTotalTimeoutMs
    }
  }

  /** The definition to run. @throws HostError SETTINGS_INVALID if the entry is broken */
  definition(): ServerDefinition {
    if (this.#entry.type === 'valid') return this.#entry.definition
    throw new HostError('SETTINGS_INVALID', describeBroken(this.#entry.broken))
  }

  /** Stores the entry and performs the change. Resolves when the work has begun or the old run has ended. */
  async apply(change: Change, entry: ServerEntry): Promise<void> {
    this.#entry = entry
    this.#keepTools()
    if (change === 'keep' && entry.type === 'valid') this.lifecycle.adjust(entry.definition)
    if (change === 'run') await this.lifecycle.run(this.definition())
    if (change === 'break' && entry.type === 'broken')
      await this.lifecycle.halt('broken', describeBroken(entry.broken))
    if (change === 'rest' && entry.type === 'valid') {
      const { isDisabled, startsOnUse } = entry.definition
      const cause = isDisabled ? 'disabled' : startsOnUse ? 'on-use' : 'not-automatic'
      await this.lifecycle.halt(cause, describeStopCause(cause))
    }
  }

  async start(): Promise<void> {
    const { type } = this.lifecycle.state
    // A second click while it starts, or on a running server, changes nothing.
    const isWaiting = type === 'failed' || type === 'needs-sign-in'
    if (this.lifecycle.rest === null && !isWaiting) return
    await this.lifecycle.run(this.definition())
  }

  async restart(): Promise<void> {
    await this.lifecycle.run(this.definition())
  }

  /**
   * Applies a changed policy. A running server that it forbids stops, and one that was forbidden before starts: the new
   * run checks the policy in both cases. A server that isn't meant to run doesn't change.
   */
  async reviewPolicy(isRefused: (definition: ServerDefinition) => Promise<boolean>): Promise<void> {
    if (this.#entry.type === 'broken' || this.lifecycle.rest !== null) return
    const { definition } = this.#entry
    const isConcerned = this.#isForbidden || (await isRefused(definition))
    if (isConcerned && this.lifecycle.rest === null) await this.lifecycle.run(definition)
  }

  /** A broken entry keeps its error message. */
  async stop(): Promise<void> {
    if (this.#entry.type === 'valid') await this.lifecycle.halt('person', describeStopCause('person'))
  }

  /** It was unused for as long as the user allows. Its next use starts it again. */
  async sleep(): Promise<void> {
    this.#log('info', 'It was not used for a while and sleeps until it is used.')
    await this.lifecycle.halt('on-use', describeStopCause('on-use'))
  }

  view(): ServerView {
    const { state, reason, errorOutput, installing, restartsAt } = this.lifecycle.status
    const info = this.lifecycle.live?.info ?? null
    const broken = this.tools.filter(({ problem }) => problem !== null)
    const usable = this.tools.filter(({ problem, isDisabled }) => problem === null && !isDisabled)
    return {
      name: this.name,
      ...this.#outline(),
      state,
      reason: state === 'on-use' && this.lastRun === null ? say('servers.onUseUnknown') : reason,
      recentErrorOutput: [...errorOutput],
      ...(installing === undefined ? {} : { installing }),
      ...(restartsAt === undefined ? {} : { restartsAt }),
      title: info?.title ?? null,
      version: info?.version ?? null,
      protocolVersion: info?.protocolVersion ?? null,
      instructions: info?.instructions ?? null,
      icons: [...(info?.icons ?? [])],
      usedTransport: info?.usedTransport ?? null,
      capabilities: [...(info?.capabilities ?? [])],
      ...(info?.clientCapabilities && { clientCapabilities: [...info.clientCapabilities] }),
      processId: info?.processId ?? null,
      toolCount: usable.length,
      brokenToolCount: broken.length,
      offeredTools: countToolTokens(listModelTools(usable)),
      counts: this.counters.view()
    }
  }

  /** The part of its view that comes from the settings. */
  #outline(): Outline {
    if (this.#entry.type === 'broken') {
      const { transport, address } = this.#entry.broken
      return { transport, address, startable: false, ...usualChoices }
    }
    const { definition } = this.#entry
    return {
      transport: definition.transport,
      address: readServerAddress(definition),
      startable: !this.#isForbidden,
      ...(definition.transport === 'stdio' && { isContained: definition.containment !== undefined }),
      ...(isPartlySandboxed(definition) && { isPartlyContained: true }),
      ...readServerChoices(definition)
    }
  }

  /** Stores what it lists now, for when it sleeps. */
  keepListed(part: Partial<LastRun>): void {
    if (this.#entry.type === 'valid' && this.startsOnUse) this.#lastRuns.keep(this.#entry.definition, part)
  }

  #keepTools(): void {
    const { live } = this.lifecycle
    if (live !== null) this.keepListed({ tools: live.tools })
  }

  get #isForbidden(): boolean {
    const { state } = this.lifecycle
    return state.type === 'failed' && state.isForbidden
  }

  #log(level: ServerLogLine['level'], text: string): void {
    this.log.add({ at: this.#now(), source: 'life', level, text })
  }
}

/** Marks the tools that the user disabled. */
function withChoices(tools: readonly ToolView[], entry: ServerEntry): readonly ToolView[] {
  if (entry.type === 'broken') return tools
  const { tools: choices } = entry.definition
  if (!tools.some(({ name }) => choices.has(name))) return tools
  return tools.map((tool) => {
    const { isDisabled, isAlwaysSent, callLimits } = choices.get(tool.name) ?? usualToolChoices
    const isLimited = callPeriods.some((period) => callLimits[period] !== null)
    const limited = isLimited ? { ...tool, callLimits } : tool
    return isDisabled || isAlwaysSent ? { ...limited, isDisabled, isAlwaysSent } : limited
  })
}
