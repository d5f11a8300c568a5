/**
 * Sends spans to a collector as OTLP over HTTP in JSON. That form is stable and small, so no library writes it.
 *
 * @spec https://opentelemetry.io/docs/specs/otlp/#otlphttp
 */
import type { FinishedSpan, SpanValue } from './span'

/** The collector doesn't accept these spans, so sending them again is useless. */
export class SpansRefused extends Error {}

/** A later request may succeed: after a change of the settings, or later. */
const passing = new Set([401, 403, 408, 429])

export interface TraceCollector {
  /** Sends all or none. @throws SpansRefused, or another error if it may succeed later */
  send(spans: readonly FinishedSpan[]): Promise<void>
  close(): void
}

export interface TraceCollectorOptions {
  readonly endpoint: string
  /** Called before every request. @throws if nothing may be sent any more */
  readonly permit: () => Promise<void>
  /** Variables are filled in. */
  readonly headers: Readonly<Record<string, string>>
  readonly version: string
}

const sendLimitMs = 10_000

export function openTraceCollector(options: TraceCollectorOptions): TraceCollector {
  const { endpoint, permit, headers, version } = options
  const closed = new AbortController()
  return {
    send: async (spans) => {
      await permit()
      const response = await fetch(toTracesAddress(endpoint), {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(toRequest(spans, version)),
        // Another address would need an approval of its own.
        redirect: 'manual',
        signal: AbortSignal.any([closed.signal, AbortSignal.timeout(sendLimitMs)])
      })
      await response.body?.cancel()
      const { ok, status } = response
      if (status >= 400 && status < 500 && !passing.has(status)) throw new SpansRefused(`HTTP ${status}`)
      if (!ok) throw new Error(`HTTP ${status}`)
    },
    close: () => closed.abort()
  }
}

/** Logs and spans have their own paths at the same collector. Without a path, `/v1/traces` is used. */
function toTracesAddress(endpoint: string): string {
  const url = new URL(endpoint)
  url.pathname = url.pathname === '/' ? '/v1/traces' : url.pathname.replace(/\/v1\/logs$/, '/v1/traces')
  return url.href
}

function toRequest(spans: readonly FinishedSpan[], version: string): object {
  const resource = { attributes: toAttributes({ 'service.name': 'parley', 'service.version': version }) }
  return {
    resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'parley' }, spans: spans.map(toSent) }] }]
  }
}

function toSent(span: FinishedSpan): object {
  const { traceId, spanId, parentId, name, kind, startedAt, endedAt, attributes, error } = span
  return {
    traceId,
    spanId,
    ...(parentId !== null && { parentSpanId: parentId }),
    name,
    kind: kind === 'client' ? 3 : 1,
    startTimeUnixNano: toNanoseconds(startedAt),
    endTimeUnixNano: toNanoseconds(Math.max(startedAt, endedAt)),
    attributes: toAttributes(attributes),
    status: error === null ? {} : { code: 2 }
  }
}

/** As text, because the number is larger than JSON carries exactly. */
function toNanoseconds(milliseconds: number): string {
  return `${Math.round(milliseconds)}000000`
}

function toAttributes(attributes: Readonly<Record<string, SpanValue>>): object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: toValue(value) }))
}

function toValue(value: SpanValue): object {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'number') return Number.isInteger(value) ? { intValue: value } : { doubleValue: value }
  return { arrayValue: { values: value.map(toValue) } }
}
