/**
 * Sends entries of the activity log to an OpenTelemetry collector and remembers its position, so that a collector
 * misses nothing, even over restarts. Off without a target. Entries from before it was turned on aren't sent.
 * `otlp-collector.ts` has the library.
 */
import type { CollectorView } from '../contract/ledger'
import type { LocalizedText } from '../contract/localized-text'
import { quote, say } from '../texts/render-localized'
import { HostError, toLocalizedText } from '../base/host-error'
import type { Logger } from '../base/logger'
import type { HistoryStore } from '../history/interface'
import { toCollectorDestination } from './collector-destination'
import type { OtlpTarget } from './collector-destination'
import { readDestinationHost } from '../net/destination'
import type { Destination } from '../net/destination'
import { openCollector } from './otlp-collector'
import type { Collector } from './otlp-collector'

export interface OtlpExportOptions {
  readonly history: Pick<HistoryStore, 'readLedger' | 'readLedgerEnd' | 'readFact' | 'writeFact'>
  readonly version: string
  /** Fills in the variables of a header. @throws HostError SETTINGS_UNKNOWN_VARIABLE */
  readonly expand: (text: string) => Promise<string>
  readonly schedule: (work: () => void, delayMs: number) => () => void
  readonly alert: (text: LocalizedText) => void
  /** @throws HostError DESTINATION_NOT_TRUSTED, DESTINATION_REFUSED if nothing may be sent */
  readonly admit: (
    destination: Destination,
    admission: { readonly mayAsk: boolean; readonly signal: AbortSignal }
  ) => Promise<unknown>
  /** Entries wait until the user approves the collector. */
  readonly onUntrusted: (text: LocalizedText) => void
  readonly tell: (text: LocalizedText) => void
  /** Entries now go to a different address, also compared with an earlier run. */
  readonly onBegin: (endpoint: string) => void
  /** Null: off. */
  readonly onChange: (view: CollectorView | null) => void
  readonly log: Logger
}

export interface OtlpExport {
  /** Null: off. */
  use(target: OtlpTarget | null): void
  /** Notifies that there are new entries. */
  notice(): void
  view(): CollectorView | null
  /** Asks the user about the collector unless they have decided, and sends waiting entries. */
  ask(): Promise<void>
  /** Sends waiting entries and ends soon. The rest is sent after the next start. */
  dispose(): Promise<void>
}

const deliveredFact = 'ledger-delivered'
const targetFact = 'ledger-collector'
const switchedOff = 'off'
const batchSize = 200
const retryAfterMs = 30_000
const endLimitMs = 1_000

/** Users of a collector compare this with the current target, which may have changed. */
interface Opened {
  readonly target: OtlpTarget
  readonly collector: Collector
}

export function createOtlpExport(options: OtlpExportOptions): OtlpExport {
  return new Delivery(options)
}

class Delivery implements OtlpExport {
  readonly #options: OtlpExportOptions
  #target: OtlpTarget | null = null
  #opened: Opened | null = null
  #view: CollectorView | null = null
  #working: Promise<void> | null = null
  /** Turning it on and off is recorded in order. */
  #marking: Promise<void> = Promise.resolve()
  #isWanted = false
  #isDisposed = false
  /** Fires when the target changes. */
  #replaced = new AbortController()
  #callOff: (() => void) | null = null

  constructor(options: OtlpExportOptions) {
    this.#options = options
  }

  view(): CollectorView | null {
    return this.#view
  }

  use(target: OtlpTarget | null): void {
    if (JSON.stringify(target) === JSON.stringify(this.#target)) return
    this.#target = target
    this.#replaced.abort()
    this.#replaced = new AbortController()
    this.#callOff?.()
    this.#callOff = null
    this.#close()
    this.#marking = this.#marking
      .then(() => this.#mark(target))
      .catch((error: unknown) => this.#failed(target, error))
    this.#show(target === null ? null : { endpoint: target.endpoint, waiting: 0, failure: null })
    this.notice()
  }

  notice(): void {
    const target = this.#target
    this.#isWanted = true
    if (target === null || this.#working !== null || this.#isDisposed) return
    this.#working = this.#deliver(target)
      .catch((error: unknown) => this.#failed(target, error))
      .finally(() => {
        this.#working = null
        if (this.#isWanted && !this.#isFailing) this.notice()
      })
  }

  async ask(): Promise<void> {
    const target = this.#target
    if (target === null || this.#isDisposed) return
    const { signal } = this.#replaced
    await this.#options.admit(toCollectorDestination(target), { mayAsk: true, signal })
    await this.#idle() // failed deliveries are retried
    this.notice()
  }

  async dispose(): Promise<void> {
    this.#callOff?.()
    this.#replaced.abort()
    if (!this.#isFailing) this.notice()
    // A collector that doesn't answer must not delay the exit. It gets the rest after the next start.
    let callOff = (): void => {}
    const limit = new Promise<void>((resolve) => (callOff = this.#options.schedule(resolve, endLimitMs)))
    await Promise.race([this.#idle(), limit])
    callOff()
    this.#isDisposed = true
    this.#close()
  }

  get #isFailing(): boolean {
    return (this.#view?.failure ?? null) !== null
  }

  async #idle(): Promise<void> {
    while (this.#working !== null) await this.#working
  }

  /** Entries from while it is off aren't sent later. */
  async #mark(target: OtlpTarget | null): Promise<void> {
    const { history } = this.#options
    if (target !== null) return void (await readDelivered(history))
    await history.writeFact(targetFact, '')
    await history.writeFact(deliveredFact, switchedOff)
  }

  #isCurrent(target: OtlpTarget): boolean {
    return target === this.#target && !this.#isDisposed
  }

  /** Sending is now allowed. */
  async #begin(target: OtlpTarget): Promise<void> {
    const { history, onBegin } = this.#options
    const { endpoint } = target
    if ((await history.readFact(targetFact)) === endpoint || !this.#isCurrent(target)) return
    await history.writeFact(targetFact, endpoint)
    if (this.#isCurrent(target)) onBegin(endpoint)
  }

  /** The target may change during each wait. After a change, nothing is sent to the previous one. */
  async #deliver(target: OtlpTarget): Promise<void> {
    const { history, admit } = this.#options
    const { signal } = this.#replaced
    const destination = toCollectorDestination(target)
    const permit = async (): Promise<void> => {
      await admit(destination, { mayAsk: false, signal })
      if (!this.#isCurrent(target)) throw new Error('the activity log is sent to another address now')
    }
    await this.#marking
    while (this.#isCurrent(target)) {
      this.#isWanted = false
      // Also before a secret is read.
      await permit()
      await this.#begin(target)
      if (!this.#isCurrent(target)) return
      const entries = await history.readLedger(await readDelivered(history), batchSize)
      if (!this.#isCurrent(target)) return
      const last = entries.at(-1)
      if (last === undefined) return this.#delivered(0)
      const collector = await this.#open(target, permit)
      if (collector === null) return
      await collector.send(entries)
      // A replaced collector may have dropped entries while closing. The next one gets them.
      if (collector !== this.#opened?.collector) return
      await history.writeFact(deliveredFact, String(last.position))
      const end = (await history.readLedgerEnd())?.position ?? last.position
      if (this.#isCurrent(target)) this.#delivered(end - last.position)
    }
  }

  /** Null: the target has changed. */
  async #open(target: OtlpTarget, permit: () => Promise<void>): Promise<Collector | null> {
    if (this.#opened?.target === target) return this.#opened.collector
    const { expand, version } = this.#options
    const { endpoint, headers: texts } = target
    const headers = Object.fromEntries(
      await Promise.all(
        Object.entries(texts).map(async ([name, text]) => [name, await expand(text)] as const)
      )
    )
    if (!this.#isCurrent(target)) return null
    const hasEnvironmentHeaders = target.ownReason !== null
    const options = { endpoint, headers, hasEnvironmentHeaders, permit, version, batchSize }
    const collector = await openCollector(options)
    if (!this.#isCurrent(target)) return null
    this.#opened = { target, collector }
    return collector
  }

  #close(): void {
    const opened = this.#opened
    this.#opened = null
    // The next one sends its entries again, so errors don't matter.
    void opened?.collector.close().catch(() => {})
  }

  #delivered(waiting: number): void {
    if (this.#view === null) return
    const { needsTrust, ...view } = this.#view
    if (this.#isFailing && needsTrust !== true) this.#options.tell(say('ledger.collectorReached'))
    this.#show({ ...view, waiting, failure: null })
  }

  #failed(target: OtlpTarget | null, error: unknown): void {
    const { alert, log } = this.#options
    // The result of a replaced collector no longer matters.
    if (this.#view === null || target === null || !this.#isCurrent(target)) return
    if (error instanceof HostError && error.code === 'DESTINATION_NOT_TRUSTED') return this.#untrusted(error)
    const { endpoint } = this.#view
    const reason =
      error instanceof Error && !(error instanceof HostError) ? quote(error.message) : toLocalizedText(error)
    log.warn('the activity log was not sent to its collector', { endpoint, error })
    if (!this.#isFailing) alert(say('ledger.collectorNotReached', { endpoint, reason }))
    const { needsTrust: _needsTrust, ...view } = this.#view
    this.#show({ ...view, failure: reason })
    // A retry reads the settings and secrets again.
    this.#close()
    void this.#count()
    this.#callOff ??= this.#options.schedule(() => {
      this.#callOff = null
      this.notice()
    }, retryAfterMs)
  }

  /** Reported once: until the user answers, every new entry gets here. */
  #untrusted(error: HostError): void {
    const { onUntrusted, log } = this.#options
    if (this.#view === null) return
    const { endpoint, needsTrust = false } = this.#view
    this.#close()
    this.#show({ ...this.#view, failure: error.said, needsTrust: true })
    void this.#count()
    if (needsTrust) return
    log.info('the activity log waits for approval of its collector', { endpoint })
    onUntrusted(say('ledger.collectorNotTrusted', { host: readDestinationHost({ address: endpoint }) }))
  }

  /** Never rejects. */
  async #count(): Promise<void> {
    const { history, log } = this.#options
    try {
      const end = (await history.readLedgerEnd())?.position ?? 0
      const waiting = end - (await readDelivered(history))
      if (this.#view !== null) this.#show({ ...this.#view, waiting })
    } catch (error) {
      log.warn('entries that wait for the collector could not be counted', { error })
    }
  }

  #show(view: CollectorView | null): void {
    if (JSON.stringify(view) === JSON.stringify(this.#view)) return
    this.#view = view
    this.#options.onChange(view)
  }
}

/** Everything up to this position is delivered. Entries from before it was turned on count as delivered. */
async function readDelivered(history: OtlpExportOptions['history']): Promise<number> {
  const fact = await history.readFact(deliveredFact)
  if (fact !== null && fact !== switchedOff) return Number(fact)
  const position = (await history.readLedgerEnd())?.position ?? 0
  await history.writeFact(deliveredFact, String(position))
  return position
}
