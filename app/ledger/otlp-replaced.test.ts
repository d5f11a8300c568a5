import { createServer } from 'node:http'
import type { Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HostError } from '../base/host-error'
import { silentLogger } from '../base/logger'
import { say, toEnglish } from '../texts/render-localized'
import type { StoredLedgerEntry } from '../history/interface'
import { chainEntries } from './chain'
import { createOtlpExport } from './otlp-export'
import type { OtlpExport } from './otlp-export'
import { soon } from '../testing/soon'

/** A collector that is replaced or refused at the worst moment; the paths tell the old one and the new one apart. */

let delivery: OtlpExport
let server: Server
let received: string[]
let answer: (response: ServerResponse) => void
let facts: Map<string, string>
let told: string[]
let begun: string[]
let isRefused: boolean
let isOpening: () => void
let mayOpen: Promise<void>

beforeEach(async () => {
  received = []
  told = []
  begun = []
  facts = new Map([['ledger-delivered', '0']])
  isRefused = false
  isOpening = () => {}
  mayOpen = Promise.resolve()
  answer = (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  server = createServer((request, response) => {
    received.push(request.url ?? '')
    request.resume().on('end', () => answer(response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  delivery = open([entry()])
})

afterEach(async () => {
  await delivery.dispose()
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
})

function entry(): StoredLedgerEntry {
  const where = { conversationId: null, messageId: null, callId: null } as const
  const what = { recipientType: 'server', recipient: 'files', kind: 'tool call', subject: 'x' } as const
  const draft = { at: 1, bytes: 1, excerpt: 'one', salt: 's', decidedBy: 'person', decision: null } as const
  return chainEntries([{ ...where, ...what, ...draft }], null)[0] as StoredLedgerEntry
}

function open(entries: readonly StoredLedgerEntry[]): OtlpExport {
  return createOtlpExport({
    history: {
      readLedger: async (after) => entries.filter(({ position }) => position > after),
      readLedgerEnd: async () => entries.at(-1) ?? null,
      readFact: async (name) => facts.get(name) ?? null,
      writeFact: async (name, json) => void facts.set(name, json)
    },
    version: '0.0.0',
    schedule: () => () => {},
    expand: async (text) => {
      if (!text.includes('${secret:')) return text
      isOpening()
      await mayOpen
      return 'the-secret'
    },
    alert: (text) => told.push(toEnglish(text)),
    tell: (text) => told.push(toEnglish(text)),
    admit: async () => {
      if (isRefused)
        throw new HostError('DESTINATION_NOT_TRUSTED', say('destinations.notTrusted', { host: 'x' }))
    },
    onUntrusted: (text) => told.push(toEnglish(text)),
    onBegin: (endpoint) => begun.push(new URL(endpoint).pathname),
    onChange: () => {},
    log: silentLogger
  })
}

const target = (path: string, headers: Record<string, string> = {}) => ({
  endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
  headers,
  ownReason: null
})

/** The old collector is being opened: its secret is looked up until `goOn`. */
async function opening(): Promise<{ readonly goOn: () => void }> {
  let goOn = (): void => {}
  mayOpen = new Promise((resolve) => (goOn = resolve))
  const begins = new Promise<void>((resolve) => (isOpening = resolve))
  delivery.use(target('/old', { 'X-Key': '${secret:key}' }))
  await begins
  return { goOn }
}

/** The old collector has a batch, and says nothing until `fail`, which asks for it again at once. */
async function underWay(): Promise<{ readonly fail: () => void }> {
  const held = new Promise<ServerResponse>((resolve) => (answer = resolve))
  delivery.use(target('/old'))
  const response = await held
  answer = (next) => next.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  return { fail: () => response.writeHead(503, { 'retry-after': '0' }).end() }
}

it('SEC-11-1 sends nothing to a collector that is replaced while it is being opened, and everything to the new one', async () => {
  const { goOn } = await opening()
  delivery.use(target('/new'))
  goOn()
  await vi.waitFor(() => expect(facts.get('ledger-delivered')).toBe('1'), soon)
  expect(received).toEqual(['/new'])
  expect(told).toEqual([])
})

it('SEC-11-1 sends nothing to a collector that is removed while it is being opened', async () => {
  const { goOn } = await opening()
  delivery.use(null)
  goOn()
  await delivery.dispose()
  expect(received).toEqual([])
  expect(delivery.view()).toBeNull()
})

it('SEC-11-1 sends nothing to a collector that is denied while it is being opened, and notifies the user', async () => {
  const { goOn } = await opening()
  isRefused = true
  goOn()
  await vi.waitFor(() => expect(delivery.view()).toMatchObject({ needsTrust: true }), soon)
  expect(received).toEqual([])
  expect(told).toHaveLength(1)
})

it('SEC-11-1 a collector that is replaced while a batch is sent gets no further request', async () => {
  const { fail } = await underWay()
  delivery.use(target('/new'))
  fail()
  await vi.waitFor(() => expect(facts.get('ledger-delivered')).toBe('1'), soon)
  expect(received).toEqual(['/old', '/new'])
  expect(delivery.view()).toMatchObject({ endpoint: target('/new').endpoint, failure: null })
  expect(told).toEqual([])
  expect(begun).toEqual(['/old', '/new'])
})

it('SEC-11-1 a collector that is denied while a batch is sent gets no further request', async () => {
  const { fail } = await underWay()
  isRefused = true
  fail()
  await vi.waitFor(() => expect(delivery.view()).toMatchObject({ needsTrust: true }), soon)
  expect(received).toEqual(['/old'])
  expect(facts.get('ledger-delivered')).toBe('0')
})

it('sends a batch again to a collector that is briefly busy, like the official library', async () => {
  const { fail } = await underWay()
  fail()
  await vi.waitFor(() => expect(facts.get('ledger-delivered')).toBe('1'), soon)
  expect(received).toEqual(['/old', '/old'])
})
