/** How Parley answers requests of a server of the older revisions, message by message. */
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Root } from '../../contract/requests'
import type { ServerRequest } from '../interface'
import { withCallContext } from '../calls/call-context'
import { clientCapabilities } from './client-capabilities'
import { followRequests } from './request-handlers'
import { ClientTasks } from '../server-requests/client-tasks'
import { WireServerRequests } from '../server-requests/wire-server-requests'
import { quote, say, toEnglish } from '../../texts/render-localized'
import { checksInPlace } from '../schemas/schema-checks'
import { soon } from '../../testing/soon'

type Answer = { id: unknown; result?: Record<string, unknown>; error?: { code: number; message: string } }
type Sent = { method?: string; params?: Record<string, unknown> } & Partial<Answer>

const form = {
  message: 'Your name?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } } }
}
const sampling = { messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }], maxTokens: 10 }
const accept = { type: 'elicitation', action: 'accept', content: { name: 'Ada' } } as const
const root = { uri: 'file:///home', name: 'Home' }

let client: Client
let server: InMemoryTransport
let requests: WireServerRequests
let tasks: ClientTasks
let created = 0
let running: string[]
let heldCalls: number
let listRoots: () => Promise<Root[]>
let received: Sent[]
const asked: ServerRequest[] = []
const withdrawn: { requestId: string; reason: string }[] = []
const completed: string[] = []
const lines: string[] = []

beforeEach(async () => {
  for (const list of [asked, withdrawn, completed, lines]) list.length = 0
  received = []
  running = []
  heldCalls = 0
  created = 0
  listRoots = () => Promise.resolve([root])
  requests = new WireServerRequests({
    serverName: 'tested',
    connectionId: 'c1',
    events: {
      requested: (request) => asked.push(request),
      foldersTold: () => {},
      requestRefused: () => {},
      requestWithdrawn: ({ requestId, reason }) => withdrawn.push({ requestId, reason: toEnglish(reason) }),
      elicitationCompleted: (news) => completed.push(news.elicitationId)
    },
    log: (_source, _level, text) => lines.push(text),
    checks: checksInPlace,
    roots: () => listRoots(),
    holdCalls: () => {
      heldCalls += 1
      return () => void (heldCalls -= 1)
    },
    now: () => performance.now()
  })
  await connect('2025-11-25')
})
afterEach(async () => {
  tasks.close(quote('The test is over.'))
  await client.close()
})

async function connect(protocolVersion: string): Promise<void> {
  const [here, there] = InMemoryTransport.createLinkedPair()
  server = there
  there.onmessage = (message) => {
    received.push(message as Sent)
    if ('method' in message && message.method === 'initialize' && 'id' in message) {
      const result = { protocolVersion, capabilities: {}, serverInfo: { name: 'raw', version: '0' } }
      void there.send({ jsonrpc: '2.0', id: message.id, result })
    }
  }
  await there.start()
  client = new Client({ name: 'tests', version: '0' }, { capabilities: clientCapabilities })
  tasks = new ClientTasks({ requests, now: Date.now, createId: () => `own-${(created += 1)}` })
  followRequests(client, {
    requests,
    tasks,
    runningCalls: () => running,
    callOfTask: (taskId) => (taskId === 'task-1' ? 'call-of-task' : null),
    progressEveryMs: 5
  })
  await client.connect(here)
}

const send = (message: object) => void server.send({ jsonrpc: '2.0', ...message } as JSONRPCMessage)
const ask = (id: string | number, method: string, params: object) => send({ id, method, params })
const answers = (id: string | number) => received.filter((message) => !message.method && message.id === id)
const answerTo = async (id: string | number) => {
  await vi.waitFor(() => expect(answers(id)).toHaveLength(1), { ...soon, interval: 2 })
  return answers(id)[0] as Answer
}
const question = async (count = 1) => {
  await vi.waitFor(() => expect(asked).toHaveLength(count), soon)
  return asked[count - 1] as ServerRequest
}
/** An answer proves that every earlier message has been handled. */
const settled = async () => {
  ask('settled', 'ping', {})
  await answerTo('settled')
  received = received.filter(({ id }) => id !== 'settled')
}

it('ROOT-01 SAMP-01 SAMP-02 SAMP-25 ELIC-01 ELIC-02 SDK-01: declares at the start which requests it answers', () => {
  const { params } = received.find(({ method }) => method === 'initialize') ?? {}
  expect(params?.['capabilities']).toEqual({
    roots: { listChanged: true },
    sampling: { tools: {}, context: {} },
    elicitation: { form: {}, url: {} },
    tasks: {
      list: {},
      cancel: {},
      requests: { sampling: { createMessage: {} }, elicitation: { create: {} } }
    },
    extensions: { 'io.modelcontextprotocol/tasks': {}, 'io.modelcontextprotocol/skills': {} }
  })
})

it('SAMP-14 SAMP-25: denies sampling, with tools, context or neither, if it was not declared', () => {
  const options = {
    serverName: 'tested',
    connectionId: 'c1',
    events: {
      requested: (request: ServerRequest) => asked.push(request),
      foldersTold: () => {},
      requestRefused: () => {},
      requestWithdrawn: () => {},
      elicitationCompleted: () => {}
    },
    log: () => {},
    checks: checksInPlace,
    roots: () => Promise.resolve([]),
    holdCalls: () => () => {},
    now: () => 0
  }
  const method = 'sampling/createMessage'
  const user = { role: 'user', content: { type: 'text', text: 'Hi' } }
  const tools = [{ name: 't', inputSchema: { type: 'object' } }]
  const without = new WireServerRequests({ ...options, isWithoutSampling: true })
  for (const more of [{}, { tools }, { toolChoice: { mode: 'auto' } }, { includeContext: 'allServers' }]) {
    const params = { messages: [user], maxTokens: 5, ...more }
    expect(() => without.prepare({ method, params })).toThrow(
      expect.objectContaining({ code: -32_601 }) as Error
    )
    expect(() => new WireServerRequests(options).prepare({ method, params })).not.toThrow()
  }
  expect(asked).toEqual([])
})

it('SEC-18 ROOT-05: reveals only that Parley failed internally', async () => {
  listRoots = () => Promise.reject(new TypeError('no /home/ada/secret-plans in folders.ts'))
  ask(1, 'roots/list', {})
  expect(await answerTo(1)).toEqual({
    jsonrpc: '2.0',
    id: 1,
    error: { code: -32_603, message: 'Internal error' }
  })
  expect(lines.join()).toContain('secret-plans')
})

it('SEC-18: reveals only which place of a malformed request is wrong', async () => {
  ask(1, 'sampling/createMessage', { ...sampling, maxTokens: 'many' })
  const { error } = await answerTo(1)
  expect(Object.keys(error ?? {}).sort()).toEqual(['code', 'message'])
  expect(error?.message).toMatch(/^Invalid params: [^\n]{1,200}$/)
})

it('ROOT-02: lists the roots', async () => {
  ask(1, 'roots/list', {})
  expect((await answerTo(1)).result).toEqual({ roots: [root] })
})

it.each(['roots/get', 'sampling/create', 'elicitation/request', 'tools/call', 'resources/list', '__proto__'])(
  'RPC-11 ROOT-05: answers %s with -32601 and a line in the log',
  async (method) => {
    ask(1, method, {})
    expect((await answerTo(1)).error).toMatchObject({ code: -32_601 })
    expect(lines.some((line) => line.includes(`"${method}"`))).toBe(true)
    expect(asked).toEqual([])
  }
)

describe('a question', () => {
  it('ELIC-03 ELIC-17: reaches the user, and the answer reaches the server', async () => {
    ask('a', 'elicitation/create', form)
    const { requestId, ...rest } = await question()
    expect(rest).toEqual({
      type: 'elicitation-form',
      serverName: 'tested',
      connectionId: 'c1',
      callId: null,
      ...form
    })
    expect(requests.answer(requestId, accept)).toBe(true)
    expect(await answerTo('a')).toMatchObject({ result: { action: 'accept', content: { name: 'Ada' } } })
    expect(requests.answer(requestId, accept)).toBe(false)
    await settled()
    expect(answers('a')).toHaveLength(1)
  })

  it('SAMP-10 RPC-10: is answered with an error if the user denies it', async () => {
    ask(1, 'sampling/createMessage', sampling)
    const { requestId } = await question()
    requests.answer(requestId, { type: 'error', code: -1, message: 'User rejected sampling request' })
    expect((await answerTo(1)).error).toEqual({ code: -1, message: 'User rejected sampling request' })
    expect(lines).toEqual([])
  })

  it('SAMP-27 ELIC-22 RPC-07: is answered with -32602 and one short sentence, without asking the user, if it is malformed', async () => {
    ask(1, 'sampling/createMessage', { ...sampling, maxTokens: -1 })
    expect((await answerTo(1)).error).toMatchObject({
      code: -32_602,
      message: expect.stringContaining('maxTokens') as string
    })
    ask(2, 'elicitation/create', { message: 'no form' })
    expect((await answerTo(2)).error).toMatchObject({ code: -32_602 })
    ask(3, 'sampling/createMessage', {
      messages: [{}, {}, {}],
      maxTokens: 'many',
      tools: 7,
      temperature: 'hot'
    })
    const { code, message } = (await answerTo(3)).error ?? { message: '' }
    expect(code).toBe(-32_602)
    expect(message.length).toBeLessThan(120)
    expect(message).not.toContain('\n')
    expect(asked).toEqual([])
    expect(lines).toHaveLength(3)
  })

  it("SAMP-27 ELIC-22 RPC-10: is denied with Parley's own code while twenty others wait", async () => {
    for (let id = 1; id <= 25; id += 1) ask(id, 'elicitation/create', form)
    await vi.waitFor(() => expect(received.filter(({ error }) => error !== undefined)).toHaveLength(5), soon)
    expect(asked).toHaveLength(20)
    expect(lines).toHaveLength(1)
    for (const { error } of received) if (error !== undefined) expect(error.code).toBeGreaterThan(-32_000)
    requests.answer(asked[0]?.requestId ?? '', accept)
    ask(26, 'elicitation/create', form)
    expect(await question(21)).toMatchObject(form)
  })

  it('SAMP-27: is denied if the server sends too many, even if they are answered fast', async () => {
    for (let id = 1; id <= 100; id += 1) {
      ask(id, 'elicitation/create', form)
      await settled()
      const last = asked.at(-1)
      if (last !== undefined) requests.answer(last.requestId, accept)
    }
    expect(asked.length).toBeGreaterThanOrEqual(60)
    expect(asked.length).toBeLessThan(90)
  })

  it('is answered with an error and a line in the log if the accepted form does not fit', async () => {
    ask(1, 'elicitation/create', form)
    const { requestId } = await question()
    requests.answer(requestId, { ...accept, content: { name: 7 } })
    expect((await answerTo(1)).error).toMatchObject({ code: -32_603 })
    expect(lines).toHaveLength(1)
  })

  it('stops the clocks of calls while it is open', async () => {
    ask(1, 'elicitation/create', form)
    ask(2, 'sampling/createMessage', sampling)
    await question(2)
    expect(heldCalls).toBe(2)
    for (const { requestId } of asked) requests.answer(requestId, { type: 'error', code: -1, message: 'No' })
    expect(heldCalls).toBe(0)
  })
})

describe('the call of a question', () => {
  it('is the call whose task the server names', async () => {
    running = ['other', 'call-of-task']
    ask(1, 'elicitation/create', {
      ...form,
      _meta: { 'io.modelcontextprotocol/related-task': { taskId: 'task-1' } }
    })
    expect((await question()).callId).toBe('call-of-task')
  })

  it('is the call whose stream brought the question', async () => {
    running = ['one', 'two']
    await withCallContext(
      'two',
      async () => await server.send({ jsonrpc: '2.0', id: 1, method: 'elicitation/create', params: form })
    )
    expect((await question()).callId).toBe('two')
  })

  it('is the only running call, and unknown with several', async () => {
    running = ['only']
    ask(1, 'elicitation/create', form)
    expect((await question()).callId).toBe('only')
    running = ['one', 'two']
    ask(2, 'elicitation/create', form)
    expect((await question(2)).callId).toBe(null)
  })
})

describe('a withdrawn question', () => {
  it("CANC-04 CANC-09: closes with the server's reason, also in the log, and gets no response", async () => {
    ask('a', 'elicitation/create', form)
    const { requestId } = await question()
    send({ method: 'notifications/cancelled', params: { requestId: 'a', reason: 'found it' } })
    await vi.waitFor(
      () => expect(withdrawn).toEqual([{ requestId, reason: expect.stringContaining('found it') as string }]),
      soon
    )
    expect(lines).toEqual([expect.stringContaining('found it')])
    expect(requests.answer(requestId, accept)).toBe(false)
    await settled()
    expect(answers('a')).toEqual([])
    expect(heldCalls).toBe(0)
  })

  it('CANC-05 CANC-08: stays open if the cancellation is malformed, unknown or late', async () => {
    ask(1, 'elicitation/create', form)
    const { requestId } = await question()
    for (const params of [
      {},
      { requestId: null },
      { requestId: '1' },
      { requestId: 99 },
      { requestId: {} },
      []
    ])
      send({ method: 'notifications/cancelled', params })
    send({ method: 'notifications/cancelled' })
    await settled()
    requests.answer(requestId, accept)
    expect((await answerTo(1)).result).toMatchObject({ action: 'accept' })
    send({ method: 'notifications/cancelled', params: { requestId: 1 } })
    await settled()
    expect(withdrawn).toEqual([])
  })

  it('closes when the connection ends', async () => {
    ask(1, 'sampling/createMessage', sampling)
    const { requestId } = await question()
    await server.close()
    expect(withdrawn).toEqual([{ requestId, reason: 'The connection to the server ended.' }])
  })

  it('closes when Parley ends the connection, and later ones are denied', async () => {
    ask(1, 'elicitation/create', form)
    await question()
    requests.close(say('mcp.serverStopped'))
    expect(withdrawn).toMatchObject([{ reason: 'The server was stopped.' }])
    ask(2, 'elicitation/create', form)
    expect((await answerTo(2)).error).toMatchObject({ code: -32_603 })
  })

  it('closes when the user stops its call, and the server learns that it gets no decision', async () => {
    running = ['only']
    ask(1, 'elicitation/create', form)
    ask(2, 'sampling/createMessage', sampling)
    await question(2)
    requests.endCall('another', true)
    requests.endCall('only', false)
    expect(withdrawn).toEqual([])
    requests.endCall('only', true)
    expect(withdrawn).toHaveLength(2)
    expect((await answerTo(1)).result).toEqual({ action: 'cancel' })
    expect((await answerTo(2)).error).toMatchObject({ code: -32_603 })
  })

  it('closes when the call that it certainly belongs to ends', async () => {
    running = ['one', 'two']
    await withCallContext(
      'two',
      async () => await server.send({ jsonrpc: '2.0', id: 1, method: 'elicitation/create', params: form })
    )
    await question()
    requests.endCall('two', false)
    expect(withdrawn).toMatchObject([{ reason: 'The call it belonged to has ended.' }])
  })
})

it('RPC-20: serves pings and further questions while a question is open', async () => {
  ask(1, 'elicitation/create', form)
  await question()
  ask(2, 'ping', {})
  expect((await answerTo(2)).result).toEqual({})
  ask(3, 'roots/list', {})
  expect((await answerTo(3)).result).toEqual({ roots: [root] })
  expect(answers(1)).toEqual([])
})

it('PROG-08 PROG-09: sends rising progress with the token while the user decides, and none later', async () => {
  ask(1, 'sampling/createMessage', { ...sampling, _meta: { progressToken: 'mine' } })
  ask(2, 'sampling/createMessage', sampling)
  await question(2)
  const progress = () =>
    received.filter(({ method }) => method === 'notifications/progress').map(({ params }) => params)
  await vi.waitFor(() => expect(progress().length).toBeGreaterThan(2), soon)
  expect(progress().every((params) => params?.['progressToken'] === 'mine')).toBe(true)
  const steps = progress().map((params) => params?.['progress'] as number)
  expect(steps).toEqual(steps.map((_step, index) => index + 1))
  for (const { requestId } of asked) requests.answer(requestId, { type: 'error', code: -1, message: 'No' })
  await answerTo(1)
  const last = received.findLastIndex(({ method }) => method === 'notifications/progress')
  expect(last).toBeLessThan(received.findIndex(({ id, method }) => id === 1 && method === undefined))
  const told = progress().length
  for (let turn = 0; turn < 5; turn += 1) await settled()
  expect(progress()).toHaveLength(told)
})

it('ELIC-25 ELIC-26: accepts completion of a known link once', async () => {
  const link = { mode: 'url', message: 'Sign in', url: 'https://example.test', elicitationId: 'Ü-1' }
  ask(1, 'elicitation/create', link)
  const done = (elicitationId: unknown) =>
    send({ method: 'notifications/elicitation/complete', params: { elicitationId } })
  requests.answer((await question()).requestId, { ...accept, content: null })
  expect((await answerTo(1)).result).toEqual({ action: 'accept' })
  for (const id of ['unknown', '', null, '__proto__', 'ü-1', 'Ü-1', 'Ü-1']) done(id)
  await settled()
  expect(completed).toEqual(['Ü-1'])
})

it('SAMP-12: answers a server of an older revision with one block', async () => {
  await client.close()
  received = []
  await connect('2025-06-18')
  ask(1, 'sampling/createMessage', { ...sampling, tools: [] })
  requests.answer((await question()).requestId, {
    type: 'sampling',
    result: {
      content: [
        { type: 'text', text: 'A' },
        { type: 'text', text: 'B' }
      ],
      model: 'm',
      stopReason: null
    }
  })
  expect((await answerTo(1)).result).toEqual({
    role: 'assistant',
    content: { type: 'text', text: 'A\n\nB' },
    model: 'm'
  })
})

describe('a request that the server wants as a task', () => {
  const related = { 'io.modelcontextprotocol/related-task': { taskId: 'own-1' } }
  const told = () => received.filter(({ method }) => method === 'notifications/tasks/status')
  const begin = (ttl = 60_000) => ask(1, 'elicitation/create', { ...form, task: { ttl } })

  it("TASK-16: becomes a task at once and has its result after the user's answer", async () => {
    begin()
    expect((await answerTo(1)).result).toEqual({
      task: {
        taskId: 'own-1',
        status: 'working',
        statusMessage: 'Waiting for the user',
        createdAt: expect.any(String) as string,
        lastUpdatedAt: expect.any(String) as string,
        ttl: 60_000,
        pollInterval: 1_000
      }
    })
    const { requestId } = await question()
    ask(2, 'tasks/get', { taskId: 'own-1' })
    expect((await answerTo(2)).result).toMatchObject({ taskId: 'own-1', status: 'working' })
    ask(3, 'tasks/result', { taskId: 'own-1' })
    await settled()
    expect(answers(3)).toEqual([])
    requests.answer(requestId, accept)
    expect((await answerTo(3)).result).toEqual({ action: 'accept', content: { name: 'Ada' }, _meta: related })
    expect(told()).toMatchObject([{ params: { taskId: 'own-1', status: 'completed' } }])
    ask(4, 'tasks/list', {})
    expect((await answerTo(4)).result).toMatchObject({ tasks: [{ taskId: 'own-1', status: 'completed' }] })
  })

  it('TASK-16 SAMP-10: fails with the error of the request if the user denies it', async () => {
    ask(1, 'sampling/createMessage', { ...sampling, task: {} })
    expect((await answerTo(1)).result).toMatchObject({ task: { ttl: 3_600_000 } })
    const { requestId } = await question()
    requests.answer(requestId, { type: 'error', code: -1, message: 'User rejected sampling request' })
    ask(2, 'tasks/result', { taskId: 'own-1' })
    expect((await answerTo(2)).error).toMatchObject({ code: -1, message: 'User rejected sampling request' })
    const why = { status: 'failed', statusMessage: 'User rejected sampling request' }
    expect(told()).toMatchObject([{ params: why }])
  })

  it("TASK-16: closes its question when the server cancels it, and can't be cancelled again", async () => {
    begin()
    const { requestId } = await question()
    ask(2, 'tasks/cancel', { taskId: 'own-1' })
    expect((await answerTo(2)).result).toMatchObject({ taskId: 'own-1', status: 'cancelled' })
    expect(withdrawn).toEqual([{ requestId, reason: 'The server withdrew its request.' }])
    ask(3, 'tasks/cancel', { taskId: 'own-1' })
    expect((await answerTo(3)).error).toMatchObject({ code: -32_602 })
    ask(4, 'tasks/result', { taskId: 'own-1' })
    expect((await answerTo(4)).error).toMatchObject({ code: expect.any(Number) as number })
  })

  it('is deleted with its question at the end of its life', async () => {
    begin(20)
    const { requestId } = await question()
    await vi.waitFor(() => expect(withdrawn).toMatchObject([{ requestId }]), { ...soon, interval: 2 })
    expect(withdrawn[0]?.reason).toBe("The server didn't fetch the answer in time.")
    ask(2, 'tasks/get', { taskId: 'own-1' })
    expect((await answerTo(2)).error).toMatchObject({ code: -32_602 })
  })

  it('continues when the call that it came with has its result', async () => {
    running.push('call-1')
    begin()
    const { callId } = await question()
    expect(callId).toBe('call-1')
    requests.endCall('call-1', false)
    expect(withdrawn).toEqual([])
  })

  it('becomes no task if it is malformed, or of a revision without tasks', async () => {
    ask(1, 'elicitation/create', { message: 'No schema', task: {} })
    expect((await answerTo(1)).error).toMatchObject({ code: -32_602 })
    expect(asked).toEqual([])
    await connect('2025-06-18')
    ask(2, 'elicitation/create', { ...form, task: {} })
    requests.answer((await question()).requestId, accept)
    expect((await answerTo(2)).result).toEqual({ action: 'accept', content: { name: 'Ada' } })
    ask(3, 'tasks/list', {})
    expect((await answerTo(3)).error).toMatchObject({ code: -32_601 })
  })

  it.each([
    ['tasks/get', { taskId: 'none' }, -32_602],
    ['tasks/result', {}, -32_602],
    ['tasks/list', { cursor: 'far' }, -32_602],
    ['tasks/other', { taskId: 'own-1' }, -32_602]
  ])('denies invalid %s requests', async (method, params, code) => {
    ask(9, method, params)
    expect((await answerTo(9)).error).toMatchObject({ code })
  })
})
