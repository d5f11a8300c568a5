import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { silentLogger } from '../base/logger'
import type { StoredLedgerEntry } from '../history/interface'
import { chainEntry } from './chain'
import { createOtlpExport } from './otlp-export'
import type { OtlpExport } from './otlp-export'

const soon = { timeout: 10_000, interval: 10 }

let entries: StoredLedgerEntry[]
let facts: Map<string, string>
let told: string[]
let server: Server
let received: { path: string; bodies: string[] }[]
let answer: (response: ServerResponse) => void
let exports: OtlpExport[]

beforeEach(async () => {
  entries = []
  facts = new Map()
  told = []
  received = []
  exports = []
  answer = (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  server = createServer((request, response) => {
    void read(request).then((text) => {
      received.push({ path: request.url ?? '', bodies: bodiesIn(text) })
      answer(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterEach(async () => {
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

const address = (path = '') => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`

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
      const timer = setTimeout(work, Math.min(delayMs, 500))
      return () => clearTimeout(timer)
    },
    alert: (text) => told.push(text),
    tell: (text) => told.push(text),
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
  entries.push(chainEntry({ at: 1, ...where, ...what, excerpt, salt: 's' }, entries.at(-1) ?? null))
}

const bodies = () => received.flatMap((request) => request.bodies)

it('sends what is new since it was switched on, to the usual path where none is named', async () => {
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
  await vi.waitFor(() => expect(received.at(-1)).toEqual({ path: '/own/path', bodies: ['elsewhere'] }), soon)
  expect(received[0]?.path).toBe('/v1/logs')
})

it('sends nothing without an address, or after it was taken away', async () => {
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

it('sends all that a collector missed, also after a new start', async () => {
  facts.set('ledger-delivered', '0')
  answer = (response) => response.writeHead(400).end()
  const delivery = open()
  for (let count = 0; count < 450; count += 1) add(`entry ${count}`)
  delivery.use(address())
  await vi.waitFor(() => expect(told).toHaveLength(1), soon)
  expect(told[0]).toContain(`does not reach its collector ${address()}`)
  await delivery.dispose()
  received = []
  answer = (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  const next = open()
  next.use(address())
  await vi.waitFor(() => expect(new Set(bodies()).size).toBe(450), soon)
  await vi.waitFor(() => expect(facts.get('ledger-delivered')).toBe('450'), soon)
})

it('tries again by itself, and says when the collector is back', async () => {
  facts.set('ledger-delivered', '0')
  answer = (response) => response.writeHead(400).end()
  add('one')
  open().use(address())
  await vi.waitFor(() => expect(told).toHaveLength(1), soon)
  answer = (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  await vi.waitFor(() => expect(told.at(-1)).toBe('The ledger reaches its collector again.'), soon)
})

it('does not hold up the end for a collector that never answers', async () => {
  facts.set('ledger-delivered', '0')
  answer = () => {}
  add('one')
  const delivery = open()
  delivery.use(address())
  await vi.waitFor(() => expect(received).toHaveLength(1), soon)
  const begun = Date.now()
  await delivery.dispose()
  expect(Date.now() - begun).toBeLessThan(2_000)
})
