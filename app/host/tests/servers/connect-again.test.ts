/**
 * Sandboxed servers that need a host while they connect, and give up before the answer: real programs, the whole core.
 */
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sandboxFinder } from '../../../sandbox/available/find-sandbox'
import type { QuestionAnswer, Question, NetworkQuestion } from '../../../contract/questions/questions'
import { openHost } from '../../../testing/open-host'
import type { OpenTestHost } from '../../../testing/open-host'
import { soon } from '../../../testing/soon'

const canContain = await sandboxFinder(process.platform)().then(
  () => true,
  () => false
)
const file = fileURLToPath(new URL('../../../testing/servers/impatient-starter.mjs', import.meta.url))

let folder: string
let record: string
let host: OpenTestHost
let site: Server

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-again-'))
  record = path.join(await mkdtemp(path.join(tmpdir(), 'parley-record-')), 'record.txt')
  site = createServer((request, response) => response.setHeader('connection', 'close').end(request.url))
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
})

afterEach(async () => {
  await host.dispose()
  site.closeAllConnections()
  await new Promise((resolve) => site.close(resolve))
  for (const each of [folder, path.dirname(record)]) await rm(each, { recursive: true, force: true })
})

interface Start {
  readonly isPatient?: boolean
  readonly hosts?: readonly string[]
  readonly goesOn?: boolean
  readonly connectTimeoutMs?: number
}

async function start({ isPatient = false, hosts = ['127.0.0.1'], goesOn = false, ...more }: Start = {}) {
  const { port } = site.address() as AddressInfo
  const pages = hosts.map((each) => `http://${each}:${port}/`).join(',')
  await writeFile(record, '')
  const args = [file, `--pages=${pages}`, `--record=${record}`]
  const entry = {
    command: process.execPath,
    args: goesOn ? [...args, '--goes-on=yes'] : args,
    sandbox: { read: [], write: [record], hosts: [] },
    ...more
  }
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ mcpServers: { starter: entry } }))
  host = await openHost({ folder })
  await host.start()
  await say({ type: 'server-trust', decision: 'trust' })
  if (!isPatient) await giveUp()
}

/** The server gives up once you are asked, as a slow answer would let it. */
async function giveUp(): Promise<void> {
  await asked('reach')
  await appendFile(record, 'give up\n')
}

function open(): readonly Question[] {
  const last = host.events.filter(({ name }) => name === 'questions.changed').at(-1)
  return (last?.payload ?? []) as Question[]
}

async function asked(type: Question['type']): Promise<Question> {
  return await vi.waitFor(() => {
    const found = open().find((each) => each.type === type)
    if (found === undefined) throw new Error(`no question of the type ${type}`)
    return found
  }, soon)
}

async function say(answer: QuestionAnswer): Promise<void> {
  const { id } = await asked(answer.type)
  await host.handlers['consent.answer']({ questionId: id, answer })
}

const server = async () => (await host.handlers['app.snapshot']({})).servers[0]
const becomes = async (state: string) =>
  await vi.waitFor(async () => expect((await server())?.state).toBe(state), soon)
const starts = async () =>
  (await readFile(record, 'utf8')).split('\n').filter((line) => line.includes('started')).length

describe.runIf(canContain)('a server that gives up before the answer', { timeout: 60_000 }, () => {
  it.each(['allow-once', 'allow-always'] as const)(
    'is connected again after %s, without a click',
    async (decision) => {
      await start()
      expect(await asked('reach')).toMatchObject({ isConnecting: true } satisfies Partial<NetworkQuestion>)
      await becomes('failed')
      expect(open().map(({ type }) => type)).toEqual(['reach'])
      await say({ type: 'reach', decision })
      await becomes('connected')
      expect((await server())?.toolCount).toBe(1)
      expect(open()).toEqual([])
      expect(await starts()).toBe(2)
    }
  )

  it.each(['not-now', 'never'] as const)('stays failed after %s', async (decision) => {
    await start()
    await becomes('failed')
    await say({ type: 'reach', decision })
    await vi.waitFor(() => expect(open()).toEqual([]), soon)
    expect((await server())?.state).toBe('failed')
    expect(await starts()).toBe(1)
  })

  it('is connected again once for each answer if it needs a second host', async () => {
    await start({ hosts: ['127.0.0.1', 'localhost'] })
    await becomes('failed')
    await say({ type: 'reach', decision: 'allow-always' })
    await vi.waitFor(() => expect(open()).toMatchObject([{ host: 'localhost' }]), soon)
    await giveUp()
    await becomes('failed')
    expect(await starts()).toBe(2)
    await say({ type: 'reach', decision: 'allow-always' })
    await becomes('connected')
    expect(await starts()).toBe(3)
  })

  it('is connected again if it continued without the host', async () => {
    await start({ goesOn: true })
    await becomes('connected')
    expect((await server())?.toolCount).toBe(0)
    await say({ type: 'reach', decision: 'allow-once' })
    await vi.waitFor(async () => expect((await server())?.toolCount).toBe(1), soon)
    expect(await starts()).toBe(2)
  })

  it('causes no more questions once it is stopped', async () => {
    await start()
    await becomes('failed')
    await host.handlers['server.control']({ serverName: 'starter', act: 'stop' })
    await vi.waitFor(() => expect(open()).toEqual([]), soon)
  })
})

describe.runIf(canContain)('a server that waits for the answer', { timeout: 60_000 }, () => {
  it('connects even if its connection timeout passed meanwhile', async () => {
    const began = performance.now()
    await start({ isPatient: true })
    await asked('reach')
    // On any computer, the start is shorter than the limit and the question is longer.
    const connectTimeoutMs = Math.ceil(Math.max(4_000, 3 * (performance.now() - began)))
    await host.dispose()
    await rm(folder, { recursive: true, force: true })
    folder = await mkdtemp(path.join(tmpdir(), 'parley-again-'))
    await start({ isPatient: true, connectTimeoutMs })
    const { askedAt } = await asked('reach')
    await vi.waitFor(() => expect(Date.now() - askedAt).toBeGreaterThan(connectTimeoutMs + 500), {
      timeout: 2 * connectTimeoutMs,
      interval: 100
    })
    expect((await server())?.state).toBe('starting')
    await say({ type: 'reach', decision: 'allow-once' })
    await becomes('connected')
    expect(await starts()).toBe(1)
  })
})
