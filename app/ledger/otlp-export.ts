/**
 * Sends the ledger's entries to an OpenTelemetry collector as log records (OTLP over HTTP), through the official
 * library. Off without an endpoint. What was delivered is remembered, so that a collector that was away misses
 * nothing; entries from before the export was first switched on stay here.
 */
import type { LogRecord } from '@opentelemetry/api-logs'
import type { Logger } from '../base/logger'
import type { HistoryStore, StoredLedgerEntry } from '../history/interface'

export interface OtlpExportOptions {
  readonly history: Pick<HistoryStore, 'readLedger' | 'readLedgerEnd' | 'readFact' | 'writeFact'>
  readonly version: string
  readonly schedule: (work: () => void, delayMs: number) => () => void
  readonly alert: (text: string) => void
  readonly tell: (text: string) => void
  readonly log: Logger
}

export interface OtlpExport {
  /** Where to send; null: nowhere. An address without a path gets the usual one, `/v1/logs`. */
  use(endpoint: string | null): void
  /** There are new entries. */
  notice(): void
  /** Ends soon; what was not delivered goes with the next start. */
  dispose(): Promise<void>
}

/** Delivers entries, all or none. */
interface Collector {
  send(entries: readonly StoredLedgerEntry[]): Promise<void>
  close(): Promise<void>
}

const deliveredFact = 'ledger-delivered'
const batchSize = 200
const retryAfterMs = 30_000
const sendLimitMs = 10_000
const endLimitMs = 500

export function createOtlpExport(options: OtlpExportOptions): OtlpExport {
  return new Delivery(options)
}

class Delivery implements OtlpExport {
  readonly #options: OtlpExportOptions
  #endpoint: string | null = null
  #collector: Promise<Collector> | null = null
  #working: Promise<void> | null = null
  #isWanted = false
  #isFailing = false
  #isDisposed = false
  #callOff: (() => void) | null = null

  constructor(options: OtlpExportOptions) {
    this.#options = options
  }

  use(endpoint: string | null): void {
    if (endpoint === this.#endpoint) return
    const before = this.#collector
    this.#endpoint = endpoint
    this.#isFailing = false
    this.#callOff?.()
    this.#callOff = null
    const { version } = this.#options
    this.#collector = endpoint === null ? null : openCollector(toLogsAddress(endpoint), version)
    this.#collector?.catch((error: unknown) => this.#failed(error))
    void before?.then((open) => open.close()).catch(() => {}) // its entries are sent again by the next one
    this.notice()
  }

  notice(): void {
    this.#isWanted = true
    if (this.#endpoint === null || this.#working !== null || this.#isDisposed) return
    this.#working = this.#deliver()
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#working = null
        if (this.#isWanted && !this.#isFailing) this.notice()
      })
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true
    this.#callOff?.()
    const limit = new Promise<void>((resolve) => this.#options.schedule(resolve, endLimitMs))
    // A collector that does not answer must not hold up the end; it gets the rest at the next start.
    await Promise.race([this.#working, limit])
    void this.#collector?.then((open) => open.close()).catch(() => {}) // nobody is left to tell
  }

  async #deliver(): Promise<void> {
    const { history, tell } = this.#options
    const collector = this.#collector
    this.#isWanted = false
    const open = await collector
    while (open !== null && !this.#isDisposed) {
      const from = await readDelivered(history)
      const entries = await history.readLedger(from, batchSize)
      const last = entries.at(-1)
      // One that was replaced meanwhile may have dropped them while it closed: the next one gets them.
      if (last === undefined || collector !== this.#collector) return
      await open.send(entries)
      if (collector !== this.#collector) return
      await history.writeFact(deliveredFact, String(last.position))
      if (this.#isFailing) tell('The ledger reaches its collector again.')
      this.#isFailing = false
    }
  }

  #failed(error: unknown): void {
    const { alert, log, schedule } = this.#options
    const endpoint = this.#endpoint ?? ''
    log.warn('the ledger did not reach its collector', { endpoint, error })
    if (!this.#isFailing) {
      const reason = error instanceof Error ? error.message : 'it does not answer'
      alert(`The ledger does not reach its collector ${endpoint} (${reason}). Parley tries again.`)
    }
    this.#isFailing = true
    if (this.#isDisposed) return
    this.#callOff ??= schedule(() => {
      this.#callOff = null
      this.notice()
    }, retryAfterMs)
  }
}

/** The position up to which all is delivered; at first use everything so far counts as delivered. */
async function readDelivered(history: OtlpExportOptions['history']): Promise<number> {
  const fact = await history.readFact(deliveredFact)
  if (fact !== null) return Number(fact)
  const position = (await history.readLedgerEnd())?.position ?? 0
  await history.writeFact(deliveredFact, String(position))
  return position
}

function toLogsAddress(endpoint: string): string {
  const url = new URL(endpoint)
  if (url.pathname === '/') url.pathname = '/v1/logs'
  return url.href
}

/** Loaded when first needed: the library is large, and most people have no collector. */
async function openCollector(url: string, version: string): Promise<Collector> {
  const [{ OTLPLogExporter }, { LoggerProvider, BatchLogRecordProcessor }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/exporter-logs-otlp-http'),
      import('@opentelemetry/sdk-logs'),
      import('@opentelemetry/resources')
    ])
  const exporter = new OTLPLogExporter({ url, timeoutMillis: sendLimitMs })
  let failure: Error | null = null
  const processor = new BatchLogRecordProcessor({
    exporter: {
      export: (records, done) =>
        exporter.export(records, (result) => {
          // 0 is the library's word for success.
          if (result.code !== 0) failure = result.error ?? new Error('it refused the entries')
          done(result)
        }),
      shutdown: () => exporter.shutdown(),
      forceFlush: () => exporter.forceFlush()
    },
    maxExportBatchSize: batchSize,
    maxQueueSize: 2 * batchSize,
    // Only a flush sends, so that it is known what was delivered.
    scheduledDelayMillis: 3_600_000,
    exportTimeoutMillis: sendLimitMs
  })
  const provider = new LoggerProvider({
    resource: resourceFromAttributes({ 'service.name': 'parley', 'service.version': version }),
    processors: [processor]
  })
  const logger = provider.getLogger('parley.ledger')
  return {
    send: async (entries) => {
      failure = null
      for (const entry of entries) logger.emit(toLogRecord(entry))
      await provider.forceFlush()
      if (failure !== null) throw failure as Error
    },
    close: () => provider.shutdown()
  }
}

/** Attribute names of our own under `parley.`; absent where the entry says nothing. */
function toLogRecord(entry: StoredLedgerEntry): LogRecord {
  const { at, excerpt, position, ...fields } = entry
  const attributes: Record<string, string | number> = { 'parley.ledger.position': position }
  for (const [key, value] of Object.entries(fields)) {
    if (value !== null) attributes[`parley.ledger.${toSnakeCase(key)}`] = value
  }
  return {
    eventName: 'parley.ledger.entry',
    timestamp: at,
    severityNumber: 9,
    severityText: 'INFO',
    body: excerpt ?? '',
    attributes
  }
}

function toSnakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
