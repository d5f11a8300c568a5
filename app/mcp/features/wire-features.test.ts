/** Resources, prompts and completion of real servers, over stdio and HTTP, of all revisions. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { JsonObject } from '../../contract/json'
import {
  completion,
  promptResult,
  promptView,
  resourceTemplateView,
  resourceView
} from '../../contract/offers'
import { serveEverything } from '../testing/everything-server'
import { fixture, installed, watchClients } from '../testing/watched-clients'
import type { WatchedClients } from '../testing/watched-clients'
import type { ConnectionInfo, McpClients } from '../interface'
import { soon } from '../../testing/soon'

const odd = (...args: string[]) => [fixture('mcp-odd.mjs'), ...args]
const modern = fixture('mcp-modern.mjs')

const children: ChildProcess[] = []
let watched: WatchedClients
let clients: McpClients
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley offers '))
  watched = watchClients({ messageLimitBytes: 32 * 1024 * 1024 })
  clients = watched.clients
})

afterEach(async () => {
  await clients.shutdown()
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await rm(folder, { recursive: true })
})

const start = (args: readonly string[], env: Record<string, string> = {}) => watched.start(args, { env })
const log = () => watched.log().join('\n')
/** The lists that were reported as changed. */
const listsChanged = () =>
  (['tools', 'resources', 'prompts'] as const).filter((list) => watched.news(`${list}Changed`).length > 0)
const updates = () => watched.news('resourceUpdated').map(({ uri }) => uri)

async function call(info: ConnectionInfo, toolName: string, args: JsonObject = {}) {
  expect(await watched.call(info, toolName, args)).toMatchObject({ type: 'completed', isError: false })
}

function complete(info: ConnectionInfo, name: string, argumentName: string, more: object = {}) {
  const reference = { type: 'prompt', name } as const
  const { connectionId } = info
  return clients.complete({ connectionId, reference, argumentName, value: '', context: {}, ...more })
}

const asked = (method: string) => watched.sent.filter((message) => message.method === method)
const getPrompt = ({ connectionId }: ConnectionInfo, name: string, args: Record<string, string> = {}) =>
  clients.getPrompt({ connectionId, name, arguments: args })

async function startEverythingOverHttp(): Promise<string> {
  const { url, child } = await serveEverything('streamableHttp')
  children.push(child)
  return url
}

async function startModernOverHttp(): Promise<string> {
  const child = spawn(process.execPath, [modern, '--http'])
  children.push(child)
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  return `http://127.0.0.1:${String(port).trim()}/mcp`
}

describe.each([
  ['over stdio', () => start([installed('server-everything'), 'stdio'])],
  ['over Streamable HTTP', async () => await watched.reach(await startEverythingOverHttp())]
])('the everything server %s', (_name, connect) => {
  let info: ConnectionInfo
  beforeEach(async () => {
    info = await connect()
  })

  it('RES-01 RES-02 RES-03 PAGE-04: lists and reads resources, text and binary', async () => {
    const { resources, templates } = await clients.listResources(info.connectionId)
    expect(resources.length).toBeGreaterThan(3)
    for (const resource of resources) resourceView.parse(resource)
    expect(templates.map(({ variables, problem }) => [variables, problem])).toEqual([
      [['resourceId'], null],
      [['resourceId'], null]
    ])
    for (const template of templates) resourceTemplateView.parse(template)
    const [text] = await clients.readResource(info.connectionId, 'demo://resource/dynamic/text/1')
    expect(text).toMatchObject({ uri: 'demo://resource/dynamic/text/1', mimeType: 'text/plain', blob: null })
    expect(text?.text).toContain('Resource 1')
    const [blob] = await clients.readResource(info.connectionId, 'demo://resource/dynamic/blob/2')
    expect(blob?.text).toBeNull()
    expect(Buffer.from(blob?.blob ?? '', 'base64').toString()).toContain('Resource 2')
  })

  it('PROM-01 PROM-10: lists prompts and gets their messages with arguments and embedded resources', async () => {
    const prompts = await clients.listPrompts(info.connectionId)
    for (const prompt of prompts) promptView.parse(prompt)
    expect(prompts.find(({ name }) => name === 'args-prompt')?.arguments).toMatchObject([
      { name: 'city', isRequired: true },
      { name: 'state', isRequired: false }
    ])
    expect((await getPrompt(info, 'args-prompt', { city: 'Rome' })).messages).toEqual([
      { role: 'user', content: { type: 'text', text: "What's weather in Rome?" } }
    ])
    const embedded = await getPrompt(info, 'resource-prompt', { resourceType: 'Text', resourceId: '3' })
    expect(embedded.messages[1]?.content).toMatchObject({
      type: 'resource',
      uri: 'demo://resource/dynamic/text/3'
    })
  })

  it('COMP-01 COMP-03 COMP-04: completes arguments, the later ones with the earlier ones', async () => {
    const first = await complete(info, 'completable-prompt', 'department', { value: 'S' })
    expect(completion.parse(first).values).toEqual(['Sales', 'Support'])
    const context = { department: 'Sales' }
    expect(await complete(info, 'completable-prompt', 'name', { context })).toMatchObject({
      values: ['David', 'Eve', 'Frank']
    })
    const reference = { type: 'resource', uriTemplate: 'demo://resource/dynamic/text/{resourceId}' } as const
    expect(await complete(info, '', 'resourceId', { reference, value: '4' })).toMatchObject({ values: ['4'] })
  })

  it('RES-13: receives changes of the resources it subscribed to, until it unsubscribes', async () => {
    const uri = 'demo://resource/dynamic/text/1'
    await clients.subscribeResource(info.connectionId, uri)
    await call(info, 'toggle-subscriber-updates')
    await vi.waitFor(() => expect(updates()).toContain(uri), soon)
    await clients.unsubscribeResource(info.connectionId, uri)
    expect(asked('resources/unsubscribe')).toHaveLength(1)
  })

  it("RES-24: reports the server's error", async () => {
    await expect(clients.readResource(info.connectionId, 'demo://nothing/there')).rejects.toMatchObject({
      code: 'TOOL_ERROR',
      message: expect.stringMatching(
        /refused to read the resource “demo:\/\/nothing\/there”.*not found/
      ) as string,
      data: { rpcCode: expect.any(Number) as number }
    })
    await expect(getPrompt(info, 'args-prompt')).rejects.toMatchObject({
      code: 'TOOL_ERROR',
      message: expect.stringContaining('city') as string
    })
  })
})

describe('the memory server', () => {
  it('reports that a resource has changed since it was read', async () => {
    const info = await start([installed('server-memory')], { MEMORY_FILE_PATH: path.join(folder, 'm.jsonl') })
    const [resource] = (await clients.listResources(info.connectionId)).resources
    const uri = resource?.uri ?? ''
    await clients.subscribeResource(info.connectionId, uri)
    await call(info, 'create_entities', {
      entities: [{ name: 'Ada', entityType: 'person', observations: [] }]
    })
    await vi.waitFor(() => expect(updates()).toContain(uri), soon)
    expect((await clients.readResource(info.connectionId, uri))[0]?.text).toContain('Ada')
  })
})

describe('the notes server', () => {
  it('RES-25 COMP-01 LIFE-18: works without templates, subscriptions, list changes and completion, and gets no request for them', async () => {
    const info = await start([fixture('../notes server/index.js')])
    const { resources, templates } = await clients.listResources(info.connectionId)
    expect(resources.map(({ uri, name }) => [uri, name])).toEqual([
      ['note:///1', 'First Note'],
      ['note:///2', 'Second Note']
    ])
    expect(templates).toEqual([])
    expect(info.announcedLists).toEqual([])
    const { messages } = await getPrompt(info, 'summarize_notes')
    expect(messages.map(({ content }) => content.type)).toEqual(['text', 'resource', 'resource', 'text'])
    await clients.subscribeResource(info.connectionId, 'note:///1')
    expect(asked('resources/subscribe')).toEqual([])
    expect(await complete(info, 'summarize_notes', 'x')).toEqual({ values: [], total: null, hasMore: false })
    await expect(clients.readResource(info.connectionId, 'note:///9')).rejects.toMatchObject({
      message: expect.stringContaining('Note 9 not found') as string
    })
  })
})

describe.each([
  ['over stdio', () => start([modern])],
  ['over Streamable HTTP', async () => await watched.reach(await startModernOverHttp())]
])('a server of the newest revision %s', (_name, connect) => {
  let info: ConnectionInfo
  beforeEach(async () => {
    info = await connect()
    expect(info.protocolVersion).toBe('2026-07-28')
  })

  it('SDK-06: offers resources, prompts and completion', async () => {
    const { resources, templates } = await clients.listResources(info.connectionId)
    expect(resources).toMatchObject([{ uri: 'memo://board', title: 'Board', mimeType: 'text/plain' }])
    expect(templates).toMatchObject([{ uriTemplate: 'memo://weather/{city}', variables: ['city'] }])
    expect(await clients.readResource(info.connectionId, 'memo://board')).toMatchObject([
      { text: 'memo://board says: Nothing yet' }
    ])
    const talk = await getPrompt(info, 'talk', { topic: 'Food' })
    expect(promptResult.parse(talk)).toMatchObject({
      description: 'About Food',
      messages: [{ role: 'user' }, { role: 'assistant', content: { text: 'Gladly.' } }]
    })
    const later = await complete(info, 'talk', 'item', { value: 'S', context: { topic: 'Food' } })
    expect(later.values).toEqual(['Soup'])
  })

  it('announces changed lists and changed resources over one subscription', async () => {
    await call(info, 'grow')
    const lists = ['tools', 'resources', 'prompts']
    await vi.waitFor(() => expect(listsChanged()).toEqual(expect.arrayContaining(lists)), soon)
    expect(watched.news('resourcesChanged')).toHaveLength(1)
    await clients.subscribeResource(info.connectionId, 'memo://board')
    await call(info, 'write', { text: 'Hello' })
    await vi.waitFor(() => expect(updates()).toContain('memo://board'), soon)
    expect(asked('resources/subscribe')).toEqual([])
    const filters = asked('subscriptions/listen').map(({ params }) => params?.notifications)
    expect(filters.at(-1)).toMatchObject({
      resourcesListChanged: true,
      resourceSubscriptions: ['memo://board']
    })
    expect(asked('notifications/cancelled')).toHaveLength(filters.length - 1)
  })
})

describe('a server of the newest revision whose stream breaks', () => {
  it('gets a new subscription, and its lists count as changed', async () => {
    const info = await watched.reach(await startModernOverHttp())
    await clients.subscribeResource(info.connectionId, 'memo://board')
    const before = asked('subscriptions/listen').length
    await call(info, 'drop')
    await vi.waitFor(() => expect(listsChanged()).toEqual(['tools', 'resources', 'prompts']), soon)
    expect(asked('subscriptions/listen')).toHaveLength(before + 1)
    await call(info, 'write', { text: 'Hello' })
    await vi.waitFor(() => expect(updates()).toContain('memo://board'), soon)
  })
})

it('RES-05 RES-06: lets a server read web and file URIs without opening them itself', async () => {
  const info = await watched.startProgram(`
    const read = ({ params: { uri } }) => ({ contents: uri.endsWith('/')
      ? [{ uri: uri + 'a', text: 'first' }, { uri: uri + 'b', text: 'second' }]
      : [{ uri, text: 'what ' + uri + ' says' }] })
    const list = () => ({ resources: [
      { uri: 'https://nowhere.invalid/page', name: 'page' },
      { uri: 'file:///no/such/folder/', name: 'folder', mimeType: 'inode/directory' }] })
    serve({ name: 'virtual', on: { 'resources/list': list, 'resources/read': read,
      initialize: () => ({ protocolVersion: '2025-11-25', capabilities: { resources: {} },
        serverInfo: { name: 'virtual', version: '1' } }) } })`)
  const { resources } = await clients.listResources(info.connectionId)
  expect(resources.map(({ mimeType }) => mimeType)).toEqual([null, 'inode/directory'])
  const page = await clients.readResource(info.connectionId, 'https://nowhere.invalid/page')
  expect(page).toMatchObject([{ text: 'what https://nowhere.invalid/page says' }])
  const entries = await clients.readResource(info.connectionId, 'file:///no/such/folder/')
  expect(entries.map(({ uri, text }) => [uri, text])).toEqual([
    ['file:///no/such/folder/a', 'first'],
    ['file:///no/such/folder/b', 'second']
  ])
})

describe('a server with invalid entries', () => {
  it('RPC-21 RES-20 RES-21: loses only its invalid entries', async () => {
    const info = await start(odd('odd-offers'))
    const { resources, templates } = await clients.listResources(info.connectionId)
    for (const resource of resources) resourceView.parse(resource)
    expect(resources.map(({ uri, name }) => [uri, name])).toEqual([
      ['odd://good', 'Good'],
      ['odd://bare', 'odd://bare'],
      ['odd://last', 'odd://last']
    ])
    expect(resources[0]).toMatchObject({ size: 12, annotations: { audience: ['user'], priority: null } })
    expect(templates).toEqual([])
    const [prompt, ...others] = await clients.listPrompts(info.connectionId)
    expect(others).toEqual([])
    expect(prompt?.arguments.map(({ name }) => name)).toEqual(['kept'])
    for (const line of [
      /resource that has no URI/,
      /resource that isn't an object/,
      /"odd:\/\/good" twice/
    ]) {
      expect(log()).toMatch(line)
    }
    for (const line of [/repeats a page/, /prompt that has no name/, /An argument of the prompt "good"/]) {
      expect(log()).toMatch(line)
    }
  })

  it('keeps the contents and messages that can be read', async () => {
    const info = await start(odd('odd-offers'))
    const { connectionId } = info
    expect(await clients.readResource(connectionId, 'odd://good')).toEqual([
      { uri: 'odd://good/1', mimeType: null, text: 'one', blob: null },
      { uri: 'odd://good', mimeType: null, text: null, blob: 'AAEC' }
    ])
    await expect(clients.readResource(connectionId, 'odd://last')).rejects.toMatchObject({
      code: 'SERVER_PROTOCOL'
    })
    await expect(clients.readResource(connectionId, 'odd://bare')).rejects.toMatchObject({
      code: 'TOOL_ERROR',
      message: expect.stringContaining('the disk is on fire') as string
    })
    const { messages } = await getPrompt(info, 'good')
    expect(messages.map(({ role, content }) => `${role} ${content.type}`)).toEqual([
      'user text',
      'assistant image',
      'user audio',
      'user resource-link',
      'user unknown'
    ])
  })

  it('COMP-08: never disturbs typing', async () => {
    const info = await start(odd('odd-offers'))
    const { values, hasMore } = await complete(info, 'good', 'kept')
    expect([values.length, hasMore]).toEqual([100, true])
    expect((await complete(info, 'good', 'broken')).values).toEqual([])
    expect((await complete(info, 'good', 'kept')).values).toHaveLength(100)
  })
})

describe('a server that sends too much', () => {
  it('COMP-05 COMP-07: has its lists cut, and loses entries that imitate others', async () => {
    const info = await start(odd('endless-offers'))
    const { resources, templates } = await clients.listResources(info.connectionId)
    expect(resources.map(({ uri }) => uri)).toEqual(['odd://fine'])
    expect(resources[0]?.title?.length).toBeLessThan(400)
    expect(resources[0]?.description.length).toBeLessThan(17_000)
    expect(templates.map(({ uriTemplate }) => uriTemplate)).toEqual(['odd://{x}'])
    const prompts = await clients.listPrompts(info.connectionId)
    expect(prompts.map(({ name }) => name)).toEqual(['fine'])
    expect(prompts[0]?.arguments).toHaveLength(100)
    expect(log()).toMatch(/resource that can't be used, because its URI has more than 8192 characters/)
    expect(log()).toMatch(/prompt that can't be used, because its name contains invisible characters/)
    expect((await complete(info, 'fine', 'a1')).values).toEqual(['fine'])
  })

  it("RES-26: can't fill memory or history with what it returns", async () => {
    const info = await start(odd('endless-offers'))
    const contents = await clients.readResource(info.connectionId, 'odd://fine')
    expect(contents.map(({ uri, blob }) => [uri, blob])).toEqual([
      ['odd://fine', null],
      ['odd://fine/2', null]
    ])
    expect(contents[0]?.text).toMatch(/^x+… \[500000 more characters left out\]$/)
    expect(contents[1]?.text).toMatch(/left out: 9\.8 MB/)
    const { messages } = await getPrompt(info, 'fine')
    expect(messages).toHaveLength(1_001)
    expect(messages.at(-1)?.content).toMatchObject({
      text: expect.stringContaining('200 more parts') as string
    })
    expect(JSON.stringify(messages).length).toBeLessThan(1_200_000)
  })
})

describe('SYS-01: a server of the first revision', () => {
  it('COMP-02: is asked for completion, without context, until it denies', async () => {
    const refusing = await start(odd('first-revision'))
    expect(refusing.protocolVersion).toBe('2024-11-05')
    expect((await complete(refusing, 'old', 'x')).values).toEqual([])
    expect((await complete(refusing, 'old', 'x')).values).toEqual([])
    expect(asked('completion/complete')).toHaveLength(1)
    const willing = await start(odd('first-revision', 'completes'))
    expect((await complete(willing, 'old', 'x', { value: 'a', context: { b: 'c' } })).values).toEqual(['a!'])
    expect((await complete(willing, 'old', 'x', { value: 'b' })).values).toEqual(['b!'])
    expect(asked('completion/complete').every(({ params }) => params?.context === undefined)).toBe(true)
    expect((await clients.listResources(willing.connectionId)).resources).toEqual([])
    expect(asked('resources/list')).toEqual([])
  })
})

describe('a missing connection', () => {
  it('is reported as missing', async () => {
    await expect(clients.listPrompts('nowhere')).rejects.toMatchObject({ code: 'SERVER_NOT_CONNECTED' })
    const info = await start([modern])
    await clients.disconnect(info.connectionId)
    await expect(clients.readResource(info.connectionId, 'memo://board')).rejects.toMatchObject({
      code: 'SERVER_NOT_CONNECTED'
    })
  })
})

describe('a server that never answers', () => {
  const mute = `const methods = ['resources/list', 'resources/templates/list', 'resources/read', 'resources/subscribe',
      'prompts/list', 'prompts/get', 'completion/complete']
    serve({ name: 'mute', on: {
      initialize: ({ params }) => ({ protocolVersion: params.protocolVersion, serverInfo: { name: 'mute', version: '1' },
        capabilities: { resources: { subscribe: true }, prompts: {}, completions: {} } }),
      ...Object.fromEntries(methods.map((method) => [method, () => silence]))
    } })`
  afterEach(() => {
    vi.useRealTimers()
  })

  it.each<[string, string, (info: ConnectionInfo) => Promise<unknown>]>([
    ['resources/list', 'list its resources', ({ connectionId }) => clients.listResources(connectionId)],
    ['prompts/list', 'list its prompts', ({ connectionId }) => clients.listPrompts(connectionId)],
    [
      'resources/read',
      'read the resource “a:b”',
      ({ connectionId }) => clients.readResource(connectionId, 'a:b')
    ],
    [
      'resources/subscribe',
      'subscribe to',
      ({ connectionId }) => clients.subscribeResource(connectionId, 'a:b')
    ],
    ['prompts/get', 'return the prompt “p”', (info) => getPrompt(info, 'p')],
    ['completion/complete', 'complete the argument', (info) => complete(info, 'p', 'a')]
  ])('TIME-01 TIME-02: gets a minute for %s and then a cancellation', async (method, purpose, ask) => {
    const info = await watched.startProgram(mute)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let failure: unknown = null
    const asking = ask(info).catch((error: unknown) => (failure = error))
    await vi.waitUntil(() => asked(method).length === 1)
    await vi.advanceTimersByTimeAsync(59_000)
    expect(failure).toBeNull()
    await vi.advanceTimersByTimeAsync(1_000)
    await asking
    expect(failure).toMatchObject({
      code: 'TOOL_TIMEOUT',
      message: expect.stringContaining(purpose) as string
    })
    const cancelled = asked('notifications/cancelled').map(({ params }) => params?.['requestId'])
    expect(cancelled).toContain(asked(method)[0]?.id)
  })
})
