/**
 * Counts how servers and their tools do, keeps it in the history for 90 days, and notifies the user when a server
 * exceeds one of their limits. A call only adds to counts in memory, so a full or broken disk never delays or fails it.
 */
import { schedule } from '../../base/schedule'
import type { Logger } from '../../base/logger'
import type { ServerLoad, ServerView } from '../../contract/servers'
import type { LocalizedText } from '../../contract/localized-text'
import type { HealthView } from '../../contract/workbench/health'
import type { HealthExport, HealthLimitName, HealthRange } from '../../contract/workbench/health-limits'
import {
  addHealth,
  noHealth,
  sumHealth,
  type HealthCounts,
  type HealthRow
} from '../../contract/workbench/health-rows'
import type { HistoryStore } from '../../history/interface'
import type { McpGateway } from '../../mcp/interface'
import type { EndedCall } from '../../servers/registry/server-calls'
import type { ServersControl } from '../../servers/registry/server-registry'
import { say } from '../../texts/render-localized'
import { findBucket } from '../../workbench/health/durations'
import { exportHealth } from '../../workbench/health/export-health'
import { findExceeded, type ExceededLimit } from '../../workbench/health/health-limits'
import { buildHealthView, findWindow, floorToSpan, keptSpans } from '../../workbench/health/health-ranges'

export interface HealthRecorderOptions {
  readonly servers: Pick<ServersControl, 'list' | 'onChange' | 'onRemoved'>
  readonly onCallEnded: (listener: (ended: EndedCall) => void) => () => void
  readonly mcp: Pick<McpGateway, 'subscribe'>
  readonly history: Pick<HistoryStore, 'addHealth' | 'readHealth' | 'forgetHealth'>
  readonly readLoads: (processIds: readonly number[]) => Promise<ReadonlyMap<number, ServerLoad>>
  readonly tell: (level: 'status' | 'alert', text: LocalizedText) => void
  readonly now: () => number
  readonly log: Logger
}

const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 86_400_000
/** Calls in quick succession are saved, and compared with the limits, once. */
const saveAfterMs = 1_000
/** Between two writes while only memory is measured. */
const restMs = 10 * minuteMs
/** If the history can't be written for so long, the oldest counts are lost. */
const mostPending = 5_000

type Place = Pick<HealthRow, 'serverName' | 'toolName'>

export class HealthRecorder {
  readonly #options: HealthRecorderOptions
  readonly #end: readonly (() => void)[]
  /** Not saved yet, by span, server and tool. */
  #pending = new Map<string, HealthRow>()
  /** The last hour of each server, by short span. */
  readonly #recent = new Map<string, Map<number, HealthCounts>>()
  /** Memory of the running servers, when it was last read. */
  #memory: ReadonlyMap<string, number> = new Map()
  readonly #restarts = new Map<string, number>()
  readonly #tokens = new Map<string, number>()
  readonly #exceeded = new Map<string, ReadonlySet<HealthLimitName>>()
  #saving: Promise<void> = Promise.resolve()
  #cancelSave: (() => void) | null = null
  #cancelLook: (() => void) | null = null
  #savedAt = 0
  #forgottenAt = 0

  constructor(options: HealthRecorderOptions) {
    this.#options = options
    const { servers, mcp } = options
    const add = (serverName: string, counts: Partial<HealthCounts>) =>
      this.#count({ serverName, toolName: '' }, counts)
    this.#end = [
      options.onCallEnded((ended) => this.#countCall(ended)),
      servers.onChange((view) => this.#follow(view)),
      servers.onRemoved((serverName) => this.#forget(serverName)),
      mcp.subscribe({
        fileAccessed: ({ serverName, access, count = 1 }) => {
          if (access !== 'wrote') add(serverName, { blockedFiles: count })
        },
        hostReached: ({ serverName, outcome, count }) => {
          if (outcome === 'refused') add(serverName, { blockedHosts: count })
        }
      })
    ]
    this.#lookLater()
  }

  /** @throws HostError HISTORY_UNAVAILABLE */
  async read(serverName: string, range: HealthRange): Promise<HealthView> {
    this.#judgeAll()
    await this.#save()
    const window = findWindow(range, this.#options.now())
    const { spanMs, from, to, stepMs } = window
    const rows = await this.#options.history.readHealth({ serverName, spanMs, from, to, stepMs })
    return { ...buildHealthView(window, rows), exceeded: [...(this.#exceeded.get(serverName) ?? [])] }
  }

  /** All hours that are kept, in pieces of a day. */
  async *export(serverName: string, format: HealthExport): AsyncGenerator<string> {
    this.#judgeAll()
    await this.#save()
    yield* exportHealth(format, this.#readHours(serverName))
  }

  async dispose(): Promise<void> {
    for (const end of this.#end) end()
    this.#cancelLook?.()
    this.#cancelLook = null
    await this.#save().catch(() => {}) // logged there
  }

  async *#readHours(serverName: string): AsyncGenerator<readonly HealthRow[]> {
    const { history, now } = this.#options
    const end = now() + hourMs
    for (let from = floorToSpan(now() - 90 * dayMs, hourMs); from < end; from += dayMs) {
      const query = { serverName, spanMs: hourMs, from, to: from + dayMs, stepMs: hourMs }
      yield await history.readHealth(query)
    }
  }

  #countCall({ serverName, toolName, isFailed, durationMs }: EndedCall): void {
    this.#count(
      { serverName, toolName },
      {
        calls: 1,
        errors: isFailed ? 1 : 0,
        durations: durationMs === null ? {} : { [findBucket(durationMs)]: 1 }
      }
    )
  }

  #follow({ name, state, counts, offeredTools }: ServerView): void {
    const restarts = counts.restarts - (this.#restarts.get(name) ?? 0)
    this.#restarts.set(name, counts.restarts)
    if (restarts > 0) this.#count({ serverName: name, toolName: '' }, { restarts })
    if (state !== 'connected' || this.#tokens.get(name) === offeredTools.tokens) return
    this.#tokens.set(name, offeredTools.tokens)
    this.#count({ serverName: name, toolName: '' }, { definitionTokens: offeredTools.tokens })
  }

  #forget(serverName: string): void {
    for (const known of [this.#recent, this.#restarts, this.#tokens, this.#exceeded]) known.delete(serverName)
  }

  #count(place: Place, counts: Partial<HealthCounts>): void {
    this.#add(place, counts)
    this.#saveSoon()
  }

  #add(place: Place, counts: Partial<HealthCounts>): void {
    const now = this.#options.now()
    const added = { ...noHealth, ...counts }
    for (const { spanMs } of keptSpans) {
      const at = floorToSpan(now, spanMs)
      const key = JSON.stringify([spanMs, at, place.serverName, place.toolName])
      const before = this.#pending.get(key) ?? noHealth
      this.#pending.set(key, { ...place, spanMs, at, ...addHealth(before, added) })
    }
    const spans = this.#recent.get(place.serverName) ?? new Map<number, HealthCounts>()
    const at = floorToSpan(now, keptSpans[0].spanMs)
    spans.set(at, addHealth(spans.get(at) ?? noHealth, added))
    this.#recent.set(place.serverName, spans)
  }

  #saveSoon(): void {
    this.#cancelSave ??= schedule(() => {
      this.#judgeAll()
      void this.#save().catch(() => {}) // logged there, and tried again with the next counts
    }, saveAfterMs)
  }

  /** @throws HostError HISTORY_UNAVAILABLE */
  #save(): Promise<void> {
    this.#cancelSave?.()
    this.#cancelSave = null
    const saved = this.#saving.catch(() => {}).then(() => this.#write())
    this.#saving = saved
    saved.catch((error: unknown) => this.#options.log.warn('the health of servers was not saved', { error }))
    return saved
  }

  async #write(): Promise<void> {
    const { history, now } = this.#options
    const written = this.#pending
    if (written.size === 0) return
    this.#savedAt = now()
    this.#pending = new Map()
    try {
      await history.addHealth([...written.values()])
    } catch (error) {
      this.#keepPending(written)
      throw error
    }
    if (now() - this.#forgottenAt < hourMs) return
    this.#forgottenAt = now()
    for (const { spanMs, keptMs } of keptSpans) await history.forgetHealth(spanMs, now() - keptMs)
  }

  #keepPending(written: ReadonlyMap<string, HealthRow>): void {
    const newer = this.#pending
    const all = new Map(written)
    for (const [key, row] of newer) all.set(key, { ...row, ...addHealth(all.get(key) ?? noHealth, row) })
    this.#pending = new Map([...all].slice(-mostPending))
  }

  #lookLater(): void {
    this.#cancelLook = schedule(() => {
      void this.#readMemory().then(() => {
        if (this.#cancelLook === null) return
        this.#judgeAll()
        this.#lookLater()
      })
    }, minuteMs)
  }

  async #readMemory(): Promise<void> {
    const running = this.#options.servers
      .list()
      .flatMap(({ name, processId }) => (processId === null ? [] : [{ name, processId }]))
    const loads = running.length === 0 ? new Map<number, ServerLoad>() : await this.#readLoads(running)
    const memory = running.flatMap(({ name, processId }) => {
      const load = loads.get(processId)
      return load === undefined ? [] : [[name, load.memoryBytes] as const]
    })
    this.#memory = new Map(memory)
    for (const [serverName, memoryBytes] of memory) this.#add({ serverName, toolName: '' }, { memoryBytes })
    // Otherwise an idle computer would write to its disk every minute.
    if (this.#options.now() - this.#savedAt > restMs) this.#saveSoon()
  }

  #readLoads(running: readonly { readonly processId: number }[]) {
    return this.#options.readLoads(running.map(({ processId }) => processId))
  }

  #judgeAll(): void {
    const since = this.#options.now() - hourMs
    for (const view of this.#options.servers.list()) {
      const spans = this.#recent.get(view.name)
      for (const at of spans?.keys() ?? []) if (at < since) spans?.delete(at)
      this.#judge(view, sumHealth([...(spans?.values() ?? [])]))
    }
  }

  /** A notice when a limit is first exceeded, and one when no limit is any longer. */
  #judge({ name, healthLimits }: ServerView, lastHour: HealthCounts): void {
    const before = this.#exceeded.get(name) ?? new Set()
    if (healthLimits === null && before.size === 0) return
    const found = findExceeded(healthLimits ?? {}, lastHour, this.#memory.get(name) ?? null)
    this.#exceeded.set(name, new Set(found.map((each) => each.name)))
    for (const each of found) if (!before.has(each.name)) this.#options.tell('alert', describe(name, each))
    const isWell = found.length === 0 && before.size > 0 && healthLimits !== null
    if (isWell) this.#options.tell('status', say('workbench.healthWell', { server: name }))
  }
}

function describe(server: string, { name, value, limit }: ExceededLimit): LocalizedText {
  return say('workbench.healthExceeded', { server, name, value, limit })
}
