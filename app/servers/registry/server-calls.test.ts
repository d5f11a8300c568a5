/** Calls that the registry runs: what their owner learns, and tasks that outlive a connection. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LateCallAnswer, TaskView, TimeLimit, CallProgress } from '../../contract/tool-calls'
import type { JsonObject } from '../../contract/json'
import { createMcpClients } from '../../mcp/gateway/clients'
import type { McpClients, ServerLaunch } from '../../mcp/interface'
import type { ServerToolCall } from '../interface'
import { ServerCounters } from './server-counters'
import { ServerCalls, type CalledServer, type CallTarget, type EndedCall } from './server-calls'
import { soon } from '../../testing/soon'

const limits = { timeoutMs: 10_000, maxTotalTimeoutMs: 20_000 }
const textResult = (words: string) => ({ content: [{ type: 'text', text: words }], isError: false })
const fixture = (name: string) => fileURLToPath(new URL(`../../testing/servers/${name}`, import.meta.url))

let clients: McpClients
let calls: ServerCalls
let connection: { target: CallTarget; end: (reason?: unknown) => void } | null
let isExpected: boolean
let folder: string
let child: ChildProcess | null
let counter = 0
/** Uses of the server that keep it awake. */
let uses: number
let counters: ServerCounters
/** Ids of the calls in the activity log. */
let recorded: string[]
const progress: CallProgress[] = []
const near: (TimeLimit | null)[] = []
const tasks: TaskView[] = []
const late: LateCallAnswer[] = []
const endedCalls: EndedCall[] = []

beforeEach(async () => {
  for (const list of [progress, near, tasks, late, endedCalls]) list.length = 0
  connection = null
  isExpected = true
  child = null
  uses = 0
  counters = new ServerCounters({ now: Date.now, onCounted: () => {} })
  recorded = []
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley calls '))
  const ignore = () => {}
  clients = createMcpClients({
    events: {
      connectionClosed: ignore,
      installing: ignore,
      toolsChanging: ignore,
      toolsChanged: ignore,
      resourcesChanged: ignore,
      promptsChanged: ignore,
      resourceUpdated: ignore,
      requested: ignore,
      foldersTold: () => {},
      exchangeChanged: () => {},
      requestRefused: () => {},
      requestWithdrawn: ignore,
      challenged: ignore,
      networkAccessRequested: ignore,
      hostReached: ignore,
      fileAccessed: ignore,
      limitExceeded: ignore,
      elicitationCompleted: ignore,
      logged: ignore,
      traced: ignore,
      messagesChanged: ignore,
      progressed: (news) => calls.news().progressed(news),
      limitNear: (news) => calls.news().limitNear(news),
      taskChanged: (news) => calls.news().taskChanged(news),
      answeredLate: (news) => calls.news().answeredLate(news)
    },
    hostEnvironment: process.env,
    clientInfo: { name: 'parley-tests', version: '0' },
    now: Date.now
  })
  const redact = <T>(value: T): T =>
    JSON.parse(JSON.stringify(value).replaceAll('Step 1', 'Step [hidden]')) as T
  const targetOf = () => connection?.target ?? (isExpected ? 'expected' : null)
  calls = new ServerCalls({
    clients,
    newId: () => 'written',
    idle: { begin: () => ((uses += 1), () => (uses -= 1)) },
    recordCall: ({ callId }) => recorded.push(callId),
    targetOf,
    redact,
    onCallEnded: (ended) => endedCalls.push(ended),
    now: Date.now
  })
})

afterEach(async () => {
  await clients.shutdown()
  child?.kill('SIGKILL')
  await rm(folder, { recursive: true })
})

function toLaunch() {
  counter += 1
  const known = { knownEra: null, logLevel: null, pingIntervalMs: 0, connectTimeoutMs: 15_000 } as const
  return { serverName: 'tested', connectionId: `connection-${counter}`, ...known }
}

function stand(connectionId: string): CallTarget {
  const ended = new AbortController()
  const target = { connectionId, ended: ended.signal }
  connection = { target, end: (reason) => ended.abort(reason) }
  calls.serverChanged('tested')
  return target
}

const connect = (launch: object) => clients.connect(launch as ServerLaunch)

async function start(...args: string[]): Promise<CallTarget> {
  const command = { command: process.execPath, args: [fixture('mcp-calls.mjs'), ...args], env: {}, cwd: null }
  const { connectionId } = await connect({ transport: 'stdio', ...command, ...toLaunch() })
  return stand(connectionId)
}

async function reach(port: number): Promise<CallTarget> {
  const url = `http://127.0.0.1:${port}/mcp`
  const { connectionId } = await connect({ transport: 'http', url, headers: {}, ...toLaunch() })
  return stand(connectionId)
}

async function serve(port = 0): Promise<number> {
  const store = `--store=${path.join(folder, 'tasks.json')}`
  child = spawn(process.execPath, [fixture('mcp-task-extension.mjs'), '--http', `--port=${port}`, store], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer]
  return Number(line.toString())
}

const toServer = (target: CallTarget, callLimits = limits): CalledServer => ({
  target,
  limits: callLimits,
  counters
})

function toCall(toolName: string, args: JsonObject, more: Partial<ServerToolCall> = {}): ServerToolCall {
  counter += 1
  return {
    callId: `call-${counter}`,
    serverName: 'tested',
    toolName,
    arguments: args,
    task: null,
    signal: new AbortController().signal,
    onProgress: (news) => progress.push(news),
    onLimitNear: (news) => near.push(news),
    onTask: (news) => tasks.push(news),
    onLateAnswer: (answer) => late.push(answer),
    ...more
  }
}

describe('the owner of a call', () => {
  it('learns of progress and limits while it runs, and that no limit is near when it has ended', async () => {
    const target = await start()
    const short = { timeoutMs: 4_000, maxTotalTimeoutMs: 60_000 }
    const outcome = await calls.run(toCall('work', { steps: 1, everyMs: 3_400 }), toServer(target, short))
    expect(outcome).toMatchObject(textResult('worked'))
    expect(progress).toEqual([{ progress: 1, total: 1, message: null }])
    expect(near.map((limit) => limit?.reason ?? null)).toEqual(['silence', null])
    expect(endedCalls).toMatchObject([{ serverName: 'tested', toolName: 'work', isFailed: false }])
    expect(endedCalls[0]?.durationMs).toBeGreaterThan(3_000)
  })

  it("gets an answer at once when it stops the call, and the server's answer later", async () => {
    const target = await start()
    const stop = new AbortController()
    const running = calls.run(toCall('late', {}, { signal: stop.signal }), toServer(target))
    setImmediate(() => stop.abort())
    expect(await running).toEqual({ type: 'cancelled' })
    await vi.waitFor(() => expect(late).toHaveLength(1), soon)
    expect(late[0]).toMatchObject({ at: expect.any(Number) as number, ...textResult('after all') })
  })

  it('gets no late answers of calls that it did not give up', async () => {
    const target = await start()
    await calls.run(toCall('get_weather', { location: 'Rome' }), toServer(target))
    expect(late).toEqual([])
  })

  it('TIME-03: may have other limits for each call', async () => {
    const target = await start()
    const short = { timeoutMs: 100, maxTotalTimeoutMs: 20_000 }
    const waits = calls.run(toCall('wait', {}), toServer(target, short))
    const works = calls.run(toCall('work', { steps: 3 }), toServer(target))
    expect(await waits).toMatchObject({ type: 'failed', failure: { code: 'TOOL_TIMEOUT' } })
    expect(await works).toMatchObject(textResult('worked'))
  })
})

describe('a call that became a task', () => {
  it('TASK-17: is followed on the next connection of its server', async () => {
    const port = await serve()
    const first = await reach(port)
    const running = calls.run(toCall('job', { gets: 8 }), toServer(first))
    await vi.waitFor(() => expect(tasks.length).toBeGreaterThan(2), soon)
    child?.kill('SIGKILL')
    connection?.end()
    connection = null
    calls.serverChanged('tested')
    await serve(port)
    await reach(port)
    expect(await running).toMatchObject(textResult('the work is done'))
    expect(tasks.at(-1)?.status).toBe('completed')
    expect(tasks.map(({ statusMessage }) => statusMessage)).toContain('Step [hidden]')
  })

  it('fails with its connection if no other one is expected', async () => {
    const running = calls.run(toCall('job', { states: ['working'] }), toServer(await start('--tasks')))
    await vi.waitFor(() => expect(tasks.length).toBeGreaterThan(0), soon)
    isExpected = false
    const { end } = connection ?? { end: () => {} }
    connection = null
    end()
    expect(await running).toMatchObject({ type: 'failed', failure: { code: 'SERVER_RESTARTED' } })
  })

  it('ends when it is stopped while its server is disconnected', async () => {
    const stop = new AbortController()
    const call = toCall('job', { states: ['working'] }, { signal: stop.signal })
    const running = calls.run(call, toServer(await start('--tasks')))
    await vi.waitFor(() => expect(tasks.length).toBeGreaterThan(0), soon)
    const { end } = connection ?? { end: () => {} }
    connection = null
    end()
    setImmediate(() => stop.abort())
    expect(await running).toEqual({ type: 'cancelled' })
  })

  it('TASK-17: is followed instead of started again if the owner knows its task', async () => {
    const port = await serve()
    const target = await reach(port)
    await calls.run(toCall('job', { gets: 1 }), toServer(target))
    const known = tasks.at(-1)
    tasks.length = 0
    expect(known?.taskId).toBe('task-1')
    const outcome = await calls.run(toCall('job', { gets: 1 }, { task: known ?? null }), toServer(target))
    expect(outcome).toMatchObject(textResult('the work is done'))
    expect(tasks.map(({ taskId }) => taskId)).toEqual(['task-1'])
    expect(recorded).toHaveLength(1)
  })
})

it('fails with its connection if it is no task', async () => {
  const running = calls.run(toCall('wait', {}), toServer(await start()))
  connection?.end()
  expect(await running).toMatchObject({ type: 'failed', failure: { code: 'SERVER_RESTARTED' } })
})

describe('a call', () => {
  it('keeps its server awake until its outcome, and is counted and recorded once in spite of a late answer', async () => {
    const target = await start()
    const stop = new AbortController()
    const running = calls.run(toCall('late', {}, { signal: stop.signal }), toServer(target))
    expect(uses).toBe(1)
    expect(recorded).toEqual([`call-${counter}`])
    expect(counters.view()).toMatchObject({ calls: 1, failedCalls: 0 })
    setImmediate(() => stop.abort())
    await running
    expect(uses).toBe(0)
    await vi.waitFor(() => expect(late).toHaveLength(1), soon)
    expect(uses).toBe(0)
    expect(recorded).toEqual([`call-${counter}`])
    expect(counters.view()).toMatchObject({ calls: 1, failedCalls: 0, medianMs: null })
  })

  it('is counted but not recorded if its signal or its connection ended before it was sent', async () => {
    const target = await start()
    const stopped = { signal: AbortSignal.abort() }
    expect(await calls.run(toCall('late', {}, stopped), toServer(target))).toEqual({ type: 'cancelled' })
    connection?.end()
    expect(await calls.run(toCall('late', {}), toServer(target))).toMatchObject({ type: 'failed' })
    expect(recorded).toEqual([])
    expect(uses).toBe(0)
    expect(counters.view()).toMatchObject({ calls: 2, failedCalls: 1 })
  })
})
