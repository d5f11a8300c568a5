/** The lifecycle of servers with simulated clients and time. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { HostError } from '../../base/host-error'
import { SecretRegistry, silentLogger } from '../../base/logger'
import type { Approvals, TrustDecision } from '../../consent/interface'
import { serverView } from '../../contract/servers'
import { usualChoices } from '../../contract/simple-settings'
import type { PromptView, ResourceContents, ResourceView } from '../../contract/offers'
import type { ServerView, ToolView } from '../../contract/servers'
import type {
  ConnectionInfo,
  McpEvents,
  McpGateway,
  ResourceLists,
  ServerLaunch,
  ToolCallOutcome,
  ToolCallRequest
} from '../../mcp/interface'
import type { BrokenServerDefinition, ServerDefinition } from '../../settings/definition'
import { parseSettings } from '../../settings/parse/parse-settings'
import { createTrustCheck } from '../trust/trust-check'
import { createServers } from './server-registry'
import type { WantedServers } from './entries'
import { ToolDirectory } from '../tools/tool-directory'
import { fetchIcon } from '../icons/icon-fetch'
import type { ServersControl } from './server-registry'
import { quote, toEnglish } from '../../texts/render-localized'
import { renderEnglish } from '../../testing/in-english'

type Behaviour = (launch: ServerLaunch) => Promise<ConnectionInfo>

function tool(serverName: string, name: string, problem: string | null = null): ToolView {
  const schema = { type: 'object' }
  return {
    serverName,
    name,
    title: null,
    description: '',
    annotations: {},
    icons: [],
    isDisabled: false,
    problem: problem === null ? null : quote(problem),
    inputSchema: schema,
    outputSchema: null,
    taskSupport: 'forbidden'
  }
}

function resource(serverName: string, uri: string): ResourceView {
  const annotations = { audience: [], priority: null, lastModified: null }
  const nothing = {
    title: null,
    description: '',
    mimeType: null,
    size: null,
    annotations,
    icons: [],
    isSkill: false
  }
  return { serverName, uri, name: uri, ...nothing }
}

const connectWith =
  (...tools: string[]): Behaviour =>
  async ({ serverName, connectionId }) => ({
    connectionId,
    protocolVersion: '2025-11-25',
    usedTransport: 'stdio',
    probe: 'answered',
    icons: [],
    title: 'Says of itself',
    version: '1.0',
    instructions: null,
    capabilities: ['tools', 'resources', 'prompts'],
    announcedLists: serverName === 'quiet' ? [] : ['resources', 'prompts'],
    processId: 42,
    tools: [
      ...tools.map((name) => tool(serverName, name)),
      tool(serverName, 'broken', 'Its schema is no schema.')
    ]
  })
const hang: Behaviour = () => new Promise(() => {})
const failWith =
  (...failure: ConstructorParameters<typeof HostError>): Behaviour =>
  () =>
    Promise.reject(new HostError(...failure))
const exitAtOnce = failWith('SERVER_EXITED', quote('The process ended.'), {
  data: { exitCode: 3, signal: null, errorOutput: ['no such module'] }
})

/** Clients whose connections the test controls; nothing runs. */
function createFakeGateway() {
  const behaviours = new Map<string, Behaviour>()
  const launches: ServerLaunch[] = []
  const open = new Map<string, ServerLaunch>()
  const inFlight = new Map<string, (outcome: ToolCallOutcome) => void>()
  const cancelled: string[] = []
  const calls: ToolCallRequest[] = []
  const asked: string[] = []
  /** Answers of servers; a test replaces what it needs. */
  const offers = {
    listResources: async (serverName: string): Promise<ResourceLists> => {
      asked.push(`resources of ${serverName}`)
      return { resources: [resource(serverName, `x://${asked.length}`)], templates: [] }
    },
    readResource: async (uri: string): Promise<ResourceContents[]> => [
      { uri, mimeType: null, text: 'read', blob: null }
    ],
    listPrompts: async (serverName: string): Promise<PromptView[]> => {
      asked.push(`prompts of ${serverName}`)
      const needed = { name: 'topic', title: null, description: '', isRequired: true }
      return [{ serverName, name: 'talk', title: null, description: '', arguments: [needed], icons: [] }]
    }
  }
  let lost = () => {}
  let events: McpEvents | null = null
  let disconnecting: Promise<void> = Promise.resolve()
  let isShutDown = false
  const gateway: McpGateway = {
    clients: {
      inspectProgram: async () => ({ files: [], packages: [] }),
      readSandbox: () => Promise.resolve({ canContain: false, remedy: null, advice: null }),
      updatePackage: () => Promise.resolve([]),
      measureHome: () => Promise.resolve(null),
      clearHome: () => Promise.resolve(),
      renameHome: () => Promise.resolve(),
      removeHome: () => Promise.resolve(),
      examineProgram: async () => ({ missingScript: null, runtime: null }),
      openBridge: async () => ({ url: '' }),
      closeBridge: async () => {},
      connect: (launch) => {
        launches.push(launch)
        open.set(launch.connectionId, launch)
        return (behaviours.get(launch.serverName) ?? connectWith('echo'))(launch)
      },
      disconnect: async (connectionId) => {
        await disconnecting
        open.delete(connectionId)
      },
      callTool: (request) => {
        calls.push(request)
        return new Promise((resolve) => inFlight.set(request.callId, resolve))
      },
      sendWritten: () => Promise.resolve({ type: 'sent' }),
      checkWritten: () => Promise.resolve({ text: '{}', checkedAgainst: null, faults: [] }),
      listMethods: () => Promise.resolve([]),
      cancelCall: async (callId) => void cancelled.push(callId),
      keepWaiting: async (callId) => void asked.push(`keep waiting for ${callId}`),
      answerRequest: async () => {},
      stopExchange: async () => {},
      answerChallenge: async () => {},
      answerReach: async () => {},
      setHosts: async () => {},
      setRoots: async () => {},
      setTracing: async () => {},
      findMessages: () => Promise.resolve(undefined),
      locateMessage: () => Promise.resolve(undefined),
      listMessageNames: () => Promise.resolve(undefined),
      readMessage: () => Promise.resolve(undefined),
      exportMessages: () => Promise.resolve(undefined),
      readDefinitions: () => Promise.resolve(undefined),
      forgetMessages: async () => {},
      setLogLevel: async (connectionId, level) => void asked.push(`level ${level} for ${connectionId}`),
      refreshTools: async (connectionId) => void asked.push(`tools of ${connectionId}`),
      checkArguments: async () => [{ path: '/x', message: quote('is missing') }],
      expandTemplate: async (uriTemplate) => uriTemplate,
      readIcon: async () => ({ mimeType: 'image/png', data: 'aWNvbg==' }),
      listResources: async (connectionId) =>
        await offers.listResources(open.get(connectionId)?.serverName ?? ''),
      readResource: async (_connectionId, uri) => await offers.readResource(uri),
      subscribeResource: async (connectionId, uri) => void asked.push(`subscribe ${connectionId} ${uri}`),
      unsubscribeResource: async (connectionId, uri) => void asked.push(`unsubscribe ${connectionId} ${uri}`),
      listPrompts: async (connectionId) => await offers.listPrompts(open.get(connectionId)?.serverName ?? ''),
      getPrompt: async ({ name }) => {
        asked.push(`prompt ${name}`)
        return { description: null, messages: [] }
      },
      listTasks: async () => [],
      complete: async () => ({ values: ['plain', 'CANARY-7391'], total: null, hasMore: false }),
      shutdown: async () => {
        await disconnecting
        isShutDown = true
      }
    },
    subscribe: (listener) => {
      events = listener as McpEvents
      return () => (events = null)
    },
    onLost: (listener) => {
      lost = listener
      return () => {}
    }
  }
  return {
    gateway,
    behaviours,
    launches,
    open,
    inFlight,
    cancelled,
    calls,
    asked,
    offers,
    connectionOf: (name: string) =>
      [...open.values()].findLast(({ serverName }) => serverName === name)?.connectionId ?? '',
    events: () => events!,
    isShutDown: () => isShutDown,
    lose: () => lost(),
    slowDisconnect: (until: Promise<void>) => {
      disconnecting = until
    },
    started: (name: string) => launches.filter(({ serverName }) => serverName === name).length,
    alive: (name: string) => [...open.values()].filter(({ serverName }) => serverName === name).length,
    /** The newest connection of the server ends unexpectedly. */
    crash(name: string, exitCode: number | null = 1, message = 'The process ended.') {
      const connectionId =
        [...open.values()].findLast(({ serverName }) => serverName === name)?.connectionId ?? ''
      open.delete(connectionId)
      events?.connectionClosed({
        serverName: name,
        connectionId,
        exitCode,
        signal: null,
        errorOutput: ['boom'],
        reason: quote(message)
      })
    }
  }
}

/** Trust questions that stay open until the test answers them. */
function createFakeConsent() {
  type Request = Parameters<Approvals['decideServerTrust']>[0]
  const trusted = new Set<string>()
  const open = new Map<string, { request: Request; answer: (decision: 'trusted' | 'kept-stopped') => void }>()
  let isTrustingAll = true
  const consent = {
    view: () => ({ grants: [], trustedServers: [] }),
    isTrusted: (_name: string, { fingerprint }: Pick<Request, 'fingerprint'>) =>
      isTrustingAll || trusted.has(fingerprint),
    decideServerTrust: (request: Request, signal: AbortSignal) => {
      if (consent.isTrusted(request.serverName, request)) return Promise.resolve({ type: 'trusted' } as const)
      return new Promise<TrustDecision>((resolve) => {
        const end = (type: TrustDecision['type']) => {
          open.delete(request.serverName)
          if (type === 'trusted') trusted.add(request.fingerprint)
          resolve({ type })
        }
        open.set(request.serverName, { request, answer: end })
        signal.addEventListener('abort', () => end('withdrawn'))
      })
    }
  }
  return { consent: consent as unknown as Approvals, open, ask: () => (isTrustingAll = false) }
}

function wantedFrom(servers: Record<string, object>): WantedServers {
  const read = parseSettings(JSON.stringify({ mcpServers: servers }))
  if (read.type === 'broken') throw new Error(toEnglish(read.problem.message))
  return read.content
}

const node = (change: object = {}) => ({ command: 'node', ...change })

let fake: ReturnType<typeof createFakeGateway>
let trust: ReturnType<typeof createFakeConsent>
let servers: ServersControl
let views: ServerView[]
let secretRegistry: SecretRegistry
let removed: string[]
let askedAbout: string | null
let facts: Map<string, string>
const expand = vi.fn<(definition: ServerDefinition) => Promise<ServerDefinition>>()

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  fake = createFakeGateway()
  trust = createFakeConsent()
  views = []
  removed = []
  askedAbout = null
  facts = new Map()
  expand.mockReset().mockImplementation((definition) => Promise.resolve(definition))
  let ids = 0
  secretRegistry = new SecretRegistry()
  servers = createServers({
    tools: new ToolDirectory(),
    accessFor: async () => null,
    recordCall: () => {},
    fetchIcon,
    isAskedAbout: (name) => name === askedAbout,
    mcp: fake.gateway,
    consent: trust.consent,
    trustCheck: createTrustCheck({
      consent: trust.consent,
      inspectProgram: (target) => fake.gateway.clients.inspectProgram(target),
      fillInEnvironment: (text) => text,
      findSecrets: () => [],
      refusalOf: () => null,
      expand: (definition) => expand(definition)
    }),
    facts: {
      readFact: async (name) => facts.get(name) ?? null,
      writeFact: async (name, json) => void facts.set(name, json)
    },
    serverLog: () => {},
    secretRegistry,
    log: {
      ...silentLogger,
      error: (message, fields) => expect.fail(`${message}: ${String(fields?.['error'])}`)
    },
    now: () => Date.now(),
    newId: () => `id-${(ids += 1)}`
  })
  servers.onChange((view) => views.push(serverView.parse(view)))
  servers.onRemoved((name) => removed.push(name))
})

afterEach(async () => {
  await servers.dispose()
  vi.useRealTimers()
})

const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms)
const view = (name: string) => {
  const found = servers.list().find((each) => each.name === name)!
  return { ...found, reason: found.reason === null ? null : toEnglish(found.reason) }
}
const statesOf = (name: string) => {
  const states = views.filter((each) => each.name === name).map(({ state }) => state)
  return states.filter((state, index) => state !== states[index - 1])
}
const logOf = (name: string) => servers.readLog(name).map(({ text }) => text)

async function apply(entries: Record<string, object>): Promise<void> {
  servers.apply(wantedFrom(entries))
  await settle()
}

describe('from entry to connection', () => {
  test('starts and connects a trusted server', async () => {
    await apply({ notes: node({ args: ['a b'], env: { T: '1' }, cwd: '/srv' }) })
    expect(statesOf('notes')).toEqual(['starting', 'connected'])
    expect(view('notes')).toEqual({
      name: 'notes',
      transport: 'stdio',
      usedTransport: 'stdio',
      isContained: false,
      ...usualChoices,
      icons: [],
      address: 'node "a b"',
      state: 'connected',
      reason: null,
      recentErrorOutput: [],
      title: 'Says of itself',
      version: '1.0',
      protocolVersion: '2025-11-25',
      instructions: null,
      capabilities: ['tools', 'resources', 'prompts'],
      processId: 42,
      toolCount: 1,
      brokenToolCount: 1,
      offeredTools: { count: 1, tokens: expect.any(Number) as number },
      counts: { calls: 0, failedCalls: 0, restarts: 0, lastCallAt: null, medianMs: null },
      startable: true
    })
    expect(fake.launches).toMatchObject([
      { command: 'node', args: ['a b'], env: { T: '1' }, cwd: '/srv', connectTimeoutMs: 30_000 }
    ])
    expect(logOf('notes').join('\n')).toMatch(
      /Starting the process[^]*Connected: protocol 2025-11-25, process 42/
    )
  })

  test('lists servers in the order of the settings', async () => {
    await apply({ b: node(), a: node(), broken: { command: 5 }, c: { url: 'https://example.com' } })
    expect(servers.list().map(({ name }) => name)).toEqual(['b', 'a', 'broken', 'c'])
    await apply({ c: { url: 'https://example.com' }, a: node() })
    expect(servers.list().map(({ name }) => name)).toEqual(['c', 'a'])
  })

  test.each([
    ['disabled', node({ disabled: true }), /turned off in the settings/],
    ['not automatic', node({ autoStart: false }), /doesn't start automatically/]
  ])('shows a %s server as stopped with the reason, and Start works', async (_name, entry, reason) => {
    await apply({ notes: entry })
    expect(view('notes')).toMatchObject({
      state: 'stopped',
      reason: expect.stringMatching(reason),
      startable: true
    })
    expect(fake.launches).toEqual([])
    await servers.start('notes')
    await settle()
    expect(view('notes').state).toBe('connected')
  })

  test("marks a broken entry as failed with place and reason, can't start it, and runs the others", async () => {
    await apply({ bad: { command: 5 }, good: node() })
    expect(view('bad')).toMatchObject({
      state: 'failed',
      startable: false,
      reason: expect.stringMatching(/line 1.*must be a text/)
    })
    expect(view('good').state).toBe('connected')
    await expect(servers.start('bad')).rejects.toMatchObject({ code: 'SETTINGS_INVALID' })
    expect(fake.started('bad')).toBe(0)
  })

  test('expands variables for the launch only, and fails the server if one is missing', async () => {
    expand.mockRejectedValueOnce(
      new HostError('SETTINGS_UNKNOWN_VARIABLE', quote('The settings name ${env:X}.'))
    )
    await apply({ notes: node({ args: ['${env:X}'] }) })
    expect(view('notes')).toMatchObject({
      state: 'failed',
      reason: 'The settings name ${env:X}.',
      address: 'node ${env:X}'
    })
    expand.mockImplementation(async (definition) => ({ ...definition, args: ['value'] }) as ServerDefinition)
    await servers.start('notes')
    await settle()
    expect(fake.launches.at(-1)).toMatchObject({ args: ['value'] })
    expect(view('notes').address).toBe('node ${env:X}')
  })
})

describe('trust', () => {
  test.each([
    ['a program', node({ args: ['-e', 'x'] })],
    ['an address', { url: 'https://169.254.1.1/mcp' }]
  ])('runs or contacts nothing for %s before approval', async (_name, entry) => {
    trust.ask()
    await apply({ notes: entry })
    expect(view('notes')).toMatchObject({ state: 'waiting-for-trust' })
    await settle(600_000)
    expect(fake.launches).toEqual([])
    expect(expand).not.toHaveBeenCalled()
    expect(trust.open.get('notes')?.request.warnings).toHaveLength(1)
    trust.open.get('notes')?.answer('trusted')
    await settle()
    expect(statesOf('notes')).toEqual(['waiting-for-trust', 'starting', 'connected'])
  })

  test('requires trust also before another program gets the address of a server', async () => {
    trust.ask()
    expand.mockImplementation(
      async (definition) => ({ ...definition, url: 'https://[2001:db8::1]/mcp' }) as never
    )
    await apply({ notes: { url: 'https://169.254.1.1/mcp' } })
    await expect(servers.openBridge('notes', true)).rejects.toMatchObject({ code: 'SERVER_NOT_TRUSTED' })
    trust.open.get('notes')?.answer('trusted')
    await settle()
    expect((await servers.openBridge('notes', true)).url).toBe('https://[2001:db8::1]/mcp')
  })

  test('says that an untrusted server is not started, and asks again at Start', async () => {
    trust.ask()
    await apply({ notes: node() })
    trust.open.get('notes')?.answer('kept-stopped')
    await settle()
    expect(view('notes')).toMatchObject({
      state: 'stopped',
      reason: expect.stringMatching(/You kept it stopped/)
    })
    await apply({ notes: node(), other: node() })
    expect(trust.open.has('notes')).toBe(false)
    await servers.start('notes')
    await settle()
    trust.open.get('notes')?.answer('trusted')
    await settle()
    expect(view('notes').state).toBe('connected')
  })

  test('asks again when a definition changes, withdraws the old question and stops the old process', async () => {
    trust.ask()
    await apply({ notes: node({ args: ['1'] }) })
    await apply({ notes: node({ args: ['2'] }) })
    expect(trust.open.size).toBe(1)
    expect(trust.open.get('notes')?.request.act.args).toEqual(['2'])
    trust.open.get('notes')?.answer('trusted')
    await settle()
    await apply({ notes: node({ args: ['3'] }) })
    expect(view('notes').state).toBe('waiting-for-trust')
    expect(fake.alive('notes')).toBe(0)
    expect(trust.open.get('notes')?.request.act.args).toEqual(['3'])
  })

  test('starts one server per approval', async () => {
    trust.ask()
    await apply({ a: node({ args: ['a'] }), b: node({ args: ['b'] }) })
    trust.open.get('a')?.answer('trusted')
    await settle()
    expect(fake.launches.map(({ serverName }) => serverName)).toEqual(['a'])
  })

  test('withdraws the question when the server is removed or stopped', async () => {
    trust.ask()
    await apply({ a: node({ args: ['a'] }), b: node({ args: ['b'] }) })
    await servers.stop('a')
    expect([...trust.open.keys()]).toEqual(['b'])
    expect(view('a')).toMatchObject({ state: 'stopped', reason: expect.stringMatching(/You stopped it/) })
    await apply({ a: node({ args: ['a'] }) })
    expect([...trust.open.keys()]).toEqual([])
    expect(removed).toEqual(['b'])
  })

  test('asks again when the entry of an untrusted server changes', async () => {
    trust.ask()
    await apply({ notes: node() })
    trust.open.get('notes')?.answer('kept-stopped')
    await settle()
    await apply({ notes: node({ args: ['new'] }) })
    expect(view('notes').state).toBe('waiting-for-trust')
  })

  test('delays no other server while one waits for trust', async () => {
    trust.ask()
    const names = ['a', 'b', 'c', 'd']
    await apply(Object.fromEntries(names.map((name) => [name, node({ args: [name] })])))
    trust.open.get('d')?.answer('trusted')
    await settle()
    expect(view('d').state).toBe('connected')
  })
})

describe('many servers', () => {
  test('starts two at a time, and then the others', async () => {
    const answers: (() => void)[] = []
    const slow: Behaviour = (launch) =>
      new Promise((resolve) => answers.push(() => resolve(connectWith('x')(launch))))
    const names = ['a', 'b', 'c']
    for (const name of names) fake.behaviours.set(name, slow)
    await apply(Object.fromEntries(names.map((name) => [name, node({ args: [name] })])))
    expect(fake.launches.map(({ serverName }) => serverName)).toEqual(['a', 'b'])
    answers[0]?.()
    await settle()
    expect(fake.launches.map(({ serverName }) => serverName)).toEqual(['a', 'b', 'c'])
  })

  test('lets a start wait without limit while a question about its server is open', async () => {
    fake.behaviours.set('mute', () => new Promise(() => {}))
    askedAbout = 'mute'
    await apply({ mute: node() })
    await settle(600_000)
    expect(view('mute').state).toBe('starting')
    askedAbout = null
    await settle(60_000)
    expect(view('mute').state).toBe('failed')
  })

  test('lets servers that never answer time out without delaying others', async () => {
    for (const name of ['m1', 'm2', 'm3']) {
      fake.behaviours.set(
        name,
        () =>
          new Promise((_, reject) =>
            setTimeout(() => reject(new HostError('SERVER_START_TIMEOUT', quote('did not answer'))), 30_000)
          )
      )
    }
    await apply({
      m1: node({ args: ['1'] }),
      m2: node({ args: ['2'] }),
      m3: node({ args: ['3'] }),
      good: node({ args: ['4'] })
    })
    await settle(8_500)
    expect(view('good').state).toBe('connected')
    await settle(40_000)
    for (const name of ['m1', 'm2', 'm3']) {
      expect(view(name)).toMatchObject({
        state: 'failed',
        reason: expect.stringMatching(/did not answer/)
      })
    }
    expect(view('good').state).toBe('connected')
  })

  test('STDIO-14: shows a slow first start as starting, and then as connected', async () => {
    const slowly: Behaviour = async (launch) => {
      await new Promise((resolve) => setTimeout(resolve, 29_000))
      return await connectWith('x')(launch)
    }
    fake.behaviours.set('notes', slowly)
    await apply({ notes: node() })
    await settle(28_000)
    expect(view('notes')).toMatchObject({ state: 'starting', reason: null })
    await settle(2_000)
    expect(view('notes').state).toBe('connected')
  })

  test('gives up on clients that never answer', async () => {
    fake.behaviours.set('notes', hang)
    await apply({ notes: node() })
    await settle(60_000)
    expect(view('notes')).toMatchObject({ state: 'failed' })
    expect(fake.alive('notes')).toBe(0)
  })
})

describe('failures', () => {
  test('STDIO-08 STDIO-13: fails a process that exits at once with its exit code and last output, without a retry', async () => {
    fake.behaviours.set('notes', exitAtOnce)
    await apply({ notes: node(), good: node() })
    await settle(120_000)
    expect(view('notes')).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/ended before it answered \(exit code 3\)/),
      recentErrorOutput: ['no such module'],
      startable: true
    })
    expect(fake.started('notes')).toBe(1)
    expect(view('good').state).toBe('connected')
  })

  test('explains the end of a process by its known cause instead of its exit code', async () => {
    const cause = quote('These packages were fetched without their install scripts: keytar.')
    fake.behaviours.set(
      'notes',
      failWith('SERVER_EXITED', cause, { data: { exitCode: 1, isExplained: true } })
    )
    await apply({ notes: node() })
    await settle(10_000)
    expect(view('notes')).toMatchObject({ state: 'failed', reason: expect.stringMatching(/keytar/) })
  })

  test('SDK-11: sends the name for Parley from the entry, if it has one', async () => {
    const told = { clientName: 'another-host', clientVersion: '9.1', announceFolders: false }
    await apply({ notes: node(told), plain: node() })
    const [notes, plain] = fake.launches
    expect(notes).toMatchObject({
      clientName: 'another-host',
      clientVersion: '9.1',
      isWithoutFolderNews: true
    })
    for (const key of ['clientName', 'clientVersion', 'isWithoutFolderNews'] as const)
      expect(plain).not.toHaveProperty(key)
  })

  test('says what was searched for a missing command', async () => {
    fake.behaviours.set('notes', failWith('SERVER_COMMAND_NOT_FOUND', quote('nod was not found in /bin.')))
    await apply({ notes: { command: 'nod' } })
    expect(view('notes')).toMatchObject({ state: 'failed', reason: 'nod was not found in /bin.' })
  })

  test('says that a server requires a sign-in', async () => {
    fake.behaviours.set(
      'notes',
      failWith('SERVER_NEEDS_SIGN_IN', quote('The server asks for authorization.'))
    )
    await apply({ notes: { url: 'https://example.com/mcp' } })
    expect(view('notes').state).toBe('needs-sign-in')
  })

  test('hides the message of a bug', async () => {
    fake.behaviours.set('notes', () => Promise.reject(new Error('secret detail')))
    await apply({ notes: node() })
    expect(view('notes').reason).not.toContain('secret detail')
    expect(view('notes').state).toBe('failed')
  })
})

describe('fetching a package first', () => {
  const tellInstalling = (line: string | null) =>
    fake.events().installing({ serverName: 'notes', connectionId: fake.connectionOf('notes'), line })

  test('is a state of its own, with the latest line and its start time, without secrets', async () => {
    secretRegistry.add('CANARY-7391')
    fake.behaviours.set('notes', hang)
    await apply({ notes: node({ connectTimeoutMs: 1_000, installTimeoutMs: 5_000 }) })
    const since = Date.now()
    expect(view('notes').state).toBe('starting')
    await settle(2_000)
    tellInstalling('fetching with CANARY-7391')
    expect(view('notes')).toMatchObject({ state: 'installing', reason: null, installing: { since } })
    expect(view('notes').installing?.line).toMatch(/^fetching with (?!CANARY)/)
    tellInstalling(null)
    expect(view('notes').state).toBe('starting')
    expect(view('notes')).not.toHaveProperty('installing')
    expect(fake.launches[0]).toMatchObject({ connectTimeoutMs: 1_000, installTimeoutMs: 5_000 })
  })

  test('can be stopped, and ignores late events', async () => {
    fake.behaviours.set('notes', hang)
    await apply({ notes: node() })
    const { connectionId = '' } = fake.launches[0] ?? {}
    tellInstalling('50%')
    await servers.stop('notes')
    await settle()
    fake.events().installing({ serverName: 'notes', connectionId, line: '51%' })
    expect(view('notes')).toMatchObject({ state: 'stopped' })
    expect(fake.alive('notes')).toBe(0)
  })
})

describe('a restart', () => {
  test('restarts a server that stopped working after a while', async () => {
    await apply({ notes: node() })
    fake.crash('notes')
    await settle()
    expect(view('notes')).toMatchObject({
      state: 'restarting',
      reason: expect.stringMatching(/exit code 1/),
      restartsAt: Date.now() + 1_000,
      recentErrorOutput: ['boom']
    })
    expect(servers.catalog()).toEqual([])
    await settle(999)
    expect(fake.started('notes')).toBe(1)
    await settle(1)
    expect(fake.started('notes')).toBe(2)
    expect(view('notes')).toMatchObject({
      state: 'connected',
      reason: null,
      recentErrorOutput: [],
      counts: { restarts: 1 }
    })
  })

  test('waits until the rest of a lost connection has ended', async () => {
    await apply({ notes: node() })
    let end = () => {}
    fake.slowDisconnect(new Promise((resolve) => (end = resolve)))
    fake.crash('notes')
    await settle(60_000)
    expect(view('notes')).toMatchObject({ state: 'restarting', reason: expect.stringMatching(/exit code 1/) })
    expect(fake.started('notes')).toBe(1)
    end()
    await settle(1_000)
    expect(fake.started('notes')).toBe(2)
  })

  test('happens at most five times in a minute, then the server has failed', async () => {
    await apply({ notes: node() })
    for (let round = 0; round < 10; round += 1) {
      fake.crash('notes')
      await settle([1_000, 2_000, 4_000, 8_000, 16_000][Math.min(round, 4)]!)
    }
    expect(fake.started('notes')).toBe(5)
    expect(view('notes')).toMatchObject({
      state: 'failed',
      reason: 'It stopped working 5 times in one minute. The server stopped working (exit code 1).'
    })
    await settle(600_000)
    expect(fake.started('notes')).toBe(5)
  })

  test('is counted from zero when the user starts the server', async () => {
    await apply({ notes: node() })
    for (const delay of [1_000, 2_000, 4_000, 8_000, 16_000]) {
      fake.crash('notes')
      await settle(delay)
    }
    expect(view('notes').state).toBe('failed')
    await servers.restart('notes')
    await settle()
    fake.crash('notes')
    await settle()
    expect(view('notes')).toMatchObject({ state: 'restarting', restartsAt: Date.now() + 1_000 })
  })

  test('counts an attempt that fails during a restart as one of the five', async () => {
    await apply({ notes: node() })
    fake.behaviours.set('notes', exitAtOnce)
    fake.crash('notes')
    await settle(60_000)
    expect(fake.started('notes')).toBe(5)
    expect(view('notes')).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/5 times in one minute.*exit code 3/)
    })
  })

  test('brings every server back when all connections are lost', async () => {
    await apply({ a: node({ args: ['a'] }), b: node({ args: ['b'] }), off: node({ disabled: true }) })
    fake.open.clear()
    fake.lose()
    await settle()
    expect(view('a').state).toBe('restarting')
    await settle(4_999)
    expect([view('a').state, view('b').state, view('off').state]).toEqual([
      'connected',
      'connected',
      'stopped'
    ])
    expect(fake.alive('a')).toBe(1)
  })

  test('repeats a start that the loss interrupted', async () => {
    fake.behaviours.set('notes', failWith('SERVER_RESTARTED', quote('lost')))
    await apply({ notes: node() })
    expect(view('notes').state).toBe('restarting')
    fake.behaviours.delete('notes')
    await settle(1_000)
    expect(view('notes').state).toBe('connected')
  })

  test('asks for trust again if it was removed in the meantime', async () => {
    await apply({ notes: node() })
    trust.ask()
    fake.crash('notes')
    await settle(60_000)
    expect(view('notes').state).toBe('waiting-for-trust')
    expect(fake.started('notes')).toBe(1)
  })

  test('ends when the user stops the server', async () => {
    await apply({ notes: node() })
    fake.crash('notes')
    await settle()
    await servers.stop('notes')
    await settle(60_000)
    expect(view('notes').state).toBe('stopped')
    expect(fake.started('notes')).toBe(1)
  })

  test('ignores late events of an old connection', async () => {
    await apply({ notes: node() })
    const old = fake.launches[0]!.connectionId
    await servers.restart('notes')
    await settle()
    const events = fake.events()
    events.connectionClosed({
      serverName: 'notes',
      connectionId: old,
      exitCode: 0,
      signal: null,
      errorOutput: [],
      reason: quote('')
    })
    events.toolsChanged({ serverName: 'notes', connectionId: old, tools: [] })
    await settle()
    expect(view('notes')).toMatchObject({ state: 'connected', toolCount: 1 })
  })
})

describe('a change of the settings', () => {
  test('CONF-08: restarts only servers that it concerns', async () => {
    await apply({ a: node({ args: ['a'] }), b: node({ args: ['b'] }), c: node({ args: ['c'] }) })
    await apply({
      a: node({ args: ['a'], timeoutMs: 5 }),
      b: node({ args: ['B'] }),
      d: node({ args: ['d'] })
    })
    expect(Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, fake.started(name)]))).toEqual({
      a: 1,
      b: 2,
      c: 1,
      d: 1
    })
    expect(fake.alive('c')).toBe(0)
    expect(removed).toEqual(['c'])
  })

  test('stops a server whose entry breaks, and starts it when the entry is fixed', async () => {
    await apply({ notes: node() })
    await apply({ notes: { command: 5 } })
    expect(view('notes')).toMatchObject({ state: 'failed', startable: false })
    expect(fake.alive('notes')).toBe(0)
    await apply({ notes: node() })
    expect(view('notes')).toMatchObject({ state: 'connected', startable: true })
  })

  test('applies only the latest state if several arrive during a start', async () => {
    fake.behaviours.set('notes', hang)
    await apply({ notes: node({ args: ['1'] }) })
    for (const arg of ['2', '3']) servers.apply(wantedFrom({ notes: node({ args: [arg] }) }))
    fake.behaviours.delete('notes')
    servers.apply(wantedFrom({ notes: node({ args: ['4'] }) }))
    await settle()
    expect(view('notes')).toMatchObject({ state: 'connected', address: 'node 4' })
    expect(fake.launches.map((launch) => 'args' in launch && launch.args[0])).toEqual(['1', '4'])
    expect(fake.alive('notes')).toBe(1)
  })

  test('waits for the old process if a removed name returns', async () => {
    await apply({ notes: node() })
    let release = () => {}
    fake.slowDisconnect(new Promise((resolve) => (release = resolve)))
    await apply({})
    await apply({ notes: node() })
    expect(fake.launches).toHaveLength(1)
    release()
    await settle()
    expect(view('notes').state).toBe('connected')
    expect(fake.alive('notes')).toBe(1)
  })

  test('shows a server as stopped only when it has stopped', async () => {
    await apply({ notes: node() })
    let release = () => {}
    fake.slowDisconnect(new Promise((resolve) => (release = resolve)))
    const stopped = servers.stop('notes')
    await settle()
    expect(view('notes')).toMatchObject({ reason: 'Stopping…', processId: null })
    expect(view('notes').state).not.toBe('stopped')
    release()
    await stopped
    expect(view('notes').state).toBe('stopped')
  })

  test('does not change a starting server at a second Start', async () => {
    await apply({ notes: node() })
    await servers.start('notes')
    await settle()
    expect(fake.started('notes')).toBe(1)
  })
})

describe('a tool', () => {
  test("TOOL-01 TOOL-27 SDK-02: is in the catalog while its server is connected, and follows the server's announcements", async () => {
    fake.behaviours.set('a', connectWith('one', 'two'))
    await apply({ a: node({ args: ['a'] }), b: node({ args: ['b'] }) })
    expect(servers.catalog().map(({ modelToolName }) => modelToolName)).toEqual([
      'a__one',
      'a__two',
      'b__echo'
    ])
    expect(servers.searchTools('', 10).map(({ name }) => name)).toEqual([
      'one',
      'two',
      'echo',
      'broken',
      'broken'
    ])
    const { connectionId } = fake.launches[0]!
    fake.events().toolsChanged({ serverName: 'a', connectionId, tools: [tool('a', 'three')] })
    expect(servers.catalog().map(({ modelToolName }) => modelToolName)).toEqual(['a__three', 'b__echo'])
    expect(views.at(-1)).toMatchObject({ name: 'a', toolCount: 1 })
    await servers.stop('b')
    expect(servers.catalog().map(({ serverName }) => serverName)).toEqual(['a'])
    expect(servers.tools('b')).toEqual([])
  })

  test("says why it can't be called", async () => {
    await apply({ a: node(), off: node({ disabled: true }) })
    expect(servers.readTool('a', 'echo')).toMatchObject({
      modelToolName: 'a__echo',
      definitionHash: expect.any(String)
    })
    expect(() => servers.readTool('a', 'gone')).toThrow(expect.objectContaining({ code: 'TOOL_UNKNOWN' }))
    expect(() => servers.readTool('a', 'broken')).toThrow(
      expect.objectContaining({ code: 'TOOL_INVALID_SCHEMA' })
    )
    expect(() => servers.readTool('off', 'echo')).toThrow(
      expect.objectContaining({ code: 'SERVER_NOT_CONNECTED' })
    )
    expect(() => servers.tools('nobody')).toThrow(expect.objectContaining({ code: 'SERVER_UNKNOWN' }))
    expect(await servers.checkArguments('a', 'echo', {})).toEqual([
      { path: '/x', message: quote('is missing') }
    ])
  })
})

describe('a call', () => {
  const done = {
    type: 'completed',
    content: [],
    structuredContent: null,
    isError: false,
    outputProblems: []
  } satisfies ToolCallOutcome
  const call = (signal: AbortSignal = new AbortController().signal, onProgress = vi.fn()) => ({
    outcome: servers.callTool({
      callId: 'c1',
      serverName: 'a',
      toolName: 'echo',
      arguments: { x: 1 },
      task: null,
      signal,
      onProgress,
      onLimitNear: () => {},
      onTask: () => {},
      onLateAnswer: () => {}
    }),
    onProgress
  })

  test('is counted in the view of its server, which is reported when it has ended', async () => {
    await apply({ a: node(), b: node() })
    const counted = vi.fn()
    servers.onCounted(counted)
    const { outcome } = call()
    await settle()
    expect(view('a').counts).toMatchObject({ calls: 1, failedCalls: 0, medianMs: null })
    fake.inFlight.get('c1')?.({ ...done, isError: true })
    await outcome
    await settle(1_000)
    expect(counted.mock.calls.map(([{ name, counts }]) => [name, counts.calls, counts.failedCalls])).toEqual([
      ['a', 1, 1]
    ])
    expect(view('b').counts.calls).toBe(0)
  })

  test("TOOL-03 TOOL-15 TIME-06: uses the limits of the current entry and the tool's own name, and returns progress and the outcome", async () => {
    await apply({ a: node() })
    await apply({ a: node({ timeoutMs: 5_000, maxTotalTimeoutMs: 9_000 }) })
    const { outcome, onProgress } = call()
    await settle()
    expect(fake.calls).toEqual([
      {
        callId: 'c1',
        serverName: 'a',
        toolName: 'echo',
        arguments: { x: 1 },
        connectionId: fake.launches[0]?.connectionId,
        timeoutMs: 5_000,
        maxTotalTimeoutMs: 9_000,
        task: null
      }
    ])
    const progress = { progress: 1, total: 2, message: null }
    fake.events().progressed({ callId: 'c1', progress })
    fake.events().progressed({ callId: 'another', progress })
    fake.inFlight.get('c1')?.(done)
    expect(await outcome).toEqual(done)
    expect(onProgress.mock.calls).toEqual([[progress]])
    fake.events().progressed({ callId: 'c1', progress })
    expect(onProgress).toHaveBeenCalledTimes(1)
  })

  test('TIME-03 TOOL-14: uses the limits of the tool if it has its own', async () => {
    await apply({
      a: node({ timeoutMs: 5_000, tools: { echo: { timeoutMs: 7_000 }, other: { maxTotalTimeoutMs: 1 } } })
    })
    call()
    await settle()
    expect(fake.calls).toMatchObject([{ timeoutMs: 7_000, maxTotalTimeoutMs: 600_000 }])
  })

  test('is cancelled at once, also at the server, and ignores later answers', async () => {
    await apply({ a: node() })
    const controller = new AbortController()
    const { outcome } = call(controller.signal)
    await settle()
    controller.abort()
    expect(await outcome).toEqual({ type: 'cancelled' })
    expect(fake.cancelled).toEqual(['c1'])
    fake.inFlight.get('c1')?.(done)
  })

  test('is not sent if it was cancelled before', async () => {
    await apply({ a: node() })
    expect(await call(AbortSignal.abort()).outcome).toEqual({ type: 'cancelled' })
    expect(fake.calls).toEqual([])
  })

  test.each([
    ['stopped', () => servers.stop('a')],
    ['restarted', () => servers.restart('a')],
    ['removed', () => apply({})],
    ['crashed', async () => fake.crash('a')]
  ])('ends if the server is %s', async (_name, act) => {
    await apply({ a: node() })
    const { outcome } = call()
    await settle()
    await act()
    expect(await outcome).toMatchObject({ type: 'failed', failure: { code: 'SERVER_RESTARTED' } })
  })

  test('hides secrets that a server repeats in errors and progress, but not in requested content', async () => {
    secretRegistry.add('CANARY-7391')
    await apply({ a: node() })
    const { outcome, onProgress } = call()
    await settle()
    const said = 'bad key CANARY-7391'
    fake.events().progressed({ callId: 'c1', progress: { progress: 1, total: null, message: said } })
    const failure = { code: 'TOOL_ERROR', message: said, data: { rpcData: [{ key: said }] } } as const
    fake.inFlight.get('c1')?.({ type: 'failed', failure })
    expect(JSON.stringify([await outcome, onProgress.mock.calls])).not.toContain('CANARY')

    const content = [{ type: 'text' as const, text: said }]
    const answered = call().outcome
    await settle()
    fake.inFlight.get('c1')?.({ ...done, content })
    expect(await answered).toMatchObject({ content })
  })

  test('fails with an outcome if the server is not connected', async () => {
    await apply({ a: node({ disabled: true }) })
    expect(await call().outcome).toMatchObject({ type: 'failed', failure: { code: 'SERVER_NOT_CONNECTED' } })
    await apply({})
    expect(await call().outcome).toMatchObject({ type: 'failed', failure: { code: 'SERVER_UNKNOWN' } })
  })
})

describe('a choice of the user for a running server', () => {
  test('TOOL-14: removes a disabled tool from the catalog, marks it in lists, and restores it, without a restart', async () => {
    fake.behaviours.set('a', connectWith('echo', 'write'))
    await apply({ a: node() })
    await apply({ a: node({ tools: { write: { disabled: true } } }) })
    expect(servers.catalog().map(({ name }) => name)).toEqual(['echo'])
    expect(servers.tools('a').map(({ name, isDisabled }) => [name, isDisabled])).toEqual([
      ['echo', false],
      ['write', true],
      ['broken', false]
    ])
    expect(servers.searchTools('write', 5)).toMatchObject([{ name: 'write', isDisabled: true }])
    expect(view('a')).toMatchObject({ toolCount: 1, brokenToolCount: 1 })
    expect(() => servers.readTool('a', 'write')).toThrow(
      expect.objectContaining({ code: 'TOOL_UNKNOWN', message: expect.stringContaining('turned off') })
    )
    await apply({ a: node() })
    expect(servers.catalog().map(({ name }) => name)).toEqual(['echo', 'write'])
    expect(fake.started('a')).toBe(1)
  })

  test('LIFE-20: passes instructions on as long as the user allows them', async () => {
    fake.behaviours.set('a', async (launch) => ({
      ...(await connectWith('echo')(launch)),
      instructions: 'Ask twice.'
    }))
    await apply({ quiet: node(), a: node() })
    expect(servers.instructions()).toEqual([{ serverName: 'a', text: 'Ask twice.' }])
    expect(view('a')).toMatchObject({ instructions: 'Ask twice.', usesInstructions: true })
    await apply({ quiet: node(), a: node({ useInstructions: false }) })
    expect(servers.instructions()).toEqual([])
    expect(view('a')).toMatchObject({ instructions: 'Ask twice.', usesInstructions: false })
    expect(fake.started('a')).toBe(1)
  })

  test('LOG-01: sets the log level at the start and when it changes, without a restart', async () => {
    await apply({ a: node({ logLevel: 'error', pingIntervalMs: 0 }) })
    expect(fake.launches).toMatchObject([{ logLevel: 'error', pingIntervalMs: 0 }])
    await apply({ a: node({ logLevel: 'debug', showIcons: true, pingIntervalMs: 5_000 }) })
    await apply({ a: node({ logLevel: 'debug', showIcons: false }) })
    await apply({ a: node() })
    const connection = fake.connectionOf('a')
    expect(fake.asked.filter((text) => text.startsWith('level'))).toEqual([
      `level debug for ${connection}`,
      `level null for ${connection}`
    ])
    expect(fake.started('a')).toBe(1)
    expect(view('a')).toMatchObject({ logLevel: null, areIconsAllowed: false })
    await servers.restart('a')
    await settle()
    expect(fake.launches.at(-1)).toMatchObject({ logLevel: null, pingIntervalMs: 30_000 })
  })

  test('LOG-01: sets a log level that was chosen during the start once the server is connected', async () => {
    let connect = () => {}
    fake.behaviours.set('a', async (launch) => {
      await new Promise<void>((resolve) => (connect = resolve))
      return await connectWith('echo')(launch)
    })
    await apply({ a: node() })
    await apply({ a: node({ logLevel: 'alert' }) })
    expect(fake.asked).toEqual([])
    connect()
    await settle()
    expect(fake.asked).toEqual([`level alert for ${fake.connectionOf('a')}`])
  })

  test('restarts the clocks of a running call', async () => {
    await apply({ a: node() })
    servers.keepWaiting('c1')
    expect(fake.asked).toContain('keep waiting for c1')
  })
})

describe('information that a server declares', () => {
  test('LIFE-18 LIFE-19 LIFE-21 META-05 META-06: is kept for display, including unknown capabilities, and removed with the server', async () => {
    const icons = [
      { src: 'https://example.com/i.png', mimeType: null, sizes: ['48x48'], theme: 'dark' as const }
    ]
    fake.behaviours.set('a', async (launch) => ({
      ...(await connectWith('echo')(launch)),
      usedTransport: 'sse',
      capabilities: ['tools', 'tools.listChanged', 'experimental.dreams'],
      icons
    }))
    await apply({ a: { url: 'http://127.0.0.1:1/sse' } })
    const said = {
      transport: 'http',
      usedTransport: 'sse',
      title: 'Says of itself',
      version: '1.0',
      capabilities: ['tools', 'tools.listChanged', 'experimental.dreams'],
      icons
    }
    expect(view('a')).toMatchObject(said)
    expect(await servers.listResources()).toEqual([])
    expect(fake.asked).toEqual([])
    await servers.stop('a')
    expect(view('a')).toMatchObject({ usedTransport: null, title: null, capabilities: [], icons: [] })
  })

  test('SEC-11-4 allows a page to fetch only icons that the server declares', async () => {
    await apply({ a: node({ showIcons: true }) })
    await expect(servers.readIcon('a', 'https://example.com/?all=it+knows')).rejects.toThrow(
      /has no such icon/
    )
  })

  test('TOOL-27 TOOL-28 TOOL-29: is updated at once for a changed list, and the log says what changed', async () => {
    fake.behaviours.set('a', connectWith('echo', 'old'))
    await apply({ a: node() })
    const tools = [tool('a', 'echo', null), tool('a', 'fresh')]
    const news = { serverName: 'a', connectionId: fake.connectionOf('a'), tools }
    fake.events().toolsChanged({ ...news, tools: [{ ...tools[0]!, description: 'Other' }, tools[1]!] })
    expect(servers.catalog().map(({ name }) => name)).toEqual(['echo', 'fresh'])
    expect(logOf('a').at(-1)).toBe(
      'The list of tools changed: added fresh; removed old, broken; changed echo. It has 2 tools now.'
    )
  })
})

describe('a server that does not answer server/discover', () => {
  const silent =
    (probe: ConnectionInfo['probe']): Behaviour =>
    async (launch) => ({
      ...(await connectWith('echo')(launch)),
      probe: launch.knownEra === null ? probe : null
    })
  const week = 7 * 24 * 60 * 60 * 1_000
  const eraOf = () => fake.launches.at(-1)?.knownEra

  test.each(['silent', 'exited'] as const)(
    'is started in an older revision for a week: %s',
    async (probe) => {
      fake.behaviours.set('a', silent(probe))
      await apply({ a: node() })
      expect(eraOf()).toBeNull()
      expect(logOf('a').join('\n')).toMatch(/the question for the newest revision. For a week/)
      await servers.restart('a')
      await settle()
      expect(eraOf()).toBe('legacy')
      expect(logOf('a')).toContain('It is addressed in an older revision at once, as it was lately.')
      await apply({ a: node({ timeoutMs: 5 }) })
      await settle(week)
      await servers.restart('a')
      await settle()
      expect(eraOf()).toBeNull()
    }
  )

  test('is remembered across a restart of Parley, for exactly this definition', async () => {
    fake.behaviours.set('a', silent('silent'))
    await apply({ a: node() })
    const [stored] = facts.values()
    expect(Object.values(JSON.parse(stored ?? '{}') as object)).toEqual([1_000_000])
    await apply({ a: node({ args: ['--other'] }) })
    expect(eraOf()).toBeNull()
    await apply({ a: node() })
    expect(eraOf()).toBe('legacy')
  })

  test('is asked again after a failed attempt', async () => {
    fake.behaviours.set('a', silent('silent'))
    await apply({ a: node() })
    fake.behaviours.set('a', failWith('SERVER_PROTOCOL', quote('It speaks the newest revision only.')))
    await servers.restart('a')
    await settle()
    expect([eraOf(), view('a').state]).toEqual(['legacy', 'failed'])
    fake.behaviours.set('a', silent('answered'))
    await servers.start('a')
    await settle()
    expect([eraOf(), view('a').state]).toEqual([null, 'connected'])
  })

  test("starts even if the stored facts can't be read or written", async () => {
    facts.set('servers-of-older-revisions', '{"x": "y"')
    fake.behaviours.set('a', silent('silent'))
    await apply({ a: node() })
    expect(view('a').state).toBe('connected')
  })
})

test('stops everything when it closes, and starts nothing afterwards', async () => {
  await apply({ a: node({ args: ['a'] }), b: node({ args: ['b'] }) })
  fake.crash('b')
  await settle()
  await servers.dispose()
  servers.apply(wantedFrom({ c: node() }))
  await settle(60_000)
  expect(fake.open.size).toBe(0)
  expect(fake.launches).toHaveLength(2)
  expect(fake.isShutDown()).toBe(true)
})

test('hides secrets that a server repeats in any text', async () => {
  secretRegistry.add('CANARY-7391')
  const said = 'I know CANARY-7391'
  fake.behaviours.set('a', async (launch) => ({
    ...(await connectWith('echo')(launch)),
    title: said,
    version: said,
    instructions: said,
    tools: [{ ...tool('a', 'echo'), title: said, description: said }]
  }))
  await apply({ a: node() })
  fake.events().logged({ serverName: 'a', line: { at: 1, source: 'stderr', level: 'info', text: said } })
  const shown = [view('a'), servers.tools('a'), servers.searchTools('know', 5), servers.readLog('a'), views]
  expect(view('a').title).toBe('I know [secret]')
  expect(JSON.stringify(shown)).not.toContain('CANARY')
})

test('LOG-06: keeps log messages under the name of their server', async () => {
  await apply({ a: node() })
  fake.events().logged({ serverName: 'a', line: { at: 1, source: 'stderr', level: 'info', text: 'hello' } })
  fake.events().logged({ serverName: 'nobody', line: { at: 1, source: 'stderr', level: 'info', text: 'x' } })
  expect(logOf('a').at(-1)).toBe('hello')
})

test('starts no server while two thousand wait for trust', async () => {
  trust.ask()
  const names = Array.from({ length: 2_000 }, (_, index) => `server-${index}`)
  await apply(Object.fromEntries(names.map((name) => [name, node({ args: [name] })])))
  expect(trust.open.size).toBe(2_000)
  expect(fake.launches).toEqual([])
  expect(servers.list().every(({ state }) => state === 'waiting-for-trust')).toBe(true)
})

test('keeps the error of a broken entry up to date', async () => {
  await apply({ a: { command: 5 } })
  const other: BrokenServerDefinition = wantedFrom({ a: { command: '' } }).brokenServers[0]!
  servers.apply({ servers: [], brokenServers: [other], serverOrder: ['a'] })
  await settle()
  expect(view('a').reason).toMatch(/command is empty/)
})

describe('what a server offers besides tools', () => {
  const urisOf = async () =>
    (await servers.listResources()).map(({ serverName, resources }) => [
      serverName,
      ...resources.map(({ uri }) => uri)
    ])
  const asked = (start: string) => fake.asked.filter((one) => one.startsWith(start))
  const news = (name: string) => ({ serverName: name, connectionId: fake.connectionOf(name) })

  test('RES-16 RES-17 PROM-13 SDK-02: is listed once, again after a change, and every time if changes are not announced', async () => {
    await apply({ b: node(), quiet: node() })
    expect(await urisOf()).toEqual([
      ['b', 'x://1'],
      ['quiet', 'x://2']
    ])
    expect(await urisOf()).toEqual([
      ['b', 'x://1'],
      ['quiet', 'x://3']
    ])
    const heard: string[] = []
    servers.onResourcesChanged((name) => heard.push(name))
    fake.events().resourcesChanged(news('b'))
    fake.events().resourcesChanged({ serverName: 'b', connectionId: 'an old one' })
    expect(heard).toEqual(['b'])
    expect((await urisOf())[0]).toEqual(['b', 'x://4'])
    expect(await servers.listPrompts()).toHaveLength(2)
    await servers.listPrompts()
    expect(asked('prompts of b')).toHaveLength(1)
    expect(asked('prompts of quiet')).toHaveLength(2)
  })

  test('has lists of its own on a new connection, and notifies the code that shows them', async () => {
    await apply({ b: node() })
    await urisOf()
    const heard: string[] = []
    servers.onResourcesChanged((name) => heard.push(`resources ${name}`))
    servers.onPromptsChanged((name) => heard.push(`prompts ${name}`))
    fake.crash('b')
    await settle()
    expect(await urisOf()).toEqual([])
    await settle(2_000)
    expect(view('b').state).toBe('connected')
    expect(heard).toEqual(['resources b', 'prompts b', 'resources b', 'prompts b'])
    expect(await urisOf()).toEqual([['b', 'x://2']])
  })

  test("says why a list can't be read, keeps the last result, and tries again", async () => {
    await apply({ quiet: node() })
    await urisOf()
    const { listResources } = fake.offers
    fake.offers.listResources = () => Promise.reject(new HostError('TOOL_ERROR', quote('Not today.')))
    expect(renderEnglish(await servers.listResources())).toMatchObject([
      { problem: 'Not today.', resources: [{ uri: 'x://1' }] }
    ])
    fake.offers.listResources = listResources
    expect(await servers.listResources()).toMatchObject([{ problem: null, resources: [{ uri: 'x://2' }] }])
  })

  test('is shown without waiting for a slow server, whose list comes later, and is requested once', async () => {
    await apply({ quiet: node(), b: node() })
    let answer = (_lists: ResourceLists) => {}
    const { listResources } = fake.offers
    let readings = 0
    fake.offers.listResources = (name) => {
      if (name === 'b') return listResources(name)
      readings += 1
      return new Promise((resolve) => (answer = resolve))
    }
    const heard: string[] = []
    servers.onResourcesChanged((name) => heard.push(name))
    const looking = servers.listResources()
    await settle(6_000)
    const [slow, quick] = await looking
    expect(renderEnglish(slow)).toMatchObject({
      resources: [],
      problem: expect.stringMatching(/hasn't answered yet/) as string
    })
    expect(quick).toMatchObject({ resources: [{ uri: 'x://1' }], problem: null })
    answer({ resources: [resource('quiet', 'x://late')], templates: [] })
    await settle()
    expect(heard).toEqual(['quiet'])
    expect((await servers.listResources())[0]).toMatchObject({
      resources: [{ uri: 'x://late' }],
      problem: null
    })
    expect(readings).toBe(1)
  })

  test('is read to its newest state if it changes while it is read', async () => {
    await apply({ b: node() })
    const answers: ((lists: ResourceLists) => void)[] = []
    fake.offers.listResources = () => new Promise((resolve) => answers.push(resolve))
    const looking = urisOf()
    await settle()
    fake.events().resourcesChanged(news('b'))
    answers[0]?.({ resources: [resource('b', 'x://old')], templates: [] })
    await settle()
    answers[1]?.({ resources: [resource('b', 'x://new')], templates: [] })
    expect(await looking).toEqual([['b', 'x://new']])
  })

  test('RES-13 RES-15 LIFE-26 ARCH-09: subscribes once to a watched resource, reports its parts, subscribes again on a new connection, and unsubscribes at the end', async () => {
    await apply({ b: node() })
    const heard: string[] = []
    const first = servers.watchResource('b', 'x://1', () => heard.push('first'))
    const second = servers.watchResource('b', 'x://1', () => heard.push('second'))
    await settle()
    expect(asked('subscribe')).toHaveLength(1)
    fake.events().resourceUpdated({ ...news('b'), uri: 'x://1/part' })
    fake.events().resourceUpdated({ ...news('b'), uri: 'x://12' })
    expect(heard).toEqual(['first', 'second'])
    const before = news('b')
    fake.crash('b')
    await settle(2_000)
    expect(asked('subscribe')).toEqual([
      `subscribe ${before.connectionId} x://1`,
      `subscribe ${news('b').connectionId} x://1`
    ])
    fake.events().resourceUpdated({ ...before, uri: 'x://1' })
    expect(heard).toHaveLength(2)
    first()
    first()
    await settle()
    expect(asked('unsubscribe')).toEqual([])
    second()
    await settle()
    expect(asked('unsubscribe')).toEqual([`unsubscribe ${news('b').connectionId} x://1`])
  })

  test('subscribes at a server that connects later', async () => {
    servers.watchResource('b', 'x://1', () => {})
    await apply({ b: node() })
    expect(asked('subscribe')).toHaveLength(1)
  })

  test('LIFE-26: ends requests to a server with its connection', async () => {
    await apply({ b: node() })
    await expect(servers.readResource('a', 'x://1')).rejects.toMatchObject({ code: 'SERVER_UNKNOWN' })
    expect(await servers.readResource('b', 'x://1')).toMatchObject([{ text: 'read' }])
    fake.offers.readResource = () => new Promise(() => {})
    const reading = servers.readResource('b', 'x://1')
    reading.catch(() => {}) // checked below
    await servers.stop('b')
    await expect(reading).rejects.toMatchObject({ code: 'SERVER_RESTARTED' })
    await expect(servers.readResource('b', 'x://1')).rejects.toMatchObject({ code: 'SERVER_NOT_CONNECTED' })
  })

  test('PROM-06 PROM-14: requests a known prompt only with its required arguments', async () => {
    await apply({ b: node() })
    await servers.listPrompts()
    await expect(servers.getPrompt('b', 'talk', {})).rejects.toMatchObject({
      code: 'TOOL_INVALID_ARGUMENTS',
      message: expect.stringContaining('topic') as string
    })
    await servers.getPrompt('b', 'talk', { topic: 'Soup' })
    expect(asked('prompt ')).toEqual(['prompt talk'])
  })

  test('hides secrets that a server repeats, but not in identifiers and requested content', async () => {
    secretRegistry.add('CANARY-7391')
    const said = 'I know CANARY-7391'
    const uri = 'x://CANARY-7391'
    const one = { ...resource('b', uri), name: said, title: said, description: said, mimeType: said }
    const { serverName, name, title, description, mimeType } = one
    const template = { serverName, uriTemplate: uri, name, title, description, mimeType, icons: [] }
    const argument = { name: 'CANARY-7391', title: said, description: said, isRequired: false }
    fake.offers.listResources = async () => ({
      resources: [one],
      templates: [{ ...template, variables: [], problem: null }]
    })
    fake.offers.listPrompts = async () => [
      { serverName, name: uri, title, description, arguments: [argument], icons: [] }
    ]
    await apply({ b: node() })
    const lists = [await servers.listResources(), await servers.listPrompts()]
    expect(JSON.stringify(lists)).not.toContain('know CANARY')
    expect(lists).toMatchObject([
      [{ resources: [{ uri, title: 'I know [secret]' }], templates: [{ uriTemplate: uri }] }],
      [{ name: uri, description: 'I know [secret]', arguments: [{ name: 'CANARY-7391' }] }]
    ])
    fake.offers.readResource = async () => [{ uri, mimeType: null, text: said, blob: null }]
    expect(await servers.readResource('b', uri)).toMatchObject([{ text: said }])
    fake.offers.readResource = () =>
      Promise.reject(new HostError('TOOL_ERROR', quote(said), { data: { key: said } }))
    const refusal = { code: 'TOOL_ERROR', message: 'I know [secret]', data: { key: 'I know [secret]' } }
    await expect(servers.readResource('b', uri)).rejects.toMatchObject(refusal)
    const typing = { serverName, argumentName: 'x', value: '', context: {} }
    const { values } = await servers.complete({ ...typing, reference: { type: 'prompt', name: 'talk' } })
    expect(values).toEqual(['plain'])
  })
})

describe('a server that sleeps', () => {
  const minutes = 60_000
  const sleepy = (change: object = {}) => node({ startOnUse: true, sleepAfterMs: 10 * minutes, ...change })
  const offered = async () => [
    ...(await servers.listResources()).flatMap(({ resources }) => resources.map(({ uri }) => uri)),
    ...(await servers.listPrompts()).map(({ name }) => name)
  ]
  async function wake(): Promise<void> {
    await servers.start('b')
    await settle()
    expect(view('b').state).toBe('connected')
  }
  const call = (callId: string, signal: AbortSignal = new AbortController().signal) =>
    servers.callTool({
      callId,
      serverName: 'b',
      toolName: 'echo',
      arguments: {},
      task: null,
      signal,
      onProgress: () => {},
      onLimitNear: () => {},
      onTask: () => {},
      onLateAnswer: () => {}
    })

  test('stops when it was not used for its time, and still offers its lists', async () => {
    await apply({ b: sleepy() })
    expect(view('b')).toMatchObject({ state: 'on-use', reason: expect.stringContaining('Start it once') })
    expect(await offered()).toEqual([])
    await wake()
    await settle(10 * minutes - 1)
    expect(view('b').state).toBe('connected')
    await settle(1)
    expect(view('b')).toMatchObject({
      state: 'on-use',
      toolCount: 1,
      reason: expect.stringContaining('prompts')
    })
    expect(fake.alive('b')).toBe(0)
    expect(await offered()).toEqual(['x://1', 'talk'])
    expect(fake.started('b')).toBe(1)
    expect(logOf('b')).toContain('It was not used for a while and sleeps until it is used.')
  })

  test.each([
    ['a resource', () => servers.readResource('b', 'x://1')],
    ['a prompt', () => servers.getPrompt('b', 'talk', { topic: 'tea' })]
  ])('starts when %s of it is used', async (_what, use) => {
    await apply({ b: sleepy() })
    await wake()
    await settle(10 * minutes)
    const used = use()
    await settle()
    await used
    expect(view('b').state).toBe('connected')
    expect(fake.started('b')).toBe(2)
  })

  test('starts nothing and suggests nothing while the user types', async () => {
    await apply({ b: sleepy() })
    const reference = { type: 'prompt', name: 'talk' } as const
    const request = { serverName: 'b', reference, argumentName: 'topic', value: 't', context: {} }
    expect((await servers.complete(request)).values).toEqual([])
    expect(fake.started('b')).toBe(0)
  })

  test('stays awake while a call runs, a resource is watched, or a question to the user is open', async () => {
    await apply({ b: sleepy() })
    await wake()
    const calling = call('c1')
    await settle(60 * minutes)
    expect(view('b').state).toBe('connected')
    fake.inFlight.get('c1')?.({ type: 'cancelled' })
    await calling
    const unwatch = servers.watchResource('b', 'x://1', () => {})
    await settle(60 * minutes)
    expect(view('b').state).toBe('connected')
    askedAbout = 'b'
    unwatch()
    await settle(60 * minutes)
    expect(view('b').state).toBe('connected')
    askedAbout = null
    await settle(2 * minutes)
    expect(view('b').state).toBe('on-use')
  })

  test('stays awake while calls wait for a sign-in, or if the settings say never or start it with Parley', async () => {
    await apply({ b: sleepy(), c: sleepy({ sleepAfterMs: 0 }), d: node() })
    await servers.start('c')
    await wake()
    servers.needSignIn('b', quote('Sign in.'))
    await settle(60 * minutes)
    expect(['b', 'c', 'd'].map((name) => view(name).state)).toEqual([
      'needs-sign-in',
      'connected',
      'connected'
    ])
    servers.needSignIn('b', null)
    await settle(10 * minutes)
    expect(view('b').state).toBe('on-use')
  })

  test('loses its offered lists when its program changes', async () => {
    await apply({ b: sleepy() })
    await wake()
    await settle(10 * minutes)
    const heard: string[] = []
    servers.onPromptsChanged((name) => heard.push(name))
    await apply({ b: sleepy({ args: ['other'] }) })
    expect(await offered()).toEqual([])
    expect(heard).toEqual(['b'])
  })

  test('keeps its offered lists across a restart of Parley, and notifies the code that shows them', async () => {
    await apply({ b: sleepy() })
    await wake()
    expect(JSON.parse(facts.get('tools-of-servers') ?? '{}')).toMatchObject({
      b: {
        tools: [{ name: 'echo' }, { name: 'broken' }],
        prompts: [{ name: 'talk' }],
        resources: { resources: [{ uri: 'x://1' }] }
      }
    })
  })
})
