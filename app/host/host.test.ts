import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createScriptedModel, type ScriptedModel } from '../testing/scripted-model/scripted-model'
import type { Snapshot } from '../contract/bridge/snapshot'
import type { Message, ToolCallPart } from '../contract/conversations'
import { calls } from '../contract/bridge/calls'
import { events as eventSchemas } from '../contract/bridge/events'
import { openHost, type OpenTestHost } from '../testing/open-host'
import { renderEnglish } from '../testing/in-english'
import { soon } from '../testing/soon'

const everything = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/server-everything/dist/index.js', import.meta.url)
)
const everythingEntry = { command: process.execPath, args: [everything] }
const installed = (name: string) =>
  fileURLToPath(new URL(`../../node_modules/@modelcontextprotocol/${name}/dist/index.js`, import.meta.url))
const nothingElse = { toolRequest: null, resources: [], prompt: null }

let folder: string
const open: { dispose(): Promise<void> }[] = []
const models: ScriptedModel[] = []

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-host-'))
})

afterEach(async () => {
  for (const host of open.splice(0)) await host.dispose()
  for (const model of models.splice(0)) await model.close()
  await rm(folder, { recursive: true, force: true })
})

async function start(
  environment: Record<string, string> = {}
): Promise<{ host: OpenTestHost; snapshot: Snapshot }> {
  const host = await openHost({ folder, environment })
  open.push(host)
  void host.start()
  return { host, snapshot: await host.handlers['app.snapshot']({}) }
}

async function stop(host: OpenTestHost): Promise<void> {
  open.splice(open.indexOf(host), 1)
  await host.dispose()
}

async function filesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
}

const writeSettings = (settings: object): Promise<void> =>
  writeFile(path.join(folder, 'settings.json'), JSON.stringify(settings))

/** Answers the trust question of a server and waits until it is connected. */
async function trust(host: OpenTestHost, serverName: string): Promise<void> {
  await vi.waitFor(() => expect(host.question()).toMatchObject({ type: 'server-trust', serverName }), soon)
  await answer(host, { type: 'server-trust', decision: 'trust' })
  await connected(host, serverName)
}

async function connected(host: OpenTestHost, serverName: string): Promise<void> {
  await vi.waitFor(() => {
    const views = host.events.filter(({ name }) => name === 'server.changed').map(({ payload }) => payload)
    expect(views.findLast((view) => 'toolCount' in view && view.name === serverName)).toMatchObject({
      state: 'connected'
    })
  }, soon)
}

async function answer(
  host: OpenTestHost,
  given: Parameters<OpenTestHost['handlers']['consent.answer']>[0]['answer']
) {
  const { id } = host.question() ?? { id: '' }
  await host.handlers['consent.answer']({ questionId: id, answer: given })
}

async function asked(host: OpenTestHost, toolName: string): Promise<void> {
  await vi.waitFor(() => expect(host.question()).toMatchObject({ type: 'tool-call', toolName }), soon)
}

async function lastAnswer(host: OpenTestHost, conversationId: string): Promise<Message> {
  let message: Message | undefined
  await vi.waitFor(async () => {
    const page = await host.handlers['conversation.read']({ conversationId, lastId: null, limit: 50 })
    message = page.messages.at(-1)
    expect(message).toMatchObject({ role: 'assistant' })
    expect(message?.state).not.toBe('streaming')
  }, soon)
  return message as Message
}

const toolCalls = (message: Message): ToolCallPart[] =>
  message.parts.filter((part) => part.type === 'tool-call')

describe('host', () => {
  it('TOOL-08 TOOL-11 ARCH-12: runs a tool of a real server in Direct mode: trust, question, result', async () => {
    await writeSettings({ mcpServers: { everything: everythingEntry } })
    const { host, snapshot } = await start()
    expect(snapshot.models.defaultModel).toBe('direct')
    await trust(host, 'everything')
    const { id } = await host.handlers['conversation.create']({})
    const toolRequest = { serverName: 'everything', toolName: 'echo', arguments: { message: 'hello' } }
    await host.handlers['conversation.send']({ conversationId: id, text: '', ...nothingElse, toolRequest })
    await asked(host, 'echo')
    expect(host.question()).toMatchObject({ arguments: { message: 'hello' }, requestedBy: 'direct' })
    await answer(host, { type: 'tool-call', decision: 'allow-once' })
    const [call] = toolCalls(await lastAnswer(host, id))
    expect(call).toMatchObject({ state: 'done', content: [{ type: 'text', text: 'Echo: hello' }] })
  })

  it('TOOL-08 TOOL-09 TOOL-25: lets a model make two dependent calls, one allowed and one denied, and sends it both results', async () => {
    const model = await createScriptedModel({
      script: ({ body }, index) => {
        const tool = (end: string) =>
          String(body.tools?.find(({ name }) => String(name).endsWith(end))?.['name'])
        if (index === 0) return { toolUses: [{ name: tool('get-sum'), input: { a: 2, b: 3 } }] }
        if (index === 1)
          return { text: 'Five. ', toolUses: [{ name: tool('echo'), input: { message: '5' } }] }
        return { text: 'One worked, one was denied.' }
      }
    })
    models.push(model)
    await writeSettings({ mcpServers: { everything: everythingEntry } })
    const { host } = await start({ ANTHROPIC_API_KEY: 'sk-test-key', ANTHROPIC_BASE_URL: model.baseUrl })
    await trust(host, 'everything')
    const { id, model: chosen } = await host.handlers['conversation.create']({})
    expect(chosen).toBe('anthropic/claude-sonnet-5-5')
    await host.handlers['conversation.send']({
      conversationId: id,
      text: 'Add, then echo.',
      ...nothingElse
    })
    await asked(host, 'get-sum')
    await answer(host, { type: 'tool-call', decision: 'allow-once' })
    await asked(host, 'echo')
    await answer(host, { type: 'tool-call', decision: 'deny' })
    const message = await lastAnswer(host, id)
    expect(toolCalls(message).map(({ state }) => state)).toEqual(['done', 'denied'])
    expect(message.parts.at(-1)).toMatchObject({ text: 'One worked, one was denied.' })
    expect(JSON.stringify(model.requests[1]?.body.messages.at(-1))).toContain('The sum of 2 and 3 is 5')
    expect(JSON.stringify(model.requests[2]?.body.messages.at(-1))).toMatch(/denied/)
    expect(await readFile(path.join(folder, 'settings.json'), 'utf8')).not.toContain('sk-test-key')
  })

  it('TOOL-13: remembers conversations, trust and a permission over a restart, until the permission is revoked', async () => {
    await writeSettings({ mcpServers: { everything: everythingEntry } })
    const first = await start()
    await trust(first.host, 'everything')
    const { id } = await first.host.handlers['conversation.create']({})
    const toolRequest = { serverName: 'everything', toolName: 'echo', arguments: { message: 'again' } }
    const send = (host: OpenTestHost) =>
      host.handlers['conversation.send']({ conversationId: id, text: '', ...nothingElse, toolRequest })
    await send(first.host)
    await asked(first.host, 'echo')
    await answer(first.host, { type: 'tool-call', decision: 'allow-always' })
    await lastAnswer(first.host, id)
    await stop(first.host)

    const { host, snapshot } = await start()
    expect(snapshot.isFirstRun).toBe(false)
    expect(snapshot.conversations.map((conversation) => conversation.id)).toEqual([id])
    await connected(host, 'everything')
    await send(host)
    const [unasked] = toolCalls(await lastAnswer(host, id))
    expect(unasked).toMatchObject({ state: 'done' })
    expect(host.question()).toBeNull()

    const [grant] = snapshot.consent.grants
    await host.handlers['consent.revoke']({ kind: 'permission', grantId: grant?.id ?? '' })
    await send(host)
    await asked(host, 'echo')
    await answer(host, { type: 'tool-call', decision: 'deny' })
  })

  it('applies an edited settings file: asks about a new server and keeps the old one running', async () => {
    await writeSettings({ mcpServers: { everything: everythingEntry } })
    const { host } = await start()
    await trust(host, 'everything')
    const processId = async () => (await host.handlers['app.snapshot']({})).servers[0]?.processId
    const before = await processId()
    await writeSettings({
      mcpServers: { everything: everythingEntry, second: everythingEntry, odd: { command: 7 } }
    })
    await trust(host, 'second')
    const { servers, settings } = await host.handlers['app.snapshot']({})
    expect(servers.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'everything connected',
      'second connected',
      'odd failed'
    ])
    expect(settings.problems[0]).toMatchObject({ serverName: 'odd', severity: 'error', line: 1 })
    expect(await processId()).toBe(before)
  })

  it('ends with the last state of the file after many edits in a second, and asks only about that', async () => {
    const counter = fileURLToPath(new URL('../testing/servers/counter.mjs', import.meta.url))
    const entry = (name: string) => ({ command: process.execPath, args: [counter, name] })
    await writeSettings({ mcpServers: { stays: entry('stays') } })
    const { host } = await start()
    await trust(host, 'stays')
    const { processId } = (await host.handlers['app.snapshot']({})).servers[0] ?? {}
    for (let edit = 1; edit <= 50; edit += 1) {
      const changing = `changing-${edit % 3}`
      await writeSettings({ mcpServers: { stays: entry('stays'), [changing]: entry(`edit-${edit}`) } })
    }
    await vi.waitFor(
      () => expect(host.question()).toMatchObject({ act: { args: [counter, 'edit-50'] } }),
      soon
    )
    await answer(host, { type: 'server-trust', decision: 'trust' })
    await connected(host, 'changing-2')
    expect(host.question()).toBeNull()
    const { servers } = await host.handlers['app.snapshot']({})
    expect(servers.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'stays connected',
      'changing-2 connected'
    ])
    expect(servers[0]?.processId).toBe(processId)
  })

  it('keeps notices from before a window listened, and numbers events without a gap', async () => {
    await writeFile(path.join(folder, 'settings.json'), '{ "mcpServers": { ')
    const { host, snapshot } = await start()
    expect(snapshot.settings).toMatchObject({ isLastGoodInUse: true })
    await host.handlers['conversation.create']({})
    const revisions = host.events.map(({ revision }) => revision)
    expect(revisions).toEqual(revisions.map((_, index) => index + 1))
  })

  it('lets a call wait until everything is loaded', async () => {
    await writeSettings({ mcpServers: {} })
    const host = await openHost({ folder, environment: { ANTHROPIC_API_KEY: 'sk-early-key' } })
    open.push(host)
    const early = host.handlers['conversation.create']({})
    void host.start()
    expect((await early).model).toMatch(/^anthropic\//)
  })

  it('offers the welcome in an empty data folder only', async () => {
    const { host, snapshot } = await start()
    expect(snapshot.isFirstRun).toBe(true)
    expect(await readFile(path.join(folder, 'settings.json'), 'utf8')).toContain('"$schema"')
    await stop(host)
    expect((await start()).snapshot.isFirstRun).toBe(false)
  })

  it("doesn't reopen a conversation that the last start never got on screen, until it was shown", async () => {
    const first = (await start()).host
    expect(await first.handlers['app.open-newest']({})).toBeNull()
    const { id: conversationId } = await first.handlers['conversation.create']({})
    await first.handlers['conversation.set-model']({ conversationId, model: 'direct' })
    await first.handlers['conversation.send']({ conversationId, text: 'Hello', ...nothingElse })
    await lastAnswer(first, conversationId)
    expect(await first.handlers['app.open-newest']({})).toEqual({ conversationId, isStuck: false })
    await stop(first)

    const second = (await start()).host
    expect(await second.handlers['app.open-newest']({})).toEqual({ conversationId, isStuck: true })
    await stop(second)

    const third = (await start()).host
    await third.handlers['app.conversation-shown']({ conversationId: 'another' })
    expect(await third.handlers['app.open-newest']({})).toEqual({ conversationId, isStuck: true })
    await third.handlers['app.conversation-shown']({ conversationId })
    expect(await third.handlers['app.open-newest']({})).toEqual({ conversationId, isStuck: false })
  })

  it('keeps a key in the secret store and only its name in the settings', async () => {
    const model = await createScriptedModel({ script: () => ({ text: 'Hello.' }), apiKey: 'sk-right-key' })
    models.push(model)
    const { host } = await start({ ANTHROPIC_BASE_URL: model.baseUrl })
    await host.handlers['model.set-key']({ providerName: 'anthropic', apiKey: 'sk-right-key' })
    expect(host.secrets.get('anthropic')).toBe('sk-right-key')
    const settings = await readFile(path.join(folder, 'settings.json'), 'utf8')
    expect(settings).toContain('${secret:anthropic}')
    expect(settings).not.toContain('sk-right-key')
    expect((await host.handlers['app.snapshot']({})).models.defaultModel).toBe('anthropic/claude-sonnet-5-5')
    await host.handlers['model.set-key']({ providerName: 'anthropic', apiKey: null })
    expect(host.secrets.size).toBe(0)
  })

  it('LOG-07: lets no secret into logs, events, the snapshot or a file, also when a server repeats it', async () => {
    const model = await createScriptedModel({
      script: () => ({
        failure: { status: 400, type: 'invalid_request_error', message: 'What is CANARY-key-1?' }
      })
    })
    models.push(model)
    const gossip = fileURLToPath(new URL('../testing/servers/mcp-odd.mjs', import.meta.url))
    await writeSettings({
      mcpServers: {
        gossip: {
          command: process.execPath,
          args: [gossip, 'gossip', '--a=${secret:two}', '--b=${env:CANARY_THREE}'],
          env: { A: 'x ${secret:four}', B: '${env:CANARY_FIVE}' }
        },
        remote: {
          url: `${model.baseUrl}/mcp?k=\${secret:two}`,
          headers: { Authorization: 'Bearer ${secret:six}' }
        }
      }
    })
    const host = await openHost({
      folder,
      environment: {
        ANTHROPIC_API_KEY: 'CANARY-key-1',
        ANTHROPIC_BASE_URL: model.baseUrl,
        CANARY_THREE: 'CANARY-env-3',
        CANARY_FIVE: 'CANARY env 5'
      }
    })
    open.push(host)
    for (const [name, secret] of Object.entries({ two: 'CANARY-2', four: 'CANARY "4"', six: 'CANARY-6' }))
      host.secrets.set(name, secret)
    await host.start()
    await trust(host, 'gossip')
    await answer(host, { type: 'server-trust', decision: 'trust' })

    const { id } = await host.handlers['conversation.create']({})
    await host.handlers['conversation.send']({ conversationId: id, text: 'Hello', ...nothingElse })
    expect((await lastAnswer(host, id)).failure).toMatchObject({ message: expect.stringContaining('[key]') })
    await host.handlers['conversation.set-model']({ conversationId: id, model: 'direct' })
    const toolRequest = { serverName: 'gossip', toolName: 'gossip', arguments: {} }
    await host.handlers['conversation.send']({ conversationId: id, text: '', ...nothingElse, toolRequest })
    await asked(host, 'gossip')
    await answer(host, { type: 'tool-call', decision: 'allow-always' })
    const [call] = toolCalls(await lastAnswer(host, id))
    expect(call?.failure).toMatchObject({ code: 'TOOL_ERROR', message: expect.stringContaining('[secret]') })

    expect(JSON.stringify(host.traced)).toContain('[secret]')
    const { lines: kept } = await host.handlers['messages.export']({ serverName: 'gossip', filter: '' })
    expect(kept).toMatch(/initialize[\s\S]*\[secret\]/u)
    const guessed = { serverName: 'gossip', filter: 'CANARY-', from: null, count: 10 }
    expect(await host.handlers['messages.find'](guessed)).toMatchObject({ rows: [], end: 0 })
    const { rows } = await host.handlers['messages.find']({ ...guessed, filter: '', count: 200 })
    const read = async ({ number }: { readonly number: number }) =>
      await host.handlers['messages.read']({ serverName: 'gossip', number })
    const told = [
      kept,
      rows,
      await Promise.all(rows.map(read)),
      host.traced,
      host.events,
      host.logged,
      await host.handlers['app.snapshot']({})
    ]
    const shown = await host.handlers['server.read']({ serverName: 'gossip', what: 'tools' })
    const log = await host.handlers['server.read']({ serverName: 'gossip', what: 'log' })
    expect(JSON.stringify(log)).toContain('not JSON')
    await stop(host)
    const files = await Promise.all((await filesIn(folder)).map((file) => readFile(file, 'latin1')))
    for (const text of [JSON.stringify([told, shown, log]), ...files]) {
      expect(text.match(/.{0,80}CANARY[- ](?:key|env|\d|\\*")/)?.[0]).toBeUndefined()
    }
  })

  it('traces every message of a server from the first one on, and tells a window once after it has read some', async () => {
    await writeSettings({ mcpServers: { everything: everythingEntry } })
    const { host } = await start()
    await trust(host, 'everything')
    const methods = host.traced.map(({ direction, text }) => [
      direction,
      (JSON.parse(text ?? '{}') as { method?: string }).method
    ])
    expect(methods).toContainEqual(['out', 'initialize'])
    expect(methods).toContainEqual(['out', 'tools/list'])
    expect(methods).toContainEqual(['in', undefined])
    const changes = () => host.events.filter(({ name }) => name === 'messages.changed')
    expect(changes()).toEqual([])
    const page = { serverName: 'everything', filter: 'method:tools/list', from: null, count: 200 }
    const found = calls['messages.find'].output.parse(await host.handlers['messages.find'](page))
    expect(found.rows.map(({ direction, kind }) => [direction, kind])).toEqual([
      ['out', 'request'],
      ['in', 'result']
    ])
    const restart = async () => {
      const before = host.events.length
      await host.handlers['server.control']({ serverName: 'everything', act: 'restart' })
      const states = () =>
        host.events.slice(before).flatMap(({ payload }) => ('state' in payload ? payload.state : []))
      await vi.waitFor(() => expect(states()).toContain('connected'), soon)
    }
    await restart()
    await restart()
    expect(changes()).toHaveLength(1)
  })

  it('forgets the messages of a server that is removed', async () => {
    await writeSettings({ mcpServers: { everything: everythingEntry } })
    const { host } = await start()
    await trust(host, 'everything')
    const list = async () =>
      (await host.handlers['messages.export']({ serverName: 'everything', filter: '' })).lines
    expect(await list()).toContain('"initialize"')
    await host.handlers['server.remove']({ serverName: 'everything' })
    expect(await list()).toBe('')
  })

  it('returns only what the contract allows, and only plain data', async () => {
    await writeSettings({ mcpServers: { everything: everythingEntry } })
    const { host } = await start()
    await trust(host, 'everything')
    calls['app.snapshot'].output.parse(structuredClone(await host.handlers['app.snapshot']({})))
    for (const { name, payload } of host.events) eventSchemas[name].parse(structuredClone(payload))
    expect(host.events.length).toBeGreaterThan(3)
  })

  /** A host with a model that answers every message, and one real server, trusted. */
  async function startWithModel(serverName: string, entry: object) {
    const model = await createScriptedModel({ script: () => ({ text: 'Read.' }) })
    models.push(model)
    await writeSettings({ mcpServers: { [serverName]: entry } })
    const { host } = await start({ ANTHROPIC_API_KEY: 'sk-test-key', ANTHROPIC_BASE_URL: model.baseUrl })
    await trust(host, serverName)
    const { id: conversationId } = await host.handlers['conversation.create']({})
    const send = async (more: object) => {
      await host.handlers['conversation.send']({ conversationId, text: '', ...nothingElse, ...more })
      await lastAnswer(host, conversationId)
      return JSON.stringify(model.requests.at(-1)?.body.messages)
    }
    return { host, conversationId, send }
  }

  it('SYS-24: attaches resources of a server, listed or made from a template', async () => {
    const { host, conversationId, send } = await startWithModel('everything', everythingEntry)
    const [listing] = calls['resource.list'].output.parse(await host.handlers['resource.list']({}))
    expect(listing).toMatchObject({ serverName: 'everything', problem: null })
    const template = listing?.templates.find(({ uriTemplate }) => uriTemplate.includes('/text/'))
    const { uri } = await host.handlers['resource.expand-template']({
      uriTemplate: template?.uriTemplate ?? '',
      variables: { resourceId: '7' }
    })
    const listed = listing?.resources[0]
    const preview = await host.handlers['resource.read']({ serverName: 'everything', uri: listed?.uri ?? '' })
    const sent = await send({
      text: 'Compare them.',
      resources: [
        { serverName: 'everything', uri, name: 'Seventh' },
        { serverName: 'everything', uri: listed?.uri, name: listed?.name }
      ]
    })
    expect(sent).toContain('Resource 7: This is a plaintext resource')
    expect(sent).toContain(JSON.stringify(preview[0]?.text ?? '').slice(1, 60))
    const { messages } = await host.handlers['conversation.read']({
      conversationId,
      lastId: null,
      limit: 9
    })
    expect(messages[0]?.parts).toMatchObject([
      { type: 'resource', uri, name: 'Seventh', hasChanged: false },
      { type: 'resource', name: listed?.name },
      { type: 'text' }
    ])
    await expect(async () =>
      host.handlers['resource.expand-template']({ uriTemplate: 'x:{', variables: {} })
    ).rejects.toMatchObject({ code: 'BRIDGE_INVALID_INPUT' })
    await expect(
      send({ resources: [{ serverName: 'everything', uri: 'demo://nothing', name: 'Gone' }] })
    ).rejects.toThrow(/“Gone” of everything could not be attached, so nothing was sent/)
  })

  it('RES-09 RES-11 RES-12 PROM-02 ARCH-12: sends a resource or prompt that was only viewed to no model', async () => {
    const { host, send } = await startWithModel('everything', everythingEntry)
    const [listing] = await host.handlers['resource.list']({})
    const listed = listing?.resources[0]
    const [seen] = await host.handlers['resource.read']({ serverName: 'everything', uri: listed?.uri ?? '' })
    const words = seen?.text?.split('\n').find((line) => line.length > 20) ?? 'nothing to look at'
    expect(seen?.text).toContain(words)
    await host.handlers['prompt.get']({ serverName: 'everything', name: 'simple-prompt', arguments: {} })
    const sent = await send({ text: 'Hello.', resources: [] })
    expect(sent).toContain('Hello.')
    expect(sent).not.toContain(JSON.stringify(words).slice(1, -1))
    expect(sent).not.toContain(listed?.uri)
    expect(sent).not.toMatch(/simple prompt/i)
  })

  it('SYS-25: lists prompts, completes their arguments with the earlier ones, and inserts the messages', async () => {
    const { host, send } = await startWithModel('everything', everythingEntry)
    const prompts = calls['prompt.list'].output.parse(await host.handlers['prompt.list']({}))
    const { name, arguments: args } = prompts.find((one) => one.name === 'completable-prompt') ?? {}
    expect(args?.map((argument) => argument.name)).toEqual(['department', 'name'])
    const complete = (argumentName: string, value: string, context: Record<string, string>) => {
      const reference = { type: 'prompt', name: name ?? '' } as const
      return host.handlers['completion.complete']({
        serverName: 'everything',
        reference,
        argumentName,
        value,
        context
      })
    }
    expect(await complete('department', 'Sa', {})).toMatchObject({ values: ['Sales'] })
    expect(await complete('name', 'E', { department: 'Sales' })).toMatchObject({ values: ['Eve'] })
    const chosen = {
      serverName: 'everything',
      name: name ?? '',
      arguments: { department: 'Sales', name: 'Eve' }
    }
    const preview = await host.handlers['prompt.get'](chosen)
    expect(preview.messages).toHaveLength(1)
    expect(await send({ prompt: chosen })).toContain('Please promote Eve to the head of the Sales team.')
    const embedded = { resourceType: 'Text', resourceId: '3' }
    expect(
      await send({ prompt: { serverName: 'everything', name: 'resource-prompt', arguments: embedded } })
    ).toContain('Resource 3: This is a plaintext resource')
    await expect(send({ prompt: { ...chosen, arguments: {} } })).rejects.toMatchObject({
      code: 'TOOL_INVALID_ARGUMENTS'
    })
  })

  it('RES-14: marks a resource that changes after it was attached, also over a restart of its server', async () => {
    const memoryFile = path.join(folder, 'memory.jsonl')
    const { host, conversationId, send } = await startWithModel('memory', {
      command: process.execPath,
      args: [installed('server-memory')],
      env: { MEMORY_FILE_PATH: memoryFile }
    })
    const [listing] = await host.handlers['resource.list']({})
    const graph = { serverName: 'memory', uri: listing?.resources[0]?.uri ?? '', name: 'Graph' }
    await send({ text: 'What do I know?', resources: [graph] })
    await host.handlers['server.control']({ serverName: 'memory', act: 'restart' })
    const starts = () => host.events.filter((event) => event.name === 'resources.changed').length
    await vi.waitFor(() => expect(starts()).toBeGreaterThanOrEqual(3), soon) // started, stopped, started again
    const entities = [{ name: 'Ada', entityType: 'person', observations: [] }]
    const toolRequest = { serverName: 'memory', toolName: 'create_entities', arguments: { entities } }
    await host.handlers['conversation.set-model']({ conversationId, model: 'direct' })
    await host.handlers['conversation.send']({ conversationId, text: '', ...nothingElse, toolRequest })
    await asked(host, 'create_entities')
    await answer(host, { type: 'tool-call', decision: 'allow-once' })
    const marked = () =>
      host.events.filter(
        ({ name, payload }) =>
          name === 'message.changed' && JSON.stringify(payload).includes('"hasChanged":true')
      )
    await vi.waitFor(() => expect(marked()).toHaveLength(1), soon)
    await lastAnswer(host, conversationId)
    await host.handlers['conversation.set-model']({
      conversationId,
      model: 'anthropic/claude-sonnet-5-5'
    })
    expect(await send({ text: 'And now?' })).toContain('the server has reported a change since then')
    for (const { name, payload } of host.events) eventSchemas[name].parse(structuredClone(payload))
  })

  const fixture = (name: string) => fileURLToPath(new URL(`../testing/servers/${name}.mjs`, import.meta.url))

  /** A host with a model that follows a script, and one real server, trusted and free to be used. */
  async function startWithScript(
    serverName: string,
    entry: object,
    script: Parameters<typeof createScriptedModel>[0]['script']
  ) {
    const model = await createScriptedModel({ script })
    models.push(model)
    const environment = { ANTHROPIC_API_KEY: 'sk-test-key', ANTHROPIC_BASE_URL: model.baseUrl }
    await writeSettings({ mcpServers: { [serverName]: entry } })
    const { host } = await start(environment)
    await trust(host, serverName)
    const { id: conversationId } = await host.handlers['conversation.create']({})
    const say = (text: string) => host.handlers['conversation.send']({ conversationId, text, ...nothingElse })
    return { host, model, environment, conversationId, say }
  }

  const offeredTools = (model: ScriptedModel, index: number) =>
    model.requests[index]?.body.tools?.map(({ name }) => name)
  const readLast = async (host: OpenTestHost, conversationId: string) =>
    (await host.handlers['conversation.read']({ conversationId, lastId: null, limit: 9 })).messages.at(-1)

  it('TOOL-14 LIFE-20: hides disabled tools and instructions from the model from the next message on, and sends them again once enabled', async () => {
    const { host, model, conversationId, say } = await startWithScript('everything', everythingEntry, () => ({
      text: 'Yes.'
    }))
    const set = host.handlers['server.set-tools']
    await say('One')
    await lastAnswer(host, conversationId)
    await set({ serverName: 'everything', toolNames: ['echo'], isDisabled: true })
    await host.handlers['server.set-options']({
      serverName: 'everything',
      usesInstructions: false,
      logLevel: 'error'
    })
    await say('Two')
    await lastAnswer(host, conversationId)
    const found = await host.handlers['tool.search']({ query: 'echo', limit: 1 })
    expect(found).toMatchObject([{ name: 'echo', isDisabled: true }])
    await set({ serverName: 'everything', toolNames: ['echo'], isDisabled: false })
    await say('Three')
    await lastAnswer(host, conversationId)
    const hasEcho = [0, 1, 2].map((index) => offeredTools(model, index)?.includes('everything__echo'))
    expect(hasEcho).toEqual([true, false, true])
    const system = (index: number) => JSON.stringify(model.requests[index]?.body['system'] ?? '')
    expect(system(0)).toContain('Instructions of the server \\"everything\\"')
    expect(system(1)).not.toContain('Instructions of')
    const settings = JSON.parse(await readFile(path.join(folder, 'settings.json'), 'utf8')) as object
    expect(settings).toEqual({
      mcpServers: { everything: { ...everythingEntry, useInstructions: false, logLevel: 'error' } }
    })
    const views = host.events.filter(({ name }) => name === 'server.changed').map(({ payload }) => payload)
    expect(views.at(-1)).toMatchObject({ state: 'connected', usesInstructions: false, logLevel: 'error' })
    expect(host.events.filter(({ name }) => name === 'questions.changed')).toHaveLength(2)
  })

  it('TOOL-27 TOOL-29: uses a tool that appears while the answer is written, and notifies', async () => {
    const entry = { command: process.execPath, args: [fixture('walk-through')] }
    const { host, model, conversationId, say } = await startWithScript(
      'example',
      entry,
      (_request, index) => {
        if (index === 0)
          return { toolUses: [{ name: 'example__calculator_arithmetic', input: { expression: '1' } }] }
        if (index === 1) return { toolUses: [{ name: 'example__weather_forecast', input: { days: 3 } }] }
        return { text: 'Dry.' }
      }
    )
    await say('Calculate, then forecast.')
    await asked(host, 'calculator_arithmetic')
    await answer(host, { type: 'tool-call', decision: 'allow-once' })
    await asked(host, 'weather_forecast')
    await answer(host, { type: 'tool-call', decision: 'allow-once' })
    const message = await lastAnswer(host, conversationId)
    expect(toolCalls(message)[1]).toMatchObject({ state: 'done', content: [{ text: 'Dry for 3 days' }] })
    const note = 'The tools of example changed: added example__weather_forecast.'
    expect(renderEnglish(message.parts[1])).toMatchObject({
      type: 'note',
      serverName: 'example',
      text: note,
      isForModel: true
    })
    expect(JSON.stringify(model.requests[1]?.body.messages)).toContain(note)
    expect(offeredTools(model, 1)).toContain('example__weather_forecast')
    const log = await host.handlers['server.read']({ serverName: 'example', what: 'log' })
    expect(JSON.stringify(log)).toContain('The list of tools changed: added weather_forecast.')
  })

  it('keeps the result that a server sends after the user cancelled the call', async () => {
    const entry = { command: process.execPath, args: [fixture('mcp-calls')] }
    const { host, model, conversationId, say } = await startWithScript('calls', entry, (_request, index) =>
      index === 0 ? { toolUses: [{ name: 'calls__late' }] } : { text: 'Never mind.' }
    )
    await say('Try.')
    await asked(host, 'late')
    await answer(host, { type: 'tool-call', decision: 'allow-once' })
    let callId = ''
    await vi.waitFor(async () => {
      const call = (await readLast(host, conversationId))?.parts.find((part) => part.type === 'tool-call')
      expect(call).toMatchObject({ state: 'running' })
      callId = call?.callId ?? ''
    }, soon)
    await host.handlers['conversation.keep-waiting']({ conversationId, callId })
    await host.handlers['conversation.cancel-tool-call']({ conversationId, callId })
    await lastAnswer(host, conversationId)
    await vi.waitFor(async () => {
      const call = (await readLast(host, conversationId))?.parts.find((part) => part.type === 'tool-call')
      expect(call).toMatchObject({ state: 'cancelled', lateAnswer: { content: [{ text: 'after all' }] } })
    }, soon)
    expect(JSON.stringify(model.requests.at(-1)?.body.messages)).not.toContain('after all')
  })

  it('TASK-17: continues a task after a restart of Parley, and a retry returns its result', async () => {
    const entry = {
      command: process.execPath,
      args: [fixture('mcp-task-extension'), `--store=${path.join(folder, 'tasks.json')}`]
    }
    const first = await startWithScript('jobs', entry, (_request, index) =>
      index === 0 ? { toolUses: [{ name: 'jobs__job', input: { gets: 30 } }] } : { text: 'It is done.' }
    )
    const { conversationId, environment } = first
    await first.say('Work.')
    await asked(first.host, 'job')
    await answer(first.host, { type: 'tool-call', decision: 'allow-once' })
    await vi.waitFor(async () => {
      const message = await readLast(first.host, conversationId)
      expect(message?.parts[0]).toMatchObject({ state: 'running', task: { status: 'working' } })
    }, soon)
    await stop(first.host)

    const { host } = await start(environment)
    const open = await readLast(host, conversationId)
    expect(open).toMatchObject({
      state: 'stopped',
      parts: [{ state: 'running', task: { taskId: 'task-1' } }]
    })
    await vi.waitFor(async () => {
      const message = await readLast(host, conversationId)
      expect(message?.parts[0]).toMatchObject({
        state: 'done',
        content: [{ type: 'text', text: 'the work is done' }],
        task: { status: 'completed' }
      })
    }, soon)
    await host.handlers['conversation.retry']({ conversationId })
    expect(await lastAnswer(host, conversationId)).toMatchObject({
      state: 'complete',
      parts: [{ type: 'tool-call' }, { type: 'text', text: 'It is done.' }]
    })
    expect(JSON.stringify(first.model.requests.at(-1)?.body.messages)).toContain('the work is done')
    for (const { name, payload } of host.events) eventSchemas[name].parse(structuredClone(payload))
  })

  it('saves a file under a name without folders, and shows only valid icons', async () => {
    await writeSettings({ mcpServers: { everything: { ...everythingEntry, disabled: true } } })
    const { host } = await start()
    const data = Buffer.from('hello').toString('base64')
    const saved = await host.handlers['app.save-file']({ suggestedName: '../../.report\u202etxt', data })
    expect(saved).toEqual({ path: path.join(folder, '_.._.reporttxt') })
    expect([...host.savedFiles]).toEqual([['_.._.reporttxt', Buffer.from('hello')]])
    const read = (src: string) => host.handlers['icon.read']({ serverName: 'everything', src })
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'
    const icon = await read(`data:image/svg+xml,${encodeURIComponent(svg)}`)
    expect(Buffer.from(icon.data, 'base64').toString()).not.toContain('script')
    await expect(read('https://example.com/icon.png')).rejects.toMatchObject({ code: 'ICON_UNAVAILABLE' })
  })

  it('changes the folders that servers may know, in the file and in the view', async () => {
    await writeSettings({ mcpServers: {} })
    const { host, snapshot } = await start()
    expect(snapshot.settings.roots).toEqual([])
    await host.handlers['settings.set-roots']({ roots: [folder] })
    const views = host.events.filter(({ name }) => name === 'settings.changed').map(({ payload }) => payload)
    expect(views.at(-1)).toMatchObject({ roots: [folder] })
    expect(await readFile(path.join(folder, 'settings.json'), 'utf8')).toContain(JSON.stringify(folder))
  })
})
