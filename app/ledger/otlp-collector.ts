/**
 * Sends log records to a collector with the official library, over HTTP (OTLP, JSON). The library is large and most
 * users have no collector, so it is loaded at the first use.
 */
import type { LogRecord } from '@opentelemetry/api-logs'
import type { StoredLedgerEntry } from '../history/interface'
import { withoutEnvironmentHeaders } from '../net/environment-headers'

/** The exporter adds these from the environment. */
const headerVariables = ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_LOGS_HEADERS']

export interface Collector {
  /** Sends all or none; rejects if the collector didn't accept them. */
  send(entries: readonly StoredLedgerEntry[]): Promise<void>
  close(): Promise<void>
}

export interface CollectorOptions {
  /** Without a path, `/v1/logs` is used. */
  readonly endpoint: string
  /** Called before every request and retry. @throws if nothing may be sent any more */
  readonly permit: () => Promise<void>
  /** Variables are filled in. */
  readonly headers: Readonly<Record<string, string>>
  /**
   * Whether headers from the environment are sent: only if a policy names the collector, because no question shows
   * them.
   */
  readonly hasEnvironmentHeaders: boolean
  readonly version: string
  /** Entries per request. */
  readonly batchSize: number
}

const sendLimitMs = 10_000

export async function openCollector(options: CollectorOptions): Promise<Collector> {
  const { endpoint, headers, hasEnvironmentHeaders, permit, version, batchSize } = options
  let isClosed = false
  const [{ OTLPLogExporter }, { LoggerProvider, BatchLogRecordProcessor }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/exporter-logs-otlp-http'),
      import('@opentelemetry/sdk-logs'),
      import('@opentelemetry/resources')
    ])
  const configuration = {
    url: toLogsAddress(endpoint),
    // The library also calls this before each of its own retries.
    headers: async (): Promise<Record<string, string>> => {
      if (!isClosed) await permit()
      if (isClosed) throw new Error('the collector is no longer in use')
      return { ...headers }
    },
    timeoutMillis: sendLimitMs
  }
  const create = () => new OTLPLogExporter(configuration)
  const exporter = hasEnvironmentHeaders ? create() : withoutEnvironmentHeaders(headerVariables, create)
  let failure: Error | null = null
  const processor = new BatchLogRecordProcessor({
    exporter: {
      export: (records, done) =>
        exporter.export(records, (result) => {
          // 0 means success in the library.
          if (result.code !== 0) failure = result.error ?? new Error('it refused the entries')
          done(result)
        }),
      shutdown: () => exporter.shutdown(),
      forceFlush: () => exporter.forceFlush()
    },
    maxExportBatchSize: batchSize,
    maxQueueSize: 2 * batchSize,
    // Only `flush` sends, so that Parley knows what was delivered.
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
    close: () => {
      isClosed = true
      return provider.shutdown()
    }
  }
}

function toLogsAddress(endpoint: string): string {
  const url = new URL(endpoint)
  if (url.pathname === '/') url.pathname = '/v1/logs'
  return url.href
}

/** Attributes of our own start with `parley.`. Empty ones are omitted. */
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
