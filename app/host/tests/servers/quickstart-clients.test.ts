/** What the clients in MCP's documentation do with their servers and settings files, done by the whole core. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Message, ToolCallPart } from '../../../contract/conversations'
import { openHost, type OpenTestHost } from '../../../testing/open-host'
import {
  createScriptedModel,
  type ScriptedModel,
  type ScriptedReply,
  type ScriptedRequest
} from '../../../testing/scripted-model/scripted-model'
import { toEnglish } from '../../../texts/render-localized'
import { soon } from '../../../testing/soon'

const server = (name: string) => fileURLToPath(new URL(`../../../testing/servers/${name}`, import.meta.url))
const lines = new URL('../../../testing/servers/line-server.mjs', import.meta.url).href
const nothingElse = { toolRequest: null, resources: [], prompt: null }

// Each starts several programs, which takes longer on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

let folder: string
let host: OpenTestHost
let model: ScriptedModel | null

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-clients-'))
  model = null
})

afterEach(async () => {
  await host.dispose()
  await model?.close()
  await rm(folder, { recursive: true, force: true })
})

type Script = (request: ScriptedRequest, index: number) => ScriptedReply

async function start(settings: object, script?: Script): Promise<void> {
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify(settings))
  if (script !== undefined) model = await createScriptedModel({ script })
  const environment = { ANTHROPIC_API_KEY: 'sk-test-key', ANTHROPIC_BASE_URL: model?.baseUrl ?? '' }
  host = await openHost({ folder, environment: model === null ? {} : environment })
  await host.start()
}

const readSettings = async () =>
  JSON.parse(await readFile(path.join(folder, 'settings.json'), 'utf8')) as {
    mcpServers: Record<string, unknown>
  }

interface View {
  readonly name: string
  readonly state: string
  readonly reason: Parameters<typeof toEnglish>[0] | null
}

function viewOf(serverName: string): View | undefined {
  const views = host.events.filter(({ name }) => name === 'server.changed').map(({ payload }) => payload)
  return (views as unknown as View[]).findLast(({ name }) => name === serverName)
}

async function trust(...names: readonly string[]): Promise<void> {
  await trustEach(...names)
  await connected(...names)
}

async function trustEach(...names: readonly string[]): Promise<void> {
  for (const name of names) {
    await vi.waitFor(() => expect(host.question()).toMatchObject({ type: 'server-trust' }), soon)
    const question = host.question()
    if (question?.type !== 'server-trust' || !names.includes(question.serverName))
      throw new Error(`nobody expected a question at ${name}`)
    await answer({ type: 'server-trust', decision: 'trust' })
  }
}

async function connected(...names: readonly string[]): Promise<void> {
  for (const name of names)
    await vi.waitFor(() => expect(viewOf(name)).toMatchObject({ state: 'connected' }), soon)
}

type Given = Parameters<OpenTestHost['handlers']['consent.answer']>[0]['answer']

async function answer(given: Given): Promise<void> {
  await host.handlers['consent.answer']({ questionId: host.question()?.id ?? '', answer: given })
}

async function allow(toolName: string): Promise<void> {
  await vi.waitFor(() => expect(host.question()).toMatchObject({ type: 'tool-call', toolName }), soon)
  await answer({ type: 'tool-call', decision: 'allow-once' })
}

async function lastAnswer(conversationId: string): Promise<Message> {
  let message: Message | undefined
  await vi.waitFor(async () => {
    const page = await host.handlers['conversation.read']({ conversationId, lastId: null, limit: 50 })
    message = page.messages.at(-1)
    expect(message).toMatchObject({ role: 'assistant' })
    expect(message?.state).not.toBe('streaming')
  }, soon)
  return message as Message
}

const callsOf = (message: Message) =>
  message.parts.filter((part): part is ToolCallPart => part.type === 'tool-call')

/** One manual call, in a conversation of its own. */
async function callByHand(serverName: string, toolName: string, args = {}): Promise<ToolCallPart> {
  const { id } = await host.handlers['conversation.create']({ model: 'direct' } as never)
  const toolRequest = { serverName, toolName, arguments: args }
  await host.handlers['conversation.send']({ conversationId: id, text: '', ...nothingElse, toolRequest })
  await allow(toolName)
  const [call] = callsOf(await lastAnswer(id))
  if (call === undefined) throw new Error('no call')
  return call
}

/** A program of that name, first in the entry's `PATH`, that begins with `test` and becomes the server. */
async function standIn(
  name: string,
  test: string,
  file: string,
  ...args: string[]
): Promise<{ PATH: string }> {
  const bin = path.join(folder, 'bin')
  await mkdir(bin, { recursive: true })
  const words = [process.execPath, file, ...args].map((word) => `'${word}'`).join(' ')
  const script = `#!/bin/sh\n${test} || { echo "unexpected: $*" >&2; exit 9; }\nexec ${words}\n`
  await writeFile(path.join(bin, name), script, { mode: 0o755 })
  return { PATH: `${bin}:${process.env['PATH'] ?? ''}` }
}

const toolNamed = ({ body }: ScriptedRequest, end: string) =>
  String(body.tools?.find(({ name }) => String(name).endsWith(end))?.['name'])

describe('settings files for servers', () => {
  it.each([
    ['macOS', ['/Users/username/Desktop', '/Users/username/Downloads']],
    ['Windows', ['C:\\Users\\username\\Desktop', 'C:\\Users\\username\\Downloads']]
  ])('SYS-19: takes the sample of Claude Desktop for %s unchanged', async (_system, places) => {
    await start({ mcpServers: {} })
    const filesystem = {
      command: 'npx',
      args: ['-y', '@modelcontextprotocol/server-filesystem', ...places]
    }
    const text = JSON.stringify({ mcpServers: { filesystem } }, null, 2)
    const { added } = await host.handlers['server.paste']({ text })
    expect(added).toEqual(['filesystem'])
    const { filesystem: written } = (await readSettings()).mcpServers
    expect(written).toMatchObject(filesystem)
    // Parley adds only the sandbox to new ones, if the system supports it.
    expect(Object.keys(written as object).filter((key) => key !== 'sandbox')).toEqual(['command', 'args'])
  })

  it('SYS-30: answers a follow-up question with the previous turn, and sets request timeouts and folder sharing', async () => {
    const record = path.join(folder, 'record')
    const deaf = path.join(folder, 'search.mjs')
    const code = `import { serve, silence } from ${JSON.stringify(lines)}
      serve({ name: 'search', tools: [{ name: 'brave_web_search', inputSchema: { type: 'object' } }], call: { brave_web_search: () => silence } })`
    await writeFile(deaf, code)
    const entry = { command: process.execPath, args: [deaf, `--record=${record}`], timeoutMs: 700 }
    const other = { ...entry, args: [deaf, `--record=${record}-other`] }
    const script: Script = (request, index) => {
      if (index === 0) return { toolUses: [{ name: toolNamed(request, 'brave_web_search'), input: {} }] }
      return { text: index === 1 ? 'Spring is a framework.' : 'You asked about Spring.' }
    }
    await start({ mcpServers: { 'brave-search': entry, other } }, script)
    await trust('brave-search', 'other')
    const { id } = await host.handlers['conversation.create']({})
    const say = (text: string) =>
      host.handlers['conversation.send']({ conversationId: id, text, ...nothingElse })
    await say('What is Spring?')
    await allow('brave_web_search')
    const first = await lastAnswer(id)
    expect(callsOf(first)[0]).toMatchObject({ state: 'failed', failure: { code: 'TOOL_TIMEOUT' } })
    await say('What did I ask?')
    await vi.waitFor(() => expect(model?.requests).toHaveLength(3), soon)
    const third = JSON.stringify(model?.requests[2]?.body.messages)
    for (const words of ['What is Spring?', 'Spring is a framework.', 'What did I ask?'])
      expect(third).toContain(words)

    const heard = async (file: string) =>
      (await readFile(file, 'utf8')).includes('notifications/roots/list_changed')
    const roots = [{ path: folder, servers: ['brave-search'] }]
    await host.handlers['settings.set-roots']({ roots })
    await vi.waitFor(async () => expect(await heard(record)).toBe(true), soon)
    expect(await heard(`${record}-other`)).toBe(false)
  })
})

describe('servers of other languages', () => {
  it('SYS-31: runs a server in a jar with java -jar (a stand-in), and says what to install if it is missing', async () => {
    const jar = path.join(folder, 'Weather Server.jar')
    await writeFile(jar, 'PK')
    const test = `[ "$1" = -jar ] && [ "$2" = '${jar}' ]`
    const env = await standIn('java', test, server('counter.mjs'))
    const none = path.join(folder, 'none')
    await mkdir(none)
    await start({
      mcpServers: { jar: { command: jar, env }, without: { command: jar, env: { PATH: none } } }
    })
    await trustEach('jar')
    await vi.waitFor(() => expect(viewOf('without')).toMatchObject({ state: 'failed' }), soon)
    await connected('jar')
    const call = await callByHand('jar', 'count', { by: 3 })
    expect(call).toMatchObject({ state: 'done', content: [{ text: 'counter stands at 3' }] })
    const reason = viewOf('without')?.reason
    expect(reason && toEnglish(reason)).toMatch(
      /Server\.jar” needs java, which wasn't found\. It is part of Java\. Install that with/
    )
  })

  it('SYS-57: runs fetch with uvx (a stand-in), shows its URL before the call, and sends its text to the model', async () => {
    const stub = JSON.stringify({
      name: 'mcp-fetch',
      tools: [{ name: 'fetch', text: 'Contents of the page' }]
    })
    const test = '[ "$1" = mcp-server-fetch ]'
    const env = await standIn('uvx', test, server('stub.mjs'), `--stub=${stub}`)
    const url = 'https://example.com/tea'
    const script: Script = (request, index) =>
      index === 0
        ? { toolUses: [{ name: toolNamed(request, 'fetch'), input: { url } }] }
        : { text: 'It is about tea.' }
    await start({ mcpServers: { fetch: { command: 'uvx', args: ['mcp-server-fetch'], env } } }, script)
    await trust('fetch')
    const { id } = await host.handlers['conversation.create']({})
    await host.handlers['conversation.send']({
      conversationId: id,
      text: `What stands at ${url}?`,
      ...nothingElse
    })
    await vi.waitFor(
      () => expect(host.question()).toMatchObject({ toolName: 'fetch', arguments: { url } }),
      soon
    )
    expect(model?.requests).toHaveLength(1)
    await allow('fetch')
    await lastAnswer(id)
    expect(JSON.stringify(model?.requests[1]?.body.messages.at(-1))).toContain('Contents of the page')
  })
})

it('SYS-22: gives two servers separate sessions, and disconnecting one leaves the other running', async () => {
  const record = (name: string) => path.join(folder, `${name}.record`)
  const entry = (name: string) => ({
    command: process.execPath,
    args: [server('counter.mjs'), `--label=${name}`, `--record=${record(name)}`]
  })
  await start({ mcpServers: { one: entry('one'), other: entry('other') } })
  await trust('one', 'other')
  expect(await callByHand('one', 'count', { by: 3 })).toMatchObject({
    content: [{ text: 'one stands at 3' }]
  })
  expect(await callByHand('other', 'count', { by: 1 })).toMatchObject({
    content: [{ text: 'other stands at 1' }]
  })
  await host.handlers['server.control']({ serverName: 'one', act: 'stop' })
  await vi.waitFor(() => expect(viewOf('one')).toMatchObject({ state: 'stopped' }), soon)
  expect(await callByHand('other', 'count', { by: 1 })).toMatchObject({
    content: [{ text: 'other stands at 2' }]
  })
  expect(viewOf('other')).toMatchObject({ state: 'connected' })
  const written = await readFile(record('other'), 'utf8')
  expect(written.match(/"event":"started"/g)).toHaveLength(1)
  expect(written.match(/"method":"initialize"/g)).toHaveLength(1)
  expect(written).not.toContain('"by":3')
})
