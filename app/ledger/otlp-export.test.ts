import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { silentLogger } from '../base/logger'
import { toEnglish } from '../texts/render-localized'
import type { CollectorView } from '../contract/ledger'
import type { StoredLedgerEntry } from '../history/interface'
import { chainEntries } from './chain'
import { createOtlpExport } from './otlp-export'
import type { OtlpExport } from './otlp-export'
import { soon } from '../testing/soon'

let entries: StoredLedgerEntry[]
let facts: Map<string, string>
let told: string[]
let begun: string[]
let views: (CollectorView | null)[]
let server: Server
let received: { path: string; bodies: string[]; headers: IncomingHttpHeaders }[]
let answer: (response: ServerResponse) => void
let exports: OtlpExport[]
let admission: (() => void) | null
/** Runs when the exit has been delayed for a second. */
let endNow: () => void

beforeEach(async () => {
  entries = []
  facts = new Map()
  told = []
  begun = []
  views = []
  received = []
  exports = []
  admission = null
  endNow = () => {}
  answer = (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  server = createServer((request, response) => {
    void read(request).then((text) => {
      received.push({ path: request.url ?? '', bodies: bodiesIn(text), headers: request.headers })
      answer(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await Promise.all(exports.map((one) => one.dispose()))
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
})

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

function bodiesIn(text: string): string[] {
  const { resourceLogs } = JSON.parse(text) as {
    resourceLogs: { scopeLogs: { logRecords: { body: { stringValue: string } }[] }[] }[]
  }
  return resourceLogs.flatMap(({ scopeLogs }) =>
    scopeLogs.flatMap(({ logRecords }) => logRecords.map(({ body }) => body.stringValue))
  )
}

const address = (path = '') => ({
  endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
  headers: {},
  ownReason: null
})

function open(): OtlpExport {
  const opened = createOtlpExport({
    history: {
      readLedger: async (after, limit) => entries.filter(({ position }) => position > after).slice(0, limit),
      readLedgerEnd: async () => entries.at(-1) ?? null,
      readFact: async (name) => facts.get(name) ?? null,
      writeFact: async (name, json) => void facts.set(name, json)
    },
    version: '0.0.0',
    schedule: (work, delayMs) => {
      if (delayMs === 1_000) endNow = work
      const timer = setTimeout(work, delayMs > 5_000 ? 500 : delayMs) // another try is not waited for so long
      return () => clearTimeout(timer)
    },
    expand: async (text) => text.replaceAll('${secret:key}', 'the-secret'),
    alert: (text) => told.push(toEnglish(text)),
    tell: (text) => told.push(toEnglish(text)),
    admit: async () => admission?.(),
    onUntrusted: (text) => told.push(toEnglish(text)),
    onBegin: (endpoint) => begun.push(endpoint),
    onChange: (view) => views.push(view),
    log: silentLogger
  })
  exports.push(opened)
  return opened
}

function add(excerpt: string): void {
  const where = {
    conversationId: null,
    messageId: null,
    callId: null,
    decidedBy: 'person',
    decision: null
  } as const
  const what = {
    recipientType: 'server',
    recipient: 'files',
    kind: 'tool call',
    subject: 'x',
    bytes: 1
  } as const
  entries.push(...chainEntries([{ at: 1, ...where, ...what, excerpt, salt: 's' }], entries.at(-1) ?? null))
}

const bodies = () => received.flatMap((request) => request.bodies)

it('sends new entries since it was turned on, to the default path when none is given', async () => {
  add('before')
  const delivery = open()
  delivery.use(address())
  await vi.waitFor(() => expect(facts.get('ledger-delivered')).toBe('1'), soon)
  add('after')
  delivery.notice()
  await vi.waitFor(() => expect(bodies()).toEqual(['after']), soon)
  await vi.waitFor(() => expect(facts.get('ledger-delivered')).toBe('2'), soon)
  delivery.use(address('/own/path'))
  add('elsewhere')
  delivery.notice()
  await vi.waitFor(
    () => expect(received.at(-1)).toMatchObject({ path: '/own/path', bodies: ['elsewhere'] }),
    soon
  )
  expect(received[0]?.path).toBe('/v1/logs')
})

it('sends nothing without an address, or after it was removed', async () => {
  const delivery = open()
  add('one')
  delivery.notice()
  delivery.use(address())
  delivery.use(null)
  add('two')
  delivery.notice()
  await delivery.dispose()
  expect(bodies()).toEqual([])
})

it('sends everything that a collector missed, also after a restart', async () => {
  facts.set('ledger-delivered', '0')
  answer = (response) => response.writeHead(400).end()
  const delivery = open()
  for (let count = 0; count < 450; count += 1) add(`entry ${count}`)
  delivery.use(address())
  await vi.waitFor(() => expect(told).toHaveLength(1), soon)
  expect(told[0]).toContain(`can't send the activity log to its collector ${address().endpoint}`)
  await delivery.dispose()
  received = []
  answer = (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  const next = open()
  next.use(address())
  await vi.waitFor(() => expect(new Set(bodies()).size).toBe(450), soon)
  await vi.waitFor(() => expect(facts.get('ledger-delivered')).toBe('450'), soon)
})

it('retries automatically, and reports when the collector is back', async () => {
  facts.set('ledger-delivered', '0')
  answer = (response) => response.writeHead(400).end()
  add('one')
  open().use(address())
  await vi.waitFor(() => expect(told).toHaveLength(1), soon)
  answer = (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  await vi.waitFor(
    () => expect(told.at(-1)).toBe('Parley can send the activity log to its collector again.'),
    soon
  )
})

it('does not delay the exit for a collector that never answers', async () => {
  facts.set('ledger-delivered', '0')
  answer = () => {}
  add('one')
  const delivery = open()
  delivery.use(address())
  await vi.waitFor(() => expect(received).toHaveLength(1), soon)
  let isEnded = false
  const ended = delivery.dispose().then(() => (isEnded = true))
  endNow()
  // The request would run for ten seconds.
  await new Promise(setImmediate)
  expect(isEnded).toBe(true)
  await ended
})

it('sends the last entries at the end, too', async () => {
  facts.set('ledger-delivered', '0')
  const delivery = open()
  delivery.use(address())
  add('first')
  delivery.notice()
  await vi.waitFor(() => expect(facts.get('ledger-delivered')).toBe('1'), soon)
  for (let count = 0; count < 250; count += 1) add(`entry ${count}`)
  await delivery.dispose()
  expect(bodies()).toHaveLength(251)
  expect(facts.get('ledger-delivered')).toBe('251')
})

it.each([401, 503])(
  'keeps what a collector rejects with %i, and reports how many wait',
  async (status) => {
    facts.set('ledger-delivered', '0')
    answer = (response) => response.writeHead(status).end()
    for (let count = 0; count < 3; count += 1) add(`entry ${count}`)
    const delivery = open()
    delivery.use(address())
    await vi.waitFor(() => expect(delivery.view()).toMatchObject({ waiting: 3 }), soon)
    expect(delivery.view()?.failure).toBeTruthy()
    expect(told).toHaveLength(1)
    expect(facts.get('ledger-delivered')).toBe('0')
    answer = (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    await vi.waitFor(() => expect(delivery.view()).toMatchObject({ waiting: 0, failure: null }), soon)
    expect(new Set(bodies()).size).toBe(3)
    expect(views.at(-1)).toEqual(delivery.view())
  },
  30_000
)

it('reports that no collector answers', async () => {
  facts.set('ledger-delivered', '0')
  add('one')
  const delivery = open()
  delivery.use({ endpoint: 'http://127.0.0.1:9/', headers: {}, ownReason: null })
  await vi.waitFor(() => expect(delivery.view()).toMatchObject({ waiting: 1 }), soon)
  expect(told[0]).toContain("can't send the activity log to its collector http://127.0.0.1:9/")
}, 300_000)

it('fills secrets into the headers, and retries after one was missing', async () => {
  facts.set('ledger-delivered', '0')
  add('one')
  const delivery = open()
  delivery.use({ ...address(), headers: { 'X-Key': 'Bearer ${secret:key}' } })
  await vi.waitFor(() => expect(bodies()).toEqual(['one']), soon)
  expect(received[0]?.headers['x-key']).toBe('Bearer the-secret')
  expect(JSON.stringify([views, told])).not.toContain('the-secret')
})

it('SEC-11-1 sends headers of the environment, which no question shows, only to the collector of a policy', async () => {
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'authorization=Bearer of-another')
  vi.stubEnv('OTEL_EXPORTER_OTLP_LOGS_HEADERS', 'x-logs=of-another')
  facts.set('ledger-delivered', '0')
  const delivery = open()
  delivery.use(address())
  add('one')
  delivery.notice()
  await vi.waitFor(() => expect(bodies()).toEqual(['one']), soon)
  expect(JSON.stringify(received[0]?.headers)).not.toContain('of-another')
  delivery.use({ ...address('/managed'), ownReason: 'the policy of this computer' })
  add('two')
  delivery.notice()
  await vi.waitFor(() => expect(bodies()).toContain('two'), soon)
  expect(received.at(-1)?.headers).toMatchObject({
    authorization: 'Bearer of-another',
    'x-logs': 'of-another'
  })
})

it('does not send what was recorded while it was turned off', async () => {
  facts.set('ledger-delivered', '0')
  add('before')
  const delivery = open()
  delivery.use(address())
  await vi.waitFor(() => expect(bodies()).toEqual(['before']), soon)
  delivery.use(null)
  expect(delivery.view()).toBeNull()
  add('meanwhile')
  delivery.notice()
  delivery.use(address())
  await vi.waitFor(() => expect(facts.get('ledger-delivered')).toBe('2'), soon)
  add('after')
  delivery.notice()
  await vi.waitFor(() => expect(bodies()).toEqual(['before', 'after']), soon)
})

it('records when it begins, once for each address, and not again at every start', async () => {
  const first = open()
  first.use(address())
  await vi.waitFor(() => expect(begun).toEqual([address().endpoint]), soon)
  await first.dispose()
  const second = open()
  second.use(address())
  await vi.waitFor(() => expect(facts.get('ledger-delivered')).toBe('0'), soon)
  second.use(address('/other'))
  await vi.waitFor(() => expect(begun).toEqual([address().endpoint, address('/other').endpoint]), soon)
})
