/** Requests of real servers, of the older revisions and the newest, and what they learn about the user. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, mkdir, realpath, rm } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { JsonObject } from '../../contract/json'
import { createMcpClients } from '../gateway/clients'
import type {
  ConnectionInfo,
  McpClients,
  McpEvents,
  ServerLaunch,
  ServerReply,
  ServerRequest,
  ToolCallOutcome
} from '../interface'
import { renderEnglish } from '../../testing/in-english'
import { soon } from '../../testing/soon'

const file = (relative: string) => fileURLToPath(new URL(`../../../${relative}`, import.meta.url))
const everything = [file('node_modules/@modelcontextprotocol/server-everything/dist/index.js'), 'stdio']
const asking = [file('app/testing/servers/mcp-asking.mjs')]

type Withdrawn = Parameters<McpEvents['requestWithdrawn']>[0]
const asked: ServerRequest[] = []
const withdrawn: Withdrawn[] = []
const changed: string[][] = []
const log: string[] = []
const sent: { method?: string; params?: Record<string, unknown> }[] = []
let clients: McpClients
let info: ConnectionInfo
let folder: string
let child: ChildProcess | null = null
let counter = 0
/** How the user answers; the question stays open if undefined. */
let decide: (request: ServerRequest) => ServerReply | undefined

beforeEach(async () => {
  for (const list of [asked, withdrawn, changed, log, sent]) list.length = 0
  decide = () => undefined
  folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'parley asks ')))
  const ignored = () => {}
  clients = createMcpClients({
    events: {
      connectionClosed: ignored,
      installing: () => {},
      toolsChanging: () => {},
      toolsChanged: ({ tools }) => changed.push(tools.map(({ name }) => name)),
      resourcesChanged: ignored,
      promptsChanged: ignored,
      resourceUpdated: ignored,
      limitNear: ignored,
      taskChanged: ignored,
      answeredLate: ignored,
      messagesChanged: ignored,
      requested: (request) => {
        asked.push(request)
        const reply = decide(request)
        if (reply !== undefined) void clients.answerRequest(request.requestId, reply)
      },
      challenged: () => {},
      networkAccessRequested: () => {},
      hostReached: () => {},
      fileAccessed: () => {},
      limitExceeded: () => {},
      foldersTold: () => {},
      exchangeChanged: () => {},
      requestRefused: () => {},
      requestWithdrawn: (news) => withdrawn.push(news),
      elicitationCompleted: ignored,
      traced: ({ direction, text }) => {
        if (direction === 'out') sent.push(JSON.parse(text ?? '') as (typeof sent)[number])
      },
      progressed: ignored,
      logged: ({ line }) => log.push(line.text)
    },
    hostEnvironment: process.env,
    clientInfo: { name: 'parley-tests', version: '0' },
    now: Date.now
  })
  void clients.setTracing(true)
})

afterEach(async () => {
  await clients.shutdown()
  child?.kill('SIGKILL')
  child = null
  await rm(folder, { recursive: true })
})

async function start(args: readonly string[]): Promise<void> {
  const stdio = { transport: 'stdio', command: process.execPath, args, env: {}, cwd: null } as const
  info = await clients.connect({ ...stdio, ...identity() } as ServerLaunch)
}

function identity() {
  counter += 1
  const ids = { serverName: 'tested', connectionId: `connection-${counter}` }
  return { ...ids, connectTimeoutMs: 60_000, knownEra: null, logLevel: null, pingIntervalMs: 0 }
}

/** The everything server over HTTP, `mode` as the server names it. */
async function reachEverything(mode: 'streamableHttp' | 'sse'): Promise<void> {
  const probe = http.createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  child = spawn(process.execPath, [everything[0] as string, mode], {
    env: { ...process.env, PORT: String(port) }
  })
  await new Promise<void>((resolve) => {
    child?.stderr?.on('data', (chunk) => /listening|running/i.test(String(chunk)) && resolve())
  })
  const path = mode === 'sse' ? 'sse' : 'mcp'
  const url = `http://127.0.0.1:${port}/${path}`
  info = await clients.connect({
    transport: mode === 'sse' ? 'sse' : 'http',
    url,
    headers: {},
    ...identity()
  } as ServerLaunch)
}

/** Tools that send requests appear once the server knows the client's capabilities. */
async function untilAsking(): Promise<void> {
  const names = () => changed.at(-1) ?? info.tools.map(({ name }) => name)
  await vi.waitFor(() => expect(names()).toContain('trigger-url-elicitation'), soon)
}

function call(toolName: string, args: JsonObject = {}, limits: object = {}): Promise<ToolCallOutcome> {
  counter += 1
  return clients.callTool({
    callId: `call-${counter}`,
    serverName: 'tested',
    connectionId: info.connectionId,
    toolName,
    arguments: args,
    timeoutMs: 60_000,
    maxTotalTimeoutMs: 120_000,
    task: null,
    ...limits
  })
}

/** The text of a successful call. */
async function textOf(outcome: Promise<ToolCallOutcome>): Promise<string> {
  const ended = await outcome
  if (ended.type !== 'completed') throw new Error(JSON.stringify(ended))
  return ended.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
}

const jsonOf = async (outcome: Promise<ToolCallOutcome>) => JSON.parse(await textOf(outcome)) as unknown
const question = async (count = 1) => {
  await vi.waitFor(() => expect(asked).toHaveLength(count), soon)
  return asked[count - 1] as ServerRequest
}
const fill = (content: JsonObject): ServerReply => ({ type: 'elicitation', action: 'accept', content })
const act = (action: 'accept' | 'decline' | 'cancel'): ServerReply => ({
  type: 'elicitation',
  action,
  content: null
})
const said = (words: string): ServerReply => ({
  type: 'sampling',
  result: { content: [{ type: 'text', text: words }], model: 'model-1', stopReason: 'endTurn' }
})
const rejection: ServerReply = { type: 'error', code: -1, message: 'User rejected sampling request' }

describe('the everything server', () => {
  beforeEach(async () => {
    await start(everything)
    await untilAsking()
  })

  it("SYS-33 SAMP-13: gets a model's answer, with model and stop reason", async () => {
    decide = () => said('Paris')
    const text = await textOf(
      call('trigger-sampling-request', { prompt: 'Capital of France?', maxTokens: 100 })
    )
    const [request] = asked
    expect(request).toMatchObject({
      type: 'sampling',
      callId: `call-${counter}`,
      request: { maxTokens: 100, systemPrompt: 'You are a helpful test server.', temperature: 0.7, tools: [] }
    })
    expect(JSON.stringify(request)).toContain('Capital of France?')
    const result = JSON.parse(text.slice(text.indexOf('{'))) as unknown
    expect(result).toEqual({
      role: 'assistant',
      content: { type: 'text', text: 'Paris' },
      model: 'model-1',
      stopReason: 'endTurn'
    })
  })

  it('SYS-43 SAMP-03 SAMP-10: learns that the user denied', async () => {
    decide = () => rejection
    const outcome = await call('trigger-sampling-request', { prompt: 'x' })
    expect(JSON.stringify(outcome)).toContain('User rejected sampling request')
  })

  it('ELIC-17 ELIC-18: gets different answers for submit, decline and cancel', async () => {
    decide = () =>
      fill({
        name: 'Ada',
        check: true,
        integer: 42,
        untitledMultipleSelectEnum: ['Piano'],
        legacyTitledEnum: 'pet-2'
      })
    const given = await textOf(call('trigger-elicitation-request'))
    expect(given).toContain('Ada')
    expect(asked[0]).toMatchObject({ type: 'elicitation-form', callId: `call-${counter}` })
    const form = asked[0]?.type === 'elicitation-form' ? asked[0].requestedSchema : {}
    expect(Object.keys(form['properties'] as JsonObject).length).toBeGreaterThan(10)
    for (const action of ['decline', 'cancel'] as const) {
      decide = () => act(action)
      const text = await textOf(call('trigger-elicitation-request'))
      expect(text).toContain(`"action": "${action}"`)
      expect(text).not.toContain('"content"')
    }
  })

  it('ELIC-24: learns only that a link was opened', async () => {
    const link = { url: 'https://example.test/a', message: 'Sign in', elicitationId: 'id-1' }
    decide = () => act('accept')
    const text = await textOf(call('trigger-url-elicitation', link))
    expect(asked[0]).toMatchObject({ type: 'elicitation-url', ...link })
    expect(text).toContain('"action": "accept"')
    expect(text).not.toContain('"content"')
  })

  it('ELIC-24: gets the call again after the links of its error were opened', async () => {
    decide = () => act('accept')
    const args = { url: 'https://example.test/a', errorPath: true }
    expect(await textOf(call('trigger-url-elicitation', args))).toContain('"action": "accept"')
    expect(asked.map((request) => request.type === 'elicitation-url' && request.url)).toEqual([
      'https://modelcontextprotocol.io',
      'https://example.test/a'
    ])
    expect(sent.filter(({ method }) => method === 'tools/call')).toHaveLength(2)
  })

  it('ELIC-24: does not get the call again if the link was declined', async () => {
    decide = () => act('decline')
    const outcome = await call('trigger-url-elicitation', { url: 'https://example.test/b', errorPath: true })
    expect(outcome).toMatchObject({ type: 'failed', failure: { data: { rpcCode: -32_042 } } })
    expect(sent.filter(({ method }) => method === 'tools/call')).toHaveLength(1)
  })

  it('SYS-05: gets the input that its task requires', async () => {
    decide = () => fill({ interpretation: 'snake' })
    const text = await textOf(call('simulate-research-query', { topic: 'python', ambiguous: true }))
    expect(asked[0]).toMatchObject({ type: 'elicitation-form', callId: `call-${counter}` })
    expect(text).toContain('snake')
  })

  it('SYS-33 ROOT-02 ROOT-04 ROOT-14: lists the configured roots and is notified of changes', async () => {
    expect(await textOf(call('get-roots-list'))).toContain('no roots are currently configured')
    const inner = path.join(folder, 'inner')
    await mkdir(inner)
    const roots = [
      { uri: pathToFileURL(folder).href, name: 'Mine' },
      { uri: pathToFileURL(inner).href, name: null }
    ]
    await clients.setRoots(roots)
    await vi.waitFor(async () => expect(await textOf(call('get-roots-list'))).toContain('Unnamed Root'), soon)
    const text = await textOf(call('get-roots-list'))
    expect(text).toContain('1. Mine')
    expect(text).toContain(pathToFileURL(folder).href)
    await clients.setRoots([])
    await vi.waitFor(async () => expect(await textOf(call('get-roots-list'))).not.toContain('Mine'), soon)
  })

  it('ELIC-27 TIME-05: has its call wait as long as the user does', async () => {
    const outcome = call('trigger-elicitation-request', {}, { timeoutMs: 300, maxTotalTimeoutMs: 300 })
    const { requestId } = await question()
    const since = Date.now()
    await vi.waitFor(() => expect(Date.now() - since).toBeGreaterThan(500), soon)
    await clients.answerRequest(requestId, act('decline'))
    expect(await textOf(outcome)).toContain('"action": "decline"')
  })

  it('CANC-04: has its question withdrawn when the user stops the call', async () => {
    const outcome = call('trigger-elicitation-request')
    const { requestId, callId } = await question()
    await clients.cancelCall(callId ?? '')
    expect(await outcome).toEqual({ type: 'cancelled' })
    expect(renderEnglish(withdrawn)).toEqual([{ requestId, reason: 'The call it belonged to has ended.' }])
    await clients.answerRequest(requestId, act('accept')) // too late, and no failure
  })

  it('has its question withdrawn when it is stopped', async () => {
    const outcome = call('trigger-elicitation-request')
    const { requestId } = await question()
    await clients.disconnect(info.connectionId)
    expect(withdrawn).toMatchObject([{ requestId }])
    expect(await outcome).toMatchObject({ type: 'failed' })
  })
})

describe('a server of the newest revision', () => {
  beforeEach(async () => {
    await start(asking)
    expect(info.protocolVersion).toBe('2026-07-28')
  })

  it('SYS-05: gets all inputs that it requests in one round, with its state unchanged', async () => {
    await clients.setRoots([{ uri: pathToFileURL(folder).href, name: 'Mine' }])
    decide = (request) => {
      if (request.type === 'sampling') return said('Blue')
      return request.type === 'elicitation-form' ? fill({ name: 'Ada' }) : act('accept')
    }
    expect(await jsonOf(call('all'))).toEqual({
      inputResponses: {
        form: { action: 'accept', content: { name: 'Ada' } },
        link: { action: 'accept' },
        sampling: {
          role: 'assistant',
          content: { type: 'text', text: 'Blue' },
          model: 'model-1',
          stopReason: 'endTurn'
        },
        roots: { roots: [{ uri: pathToFileURL(folder).href, name: 'Mine' }] }
      },
      state: 'sta\u0000te "1"'
    })
    expect(asked.map(({ type }) => type).toSorted()).toEqual([
      'elicitation-form',
      'elicitation-url',
      'sampling'
    ])
    expect(asked.every(({ callId }) => callId === `call-${counter}`)).toBe(true)
  })

  it('ARCH-08: has each question assigned to its call, also with several calls', async () => {
    const first = call('twice')
    const firstId = `call-${counter}`
    await question(1)
    const second = call('twice')
    await question(2)
    expect(asked.map(({ callId }) => callId)).toEqual([firstId, `call-${counter}`])
    const answered = new Set<string>()
    decide = (request) => fill({ name: `${request.callId === firstId ? 'Ada' : 'Bob'}` })
    for (const request of asked.slice()) {
      answered.add(request.requestId)
      await clients.answerRequest(request.requestId, decide(request) as ServerReply)
    }
    expect(await jsonOf(first)).toEqual({
      second: { action: 'accept', content: { name: 'Ada' } },
      state: JSON.stringify({ action: 'accept', content: { name: 'Ada' } })
    })
    expect(JSON.stringify(await jsonOf(second))).toContain('Bob')
    expect(answered.size).toBe(2)
  })

  it('learns that the user declined, and ends the call itself', async () => {
    decide = () => act('decline')
    expect(JSON.stringify(await jsonOf(call('twice')))).toContain('decline')
  })

  it('SYS-43 SAMP-10: has its call fail if sampling is denied, and its other questions withdrawn', async () => {
    decide = (request) => (request.type === 'sampling' ? rejection : undefined)
    expect(await call('all')).toMatchObject({ type: 'failed', failure: { code: 'REQUEST_REFUSED' } })
    expect(withdrawn).toHaveLength(2)
    expect(sent.filter(({ method }) => method === 'tools/call')).toHaveLength(1)
  })

  it('may request only more time', async () => {
    expect(await jsonOf(call('later'))).toEqual({ state: 'wait' })
  })

  it('is given up if it sends questions endlessly', async () => {
    const outcome = await call('forever')
    expect(outcome).toMatchObject({
      type: 'failed',
      failure: { message: expect.stringContaining('10 times') as string }
    })
    expect(sent.filter(({ method }) => method === 'tools/call')).toHaveLength(11)
  })

  it.each(['odd', 'many'])('has a round with %s requests refused, without asking the user', async (tool) => {
    expect(await call(tool)).toMatchObject({ type: 'failed' })
    expect(asked).toEqual([])
  })

  it('has its questions withdrawn when the user stops the call', async () => {
    const outcome = call('all')
    const { callId } = await question(3)
    await clients.cancelCall(callId ?? '')
    expect(await outcome).toEqual({ type: 'cancelled' })
    expect(withdrawn).toHaveLength(3)
  })

  it('may ask before it gives a resource or a prompt', async () => {
    decide = () => fill({ name: 'Ada' })
    const [contents] = await clients.readResource(info.connectionId, 'memo://asked')
    expect(contents).toMatchObject({ text: expect.stringContaining('Ada') as string })
    const prompt = await clients.getPrompt({ connectionId: info.connectionId, name: 'asked', arguments: {} })
    expect(JSON.stringify(prompt.messages)).toContain('Ada')
    expect(asked.map(({ callId }) => callId)).toEqual([null, null])
  })
})

describe('the everything server over HTTP', () => {
  it('RPC-20: gets answers on the stream of each call, and each question belongs to its call', async () => {
    await reachEverything('streamableHttp')
    await untilAsking()
    const first = call('trigger-elicitation-request')
    const firstId = `call-${counter}`
    const second = call('trigger-elicitation-request')
    const secondId = `call-${counter}`
    await question(2)
    expect(new Set(asked.map(({ callId }) => callId))).toEqual(new Set([firstId, secondId]))
    for (const { requestId, callId } of asked)
      await clients.answerRequest(requestId, callId === firstId ? act('decline') : act('cancel'))
    expect(await textOf(first)).toContain('"action": "decline"')
    expect(await textOf(second)).toContain('"action": "cancel"')
  })

  it('RPC-20: gets answers over the older transport', async () => {
    await reachEverything('sse')
    await untilAsking()
    decide = () => said('Paris')
    expect(await textOf(call('trigger-sampling-request', { prompt: 'x' }))).toContain('Paris')
  })
})
