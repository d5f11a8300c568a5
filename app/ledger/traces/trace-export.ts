/**
 * Sends finished spans to a collector, a moment later and in batches. Spans wait only in memory and in limited number: a
 * collector that fails costs traces, never a turn. `trace-collector.ts` sends them.
 */
import { HostError, toLocalizedText } from '../../base/host-error'
import type { Logger } from '../../base/logger'
import { describeDestination, readDestinationHost } from '../../net/destination'
import type { Destination } from '../../net/destination'
import { quote, say } from '../../texts/render-localized'
import type { OtlpTarget } from '../collector-destination'
import type { OtlpExportOptions } from '../otlp-export'
import type { FinishedSpan } from './span'
import { openTraceCollector, SpansRefused } from './trace-collector'
import type { TraceCollector } from './trace-collector'

export interface TraceTarget extends Pick<OtlpTarget, 'endpoint' | 'headers'> {
  readonly hasContents: boolean
}

export interface TraceExportOptions extends Pick<
  OtlpExportOptions,
  'version' | 'expand' | 'schedule' | 'alert' | 'admit' | 'onUntrusted'
> {
  /** Spans now go to a different address, or with more in them. Once per run. */
  readonly onBegin: (target: TraceTarget) => void
  readonly log: Logger
}

const sendAfterMs = 2_000
const retryAfterMs = 30_000
const endLimitMs = 1_000
/** Above these limits, the oldest spans are dropped. */
const most = { spans: 2_000, characters: 8_000_000 }
const batch = { spans: 200, characters: 1_000_000 }

/** No policy names a collector of traces, so Parley asks about every address. */
export function toTraceDestination({ endpoint, headers, hasContents }: TraceTarget): Destination {
  return describeDestination({
    kind: 'collector',
    name: 'traces',
    type: hasContents ? 'otlp-with-contents' : 'otlp',
    address: endpoint,
    values: Object.entries(headers),
    ownReason: null
  })
}

interface WaitingSpan {
  readonly span: FinishedSpan
  /** About. */
  readonly characters: number
}

export class TraceExport {
  readonly #options: TraceExportOptions
  #target: TraceTarget | null = null
  /** Fires when the target changes. */
  #replaced = new AbortController()
  #collector: TraceCollector | null = null
  #waiting: WaitingSpan[] = []
  #characters = 0
  #dropped = 0
  #problem: 'untrusted' | 'failing' | null = null
  #sending: Promise<void> | null = null
  #callOff: (() => void) | null = null
  #hasBegun = false
  /** The user knows of refused spans. */
  #hasRefused = false

  constructor(options: TraceExportOptions) {
    this.#options = options
  }

  get mode(): 'off' | 'structure' | 'contents' {
    if (this.#target === null) return 'off'
    return this.#target.hasContents ? 'contents' : 'structure'
  }

  /** Null: off. */
  get destination(): Destination | null {
    return this.#target === null ? null : toTraceDestination(this.#target)
  }

  /** Null: off. Spans that were meant for another target aren't sent. */
  use(target: TraceTarget | null): void {
    if (JSON.stringify(target) === JSON.stringify(this.#target)) return
    this.#target = target
    this.#replaced.abort()
    this.#replaced = new AbortController()
    this.#close()
    this.#waiting = []
    this.#characters = 0
    this.#problem = null
    this.#hasBegun = false
    this.#hasRefused = false
  }

  add(span: FinishedSpan): void {
    if (this.#target === null) return
    const characters = measureSpan(span)
    this.#waiting.push({ span, characters })
    this.#characters += characters
    while (this.#waiting.length > most.spans || this.#characters > most.characters) {
      this.#characters -= this.#waiting.shift()?.characters ?? 0
      this.#dropped += 1
    }
    if (this.#problem === null) this.#plan(sendAfterMs)
  }

  /** Asks the user about the collector unless they have decided, and sends waiting spans. */
  async ask(): Promise<void> {
    const target = this.#target
    if (target === null) return
    const { signal } = this.#replaced
    await this.#options.admit(toTraceDestination(target), { mayAsk: true, signal })
    this.#problem = null
    this.#plan(0)
  }

  /** Sends waiting spans, but doesn't delay the exit. */
  async dispose(): Promise<void> {
    let callOff = (): void => {}
    const limit = new Promise<void>((resolve) => (callOff = this.#options.schedule(resolve, endLimitMs)))
    if (this.#problem === null) await Promise.race([this.#send(), limit])
    callOff()
    this.use(null)
  }

  #plan(delayMs: number): void {
    if (this.#waiting.length === 0) return
    this.#callOff ??= this.#options.schedule(() => {
      this.#callOff = null
      void this.#send() // never rejects
    }, delayMs)
  }

  #send(): Promise<void> {
    this.#sending ??= this.#sendAll().finally(() => (this.#sending = null))
    return this.#sending
  }

  /** Never rejects. The target may change during each wait. */
  async #sendAll(): Promise<void> {
    const target = this.#target
    if (target === null) return
    try {
      while (this.#waiting.length > 0) {
        const taken = takeBatch(this.#waiting)
        const collector = await this.#open(target)
        if (target !== this.#target) return
        const refused = await collector.send(taken.map(({ span }) => span)).then(() => null, toRefused)
        if (target !== this.#target) return
        if (refused !== null) this.#refused(target, taken.length, refused)
        this.#delivered(new Set(taken))
      }
    } catch (error) {
      if (target === this.#target) this.#failed(target, error)
    }
  }

  async #open(target: TraceTarget): Promise<TraceCollector> {
    const { admit, expand, version, onBegin } = this.#options
    const { signal } = this.#replaced
    const destination = toTraceDestination(target)
    const permit = async (): Promise<void> => {
      await admit(destination, { mayAsk: false, signal })
      if (target !== this.#target) throw new Error('traces are sent to another address now')
    }
    // Also before a secret is read.
    await permit()
    if (!this.#hasBegun) onBegin(target)
    this.#hasBegun = true
    if (this.#collector !== null) return this.#collector
    const headers = Object.fromEntries(
      await Promise.all(
        Object.entries(target.headers).map(async ([name, text]) => [name, await expand(text)] as const)
      )
    )
    const collector = openTraceCollector({ endpoint: target.endpoint, headers, permit, version })
    if (target === this.#target) this.#collector = collector
    return collector
  }

  /** They are dropped, and later ones are still sent. */
  #refused({ endpoint }: TraceTarget, count: number, error: SpansRefused): void {
    const { alert, log } = this.#options
    log.warn('spans were dropped because their collector refused them', { endpoint, count, error })
    if (this.#hasRefused) return
    this.#hasRefused = true
    alert(say('ledger.tracesRefused', { endpoint, reason: quote(error.message) }))
  }

  /** Spans may have been dropped while they were sent. */
  #delivered(sent: ReadonlySet<WaitingSpan>): void {
    const { log } = this.#options
    this.#waiting = this.#waiting.filter((one) => !sent.has(one))
    this.#characters = this.#waiting.reduce((sum, { characters }) => sum + characters, 0)
    this.#problem = null
    if (this.#dropped > 0)
      log.warn('spans were dropped while their collector failed', { count: this.#dropped })
    this.#dropped = 0
  }

  #failed({ endpoint }: TraceTarget, error: unknown): void {
    const { alert, onUntrusted, log } = this.#options
    const isUntrusted = error instanceof HostError && error.code === 'DESTINATION_NOT_TRUSTED'
    const problem = isUntrusted ? 'untrusted' : 'failing'
    const isNews = this.#problem !== problem
    this.#problem = problem
    // A retry reads the settings and secrets again.
    this.#close()
    if (!isUntrusted) this.#plan(retryAfterMs)
    if (!isNews) return
    if (isUntrusted) {
      onUntrusted(say('ledger.tracesNotTrusted', { host: readDestinationHost({ address: endpoint }) }))
      return
    }
    const reason =
      error instanceof Error && !(error instanceof HostError) ? quote(error.message) : toLocalizedText(error)
    log.warn('traces were not sent to their collector', { endpoint, error })
    alert(say('ledger.tracesNotReached', { endpoint, reason }))
  }

  #close(): void {
    this.#callOff?.()
    this.#callOff = null
    this.#collector?.close() // its spans are sent again, or not wanted any more
    this.#collector = null
  }
}

function toRefused(error: unknown): SpansRefused {
  if (error instanceof SpansRefused) return error
  throw error
}

function takeBatch(waiting: readonly WaitingSpan[]): readonly WaitingSpan[] {
  let characters = 0
  const end = waiting.findIndex((one, index) => {
    characters += one.characters
    return index === batch.spans || (index > 0 && characters > batch.characters)
  })
  return end === -1 ? waiting.slice() : waiting.slice(0, end)
}

function measureSpan({ attributes }: FinishedSpan): number {
  return Object.values(attributes).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 20),
    500
  )
}
