/**
 * Sends spans to a collector with the official library, over HTTP (OTLP, JSON). Like the library for log records, it is
 * loaded at the first use.
 */
import type { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { withoutEnvironmentHeaders } from '../../net/environment-headers'
import type { FinishedSpan } from './span'

/** The exporter adds these from the environment. No question shows them. */
const headerVariables = ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_TRACES_HEADERS']

type LibrarySpan = Parameters<OTLPTraceExporter['export']>[0][number]

export interface TraceCollector {
  /** Sends all or none; rejects if the collector didn't accept them. */
  send(spans: readonly FinishedSpan[]): Promise<void>
  close(): Promise<void>
}

export interface TraceCollectorOptions {
  readonly endpoint: string
  /** Called before every request and retry. @throws if nothing may be sent any more */
  readonly permit: () => Promise<void>
  /** Variables are filled in. */
  readonly headers: Readonly<Record<string, string>>
  readonly version: string
}

const sendLimitMs = 10_000

export async function openTraceCollector(options: TraceCollectorOptions): Promise<TraceCollector> {
  const { endpoint, permit, headers, version } = options
  let isClosed = false
  const [library, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources')
  ])
  const configuration = {
    url: toTracesAddress(endpoint),
    // The library also calls this before each of its own retries.
    headers: async (): Promise<Record<string, string>> => {
      if (!isClosed) await permit()
      if (isClosed) throw new Error('the collector is no longer in use')
      return { ...headers }
    },
    timeoutMillis: sendLimitMs
  }
  const exporter = withoutEnvironmentHeaders(
    headerVariables,
    () => new library.OTLPTraceExporter(configuration)
  )
  const resource = resourceFromAttributes({ 'service.name': 'parley', 'service.version': version })
  return {
    send: (spans) =>
      new Promise((resolve, reject) =>
        exporter.export(
          spans.map((span) => toLibrarySpan(span, resource)),
          // 0 means success in the library.
          ({ code, error }) => (code === 0 ? resolve() : reject(error ?? new Error('it refused the spans')))
        )
      ),
    close: () => {
      isClosed = true
      return exporter.shutdown()
    }
  }
}

/** Logs and spans have their own paths at the same collector. Without a path, `/v1/traces` is used. */
function toTracesAddress(endpoint: string): string {
  const url = new URL(endpoint)
  url.pathname = url.pathname === '/' ? '/v1/traces' : url.pathname.replace(/\/v1\/logs$/, '/v1/traces')
  return url.href
}

function toLibrarySpan(span: FinishedSpan, resource: LibrarySpan['resource']): LibrarySpan {
  const { traceId, spanId, parentId, startedAt, endedAt, error } = span
  const toContext = (id: string) => ({ traceId, spanId: id, traceFlags: 1 })
  const tookMs = Math.max(0, endedAt - startedAt)
  return {
    name: span.name,
    kind: span.kind === 'client' ? 2 : 0,
    spanContext: () => toContext(spanId),
    ...(parentId !== null && { parentSpanContext: toContext(parentId) }),
    startTime: toTime(startedAt),
    endTime: toTime(startedAt + tookMs),
    duration: toTime(tookMs),
    status: { code: error === null ? 0 : 2 },
    attributes: Object.fromEntries(
      Object.entries(span.attributes).map(([name, value]) => [
        name,
        typeof value === 'object' ? [...value] : value
      ])
    ),
    links: [],
    events: [],
    ended: true,
    resource,
    instrumentationScope: { name: 'parley' },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0
  }
}

/** Seconds and nanoseconds. */
function toTime(milliseconds: number): [number, number] {
  return [Math.floor(milliseconds / 1_000), Math.round((milliseconds % 1_000) * 1_000_000)]
}
