/** As an OpenTelemetry collector: accepts spans as JSON over HTTP. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface SentValue {
  readonly stringValue?: string
  readonly intValue?: number
  readonly doubleValue?: number
  readonly boolValue?: boolean
  readonly arrayValue?: { readonly values: readonly SentValue[] }
}

export interface ReceivedSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  /** Absent: it is the first of its trace. */
  readonly parentSpanId?: string
  readonly attributes: Readonly<Record<string, unknown>>
}

export interface TraceCollectorServer {
  readonly url: string
  readonly spans: readonly ReceivedSpan[]
  /** Every request, as it arrived. */
  readonly bodies: readonly string[]
  /** The status of answers from now on. */
  answer(status: number): void
  close(): Promise<void>
}

interface SentBody {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<ReceivedSpan, 'attributes'> & {
        readonly attributes: readonly { readonly key: string; readonly value: SentValue }[]
      })[]
    }[]
  }[]
}

export async function openTraceCollectorServer(): Promise<TraceCollectorServer> {
  const spans: ReceivedSpan[] = []
  const bodies: string[] = []
  let status = 200
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      bodies.push(body)
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
      if (status !== 200 || request.url !== '/v1/traces') return
      spans.push(...readSpans(JSON.parse(body) as SentBody))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    answer: (next) => void (status = next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

function readSpans({ resourceSpans }: SentBody): ReceivedSpan[] {
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
    .map(({ attributes, ...span }) => ({
      ...span,
      attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, readValue(value)]))
    }))
}

function readValue({ stringValue, intValue, doubleValue, boolValue, arrayValue }: SentValue): unknown {
  return stringValue ?? intValue ?? doubleValue ?? boolValue ?? arrayValue?.values.map(readValue)
}
