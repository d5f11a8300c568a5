import { createServer } from 'node:http'
import type { IncomingHttpHeaders, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HostError } from '../../base/host-error'
import { silentLogger } from '../../base/logger'
import { soon } from '../../testing/soon'
import { quote, toEnglish } from '../../texts/render-localized'
import type { FinishedSpan } from './span'
import { TraceExport, toTraceDestination } from './trace-export'

interface SentSpan {
  readonly name: string
  readonly traceId: string
  readonly parentSpanId?: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly status: { readonly code?: number }
  readonly attributes: readonly { readonly key: string; readonly value: unknown }[]
}

let server: Server
let received: { path: string; headers: IncomingHttpHeaders; spans: SentSpan[] }[]
let status: number
let location: string | null
let told: string[]
let begun: string[]
let admit: () => void
let sending: TraceExport

beforeEach(async () => {
  received = []
  status = 200
  location = null
  told = []
  begun = []
  admit = () => {}
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, spans: readSpans(body) })
      if (location !== null) response.writeHead(307, { location }).end()
      else response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  sending = new TraceExport({
    version: '0.0.0',
    schedule: (work, delayMs) => {
      const timer = setTimeout(work, delayMs === 1_000 ? delayMs : Math.min(delayMs, 20))
      return () => clearTimeout(timer)
    },
    expand: async (text) => text.replaceAll('${secret:key}', 'the-secret'),
    alert: (text) => told.push(toEnglish(text)),
    onUntrusted: (text) => told.push(toEnglish(text)),
    admit: async () => admit(),
    onBegin: ({ endpoint }) => begun.push(endpoint),
    log: silentLogger
  })
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await sending.dispose()
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
})

function readSpans(body: string): SentSpan[] {
  const { resourceSpans } = JSON.parse(body) as {
    resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[]
  }
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
}

const address = (path = '') => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
const target = (path = '') => ({ endpoint: address(path), headers: {}, hasContents: false })
const names = () => received.flatMap(({ spans }) => spans.map(({ name }) => name))

function createSpan(name: string, attributes: FinishedSpan['attributes'] = {}): FinishedSpan {
  return {
    name,
    kind: 'client',
    traceId: 'a'.repeat(32),
    spanId: 'b'.repeat(16),
    parentId: 'c'.repeat(16),
    startedAt: 1_700_000_000_123,
    endedAt: 1_700_000_000_500,
    attributes,
    error: null
  }
}

it('sends spans in batches as OTLP over HTTP', async () => {
  sending.use(target())
  sending.add(createSpan('tools/call find', { 'gen_ai.tool.name': 'find', count: 2, list: ['one'] }))
  sending.add({ ...createSpan('chat'), error: 'MODEL_NETWORK', parentId: null })
  await vi.waitFor(() => expect(names()).toEqual(['tools/call find', 'chat']), soon)
  expect(received).toHaveLength(1)
  expect(received[0]?.path).toBe('/v1/traces')
  const [call, chat] = received[0]?.spans ?? []
  expect(call).toMatchObject({
    traceId: 'a'.repeat(32),
    spanId: 'b'.repeat(16),
    parentSpanId: 'c'.repeat(16),
    kind: 3,
    startTimeUnixNano: '1700000000123000000',
    endTimeUnixNano: '1700000000500000000',
    status: {},
    attributes: [
      { key: 'gen_ai.tool.name', value: { stringValue: 'find' } },
      { key: 'count', value: { intValue: 2 } },
      { key: 'list', value: { arrayValue: { values: [{ stringValue: 'one' }] } } }
    ]
  })
  expect(chat).toMatchObject({ status: { code: 2 } })
  expect(chat?.parentSpanId).toBeUndefined()
  expect(begun).toEqual([address()])
})

it.each([
  ['/v1/logs', '/v1/traces'],
  ['/otlp/v1/logs', '/otlp/v1/traces'],
  ['/own', '/own']
])('sends them beside the log: for %s to %s', async (path, expected) => {
  sending.use(target(path))
  sending.add(createSpan('chat'))
  await vi.waitFor(() => expect(received[0]?.path).toBe(expected), soon)
})

it('follows no redirect', async () => {
  const elsewhere = address('/elsewhere')
  location = elsewhere
  sending.use(target())
  sending.add(createSpan('chat'))
  await vi.waitFor(() => expect(told.join()).toContain('HTTP 307'), soon)
  expect(received.map(({ path }) => path)).not.toContain('/elsewhere')
})

it('sends the headers of the settings with their secrets, and none of the environment', async () => {
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'x-environment=one')
  vi.stubEnv('OTEL_EXPORTER_OTLP_TRACES_HEADERS', 'x-traces=two')
  sending.use({ ...target(), headers: { 'X-Key': '${secret:key}' } })
  sending.add(createSpan('chat'))
  await vi.waitFor(() => expect(received).toHaveLength(1), soon)
  expect(received[0]?.headers['x-key']).toBe('the-secret')
  expect(received[0]?.headers).not.toHaveProperty('x-environment')
  expect(received[0]?.headers).not.toHaveProperty('x-traces')
})

it('sends nothing without a target, or before the address is trusted, and says so once', async () => {
  sending.add(createSpan('before'))
  admit = () => {
    throw new HostError('DESTINATION_NOT_TRUSTED', quote('no'))
  }
  sending.use(target())
  sending.add(createSpan('one'))
  await vi.waitFor(() => expect(told.join()).toContain("doesn't send traces"), soon)
  sending.add(createSpan('two'))
  await new Promise((resolve) => setTimeout(resolve, 80))
  expect(told).toHaveLength(1)
  expect(received).toEqual([])
  admit = () => {}
  await sending.ask()
  await vi.waitFor(() => expect(names()).toEqual(['one', 'two']), soon)
})

it('tries again after a failure, and alerts once', async () => {
  status = 503
  sending.use(target())
  sending.add(createSpan('one'))
  await vi.waitFor(() => expect(told.join()).toContain("can't send traces"), soon)
  await vi.waitFor(() => expect(received.length).toBeGreaterThan(2), soon)
  expect(told).toHaveLength(1)
  status = 200
  received = []
  await vi.waitFor(() => expect(names()).toContain('one'), soon)
})

it.each([400, 413, 422])(
  'drops spans that the collector refuses with %i, says so once, and sends later ones',
  async (refusal) => {
    status = refusal
    sending.use(target())
    sending.add(createSpan('one'))
    await vi.waitFor(() => expect(told.join()).toContain('refused traces'), soon)
    sending.add(createSpan('two'))
    await vi.waitFor(() => expect(names()).toEqual(['one', 'two']), soon)
    status = 200
    sending.add(createSpan('three'))
    await vi.waitFor(() => expect(names()).toEqual(['one', 'two', 'three']), soon)
    expect(told).toHaveLength(1)
  }
)

it.each([401, 403, 408, 429])('sends spans again after a failure with %i', async (failure) => {
  status = failure
  sending.use(target())
  sending.add(createSpan('one'))
  await vi.waitFor(() => expect(received.length).toBeGreaterThan(1), soon)
  expect(told.join()).toContain("can't send traces")
})

it('drops the oldest spans when too many wait', async () => {
  status = 503
  sending.use(target())
  for (let index = 0; index < 2_100; index += 1) sending.add(createSpan(`span ${index}`))
  await vi.waitFor(() => expect(received.length).toBeGreaterThan(0), soon)
  status = 200
  received = []
  await vi.waitFor(() => expect(names()).toHaveLength(2_000), soon)
  expect(names()[0]).toBe('span 100')
  expect(Math.max(...received.map(({ spans }) => spans.length))).toBeLessThanOrEqual(200)
})

it('drops the oldest spans when they have too much in them', async () => {
  status = 503
  sending.use(target())
  const attributes = { 'gen_ai.tool.call.result': 'x'.repeat(30_000) }
  for (let index = 0; index < 400; index += 1) sending.add(createSpan(`span ${index}`, attributes))
  await vi.waitFor(() => expect(received.length).toBeGreaterThan(0), soon)
  status = 200
  received = []
  await vi.waitFor(() => expect(names().at(-1)).toBe('span 399'), soon)
  expect(names().length).toBeLessThan(270)
})

it('sends nothing that was recorded for another address or another setting', async () => {
  sending.use({ ...target('/first'), hasContents: true })
  sending.add(createSpan('with contents'))
  sending.use(target('/second'))
  sending.add(createSpan('without'))
  await vi.waitFor(() => expect(names()).toEqual(['without']), soon)
  sending.add(createSpan('late'))
  sending.use(null)
  sending.add(createSpan('off'))
  await new Promise((resolve) => setTimeout(resolve, 80))
  expect(names()).toEqual(['without'])
  expect(sending.mode).toBe('off')
})

it('is a destination of its own, and another one with contents', () => {
  const plain = toTraceDestination({ endpoint: 'https://collector.example', headers: {}, hasContents: false })
  const full = toTraceDestination({ endpoint: 'https://collector.example', headers: {}, hasContents: true })
  expect(plain.act).toMatchObject({ kind: 'collector', name: 'traces', address: 'https://collector.example' })
  expect(plain.fingerprint).not.toBe(full.fingerprint)
  expect(plain.ownReason).toBeNull()
})
