/** Settings file, trust, servers and clients together, with real server processes. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SecretRegistry, silentLogger } from '../../base/logger'
import { createForgetfulApprovals } from '../../testing/forgetful-approvals'
import type { ApprovalsControl } from '../../consent/approvals/approvals'
import { createInProcessGateway } from '../../mcp/gateway/in-process-gateway'
import type { McpGateway } from '../../mcp/interface'
import { createSettings } from '../../settings/store/settings-store'
import type { Settings } from '../../settings/store/settings-store'
import { createVariables } from '../../settings/parse/variables'
import { createTrustCheck } from '../trust/trust-check'
import { createServers } from './server-registry'
import { ToolDirectory } from '../tools/tool-directory'
import { fetchIcon } from '../icons/icon-fetch'
import type { ServersControl } from './server-registry'
import { createMemoryFacts } from '../../testing/memory-facts'
import { renderEnglish } from '../../testing/in-english'

const path = (relative: string) => fileURLToPath(new URL(`../../../${relative}`, import.meta.url))
const everything = [path('node_modules/@modelcontextprotocol/server-everything/dist/index.js')]
const patient = { timeout: 15_000, interval: 20 }

let folder: string
let settings: Settings
let consent: ApprovalsControl
let gateway: McpGateway
let servers: ServersControl
const logFile = vi.fn()

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'real servers '))
  const secretRegistry = new SecretRegistry()
  const common = { now: Date.now, newId: () => crypto.randomUUID(), log: silentLogger }
  consent = createForgetfulApprovals(common)
  await consent.load()
  gateway = createInProcessGateway({
    hostEnvironment: process.env,
    clientInfo: { name: 'tests', version: '0' },
    now: Date.now
  })
  const secrets = { read: async (name: string) => (name === 'token' ? 'hunter2-hunter2' : null) }
  const variables = createVariables({ environment: {}, secrets, secretRegistry })
  servers = createServers({
    tools: new ToolDirectory(),
    accessFor: async () => null,
    recordCall: () => {},
    fetchIcon,
    isAskedAbout: () => false,
    ...common,
    mcp: gateway,
    consent,
    facts: { readFact: async () => null, writeFact: async () => {} },
    trustCheck: createTrustCheck({
      consent,
      inspectProgram: (target) => gateway.clients.inspectProgram(target),
      fillInEnvironment: (text) => variables.fillInEnvironment(text),
      findSecrets: () => [],
      refusalOf: () => null,
      expand: (definition) => variables.expandServer(definition)
    }),
    serverLog: logFile,
    secretRegistry
  })
  settings = createSettings({
    ...common,
    file: join(folder, 'settings.json'),
    facts: createMemoryFacts(),
    dataFolder: folder,
    schemaFile: path('resources/settings.schema.json'),
    defaultText: await readFile(path('resources/default-settings.jsonc'), 'utf8')
  })
  settings.onChange((content) => servers.apply(content))
})

afterEach(async () => {
  await settings.dispose()
  await servers.dispose()
  await gateway.clients.shutdown()
  await rm(folder, { recursive: true, force: true })
})

const view = (name: string) => {
  const found = servers.list().find((each) => each.name === name)
  return found === undefined ? undefined : { ...found, reason: renderEnglish(found.reason) }
}
const write = (entries: object) =>
  writeFile(join(folder, 'settings.json'), JSON.stringify({ mcpServers: entries }))
const node = (...args: string[]) => ({ command: process.execPath, args })
const waitFor = (check: () => unknown) => vi.waitFor(check, patient)

async function trust(name: string): Promise<void> {
  await waitFor(() => expect(consent.questions()).toMatchObject([{ type: 'server-trust', serverName: name }]))
  await consent.answer(consent.questions()[0]?.id ?? '', { type: 'server-trust', decision: 'trust' })
}

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0)
  } catch {
    return false
  }
}

function call(
  toolName: string,
  args: Record<string, string | number>,
  signal = new AbortController().signal
) {
  const onProgress = vi.fn()
  const callId = crypto.randomUUID()
  return {
    outcome: servers.callTool({
      callId,
      serverName: 'all',
      toolName,
      arguments: args,
      task: null,
      signal,
      onProgress,
      onLimitNear: () => {},
      onTask: () => {},
      onLateAnswer: () => {}
    }),
    onProgress
  }
}

test('follows an edit of the file to a result, restarts a killed server, and leaves no process of a stopped one', async () => {
  await write({})
  await settings.start()
  await write({ all: node(...everything) })
  await trust('all')
  await waitFor(() => expect(view('all')?.state).toBe('connected'))
  expect(view('all')).toMatchObject({
    title: expect.any(String),
    processId: expect.any(Number),
    brokenToolCount: 0
  })
  expect(servers.searchTools('echo', 5)[0]).toMatchObject({ serverName: 'all', name: 'echo' })

  const echo = call('echo', { message: 'hello' })
  expect(await echo.outcome).toMatchObject({
    type: 'completed',
    isError: false,
    content: [{ type: 'text', text: 'Echo: hello' }]
  })

  const name = servers.catalog().find((tool) => /long-?running/i.test(tool.name))?.name ?? ''
  const stop = new AbortController()
  const long = call(name, { duration: 60, steps: 120 }, stop.signal)
  await waitFor(() => expect(long.onProgress).toHaveBeenCalledWith(expect.objectContaining({ total: 120 })))
  stop.abort()
  expect(await long.outcome).toEqual({ type: 'cancelled' })

  const running = call(name, { duration: 60, steps: 120 })
  await waitFor(() => expect(running.onProgress).toHaveBeenCalled())
  const first = view('all')?.processId ?? 0
  process.kill(first, 'SIGKILL')
  expect(await running.outcome).toMatchObject({ type: 'failed' })
  await waitFor(() =>
    expect(view('all')).toMatchObject({ state: 'restarting', reason: expect.stringMatching(/SIGKILL/) })
  )
  await waitFor(() => expect(view('all')?.state).toBe('connected'))
  expect(consent.questions()).toEqual([])

  const second = view('all')?.processId ?? 0
  expect(second).not.toBe(first)
  await servers.stop('all')
  expect(view('all')?.state).toBe('stopped')
  expect(isAlive(second)).toBe(false)
  expect(servers.readLog('all').filter(({ source }) => source === 'life').length).toBeGreaterThan(5)
}, 300_000)

test('explains a server that ends at once and a missing command, next to a working server', async () => {
  await write({ all: node(...everything) })
  await settings.start()
  await trust('all')
  await settings.saveServerEntry(
    null,
    'ends',
    JSON.stringify(node('-e', 'console.error("no database");process.exit(7)'))
  )
  await trust('ends')
  await settings.saveServerEntry(null, 'missing', '{ "command": "program-that-does-not-exist" }')
  await waitFor(() =>
    expect(view('ends')).toMatchObject({ state: 'failed', reason: expect.stringMatching(/exit code 7/) })
  )
  expect(view('ends')?.recentErrorOutput.join()).toContain('no database')
  await waitFor(() => expect(view('missing')?.state).toBe('failed'))
  expect(view('missing')?.reason).toMatch(/program-that-does-not-exist/)
  // The user isn't asked to trust a missing program.
  expect(consent.questions()).toEqual([])
  await waitFor(() => expect(view('all')?.state).toBe('connected'))
}, 300_000)

test('passes a secret to its server and to no log', async () => {
  const program = 'console.error(process.env.TOKEN + " " + process.argv[1]);process.exit(1)'
  await write({ leaks: { ...node('-e', program, '${secret:token}'), env: { TOKEN: '${secret:token}' } } })
  await settings.start()
  await trust('leaks')
  await waitFor(() => expect(view('leaks')?.state).toBe('failed'))
  await waitFor(() => expect(servers.readLog('leaks').map(({ text }) => text)).toContain('[secret] [secret]'))
  expect(JSON.stringify([servers.readLog('leaks'), logFile.mock.calls, view('leaks')])).not.toContain(
    'hunter2'
  )
}, 300_000)

test('runs no program before the user trusts it', async () => {
  const mark = join(folder, 'ran')
  await write({ helper: node('-e', `require('fs').writeFileSync(${JSON.stringify(mark)}, '')`) })
  await settings.start()
  await waitFor(() => expect(view('helper')?.state).toBe('waiting-for-trust'))
  await consent.answer(consent.questions()[0]?.id ?? '', { type: 'server-trust', decision: 'keep-stopped' })
  await waitFor(() => expect(view('helper')?.state).toBe('stopped'))
  await expect(readFile(mark)).rejects.toThrow('ENOENT')
  await servers.start('helper')
  await trust('helper')
  await waitFor(async () => await readFile(mark))
}, 300_000)
