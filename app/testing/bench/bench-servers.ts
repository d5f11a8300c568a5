/** The registry of servers over in-process clients, everything trusted, and each server the official example server. */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import process from 'node:process'
import { createLogger, SecretRegistry } from '../../base/logger'
import type { LogRecord } from '../../base/logger'
import { createInProcessGateway } from '../../mcp/gateway/in-process-gateway'
import type { McpGateway } from '../../mcp/interface'
import { createTrustCheck } from '../../servers/trust/trust-check'
import { createServers } from '../../servers/registry/server-registry'
import type { ServersControl } from '../../servers/registry/server-registry'
import { ToolDirectory } from '../../servers/tools/tool-directory'
import { fetchIcon } from '../../servers/icons/icon-fetch'
import type { StdioDefinition } from '../../settings/definition'
import { translateToEnglish } from '../in-english'

const startTimeoutMs = 60_000
const moreTimeoutMs = 2_000

export const exampleServer = {
  command: process.execPath,
  args: [path.resolve('node_modules/@modelcontextprotocol/server-everything/dist/index.js')]
}

export interface BenchServers {
  readonly servers: ServersControl
  /** Resolves when all servers have ended. */
  close(): Promise<void>
}

/**
 * Resolves when all servers are connected. Rejects when one fails, when the registry logs a bug, or when the time is up.
 * `onConnected` is called with the number of connected servers after each change.
 */
export async function startServers(
  names: readonly string[],
  onConnected: (count: number) => void = () => {}
): Promise<BenchServers> {
  const gateway = createInProcessGateway({
    hostEnvironment: process.env,
    clientInfo: { name: 'parley-bench', version: '0.0.0' },
    now: Date.now
  })
  let fail = (_reason: Error): void => {}
  const servers = createRegistry(gateway, ({ message, fields }) =>
    fail(new Error(`${message}: ${JSON.stringify(fields)}`))
  )
  const close = async (): Promise<void> => {
    await servers.dispose()
    await gateway.clients.shutdown()
  }
  const connected = new Promise<void>((resolve, reject) => {
    fail = reject
    servers.onChange(() => {
      const views = servers.list()
      const broken = views.find(({ state }) => state === 'failed')
      if (broken !== undefined)
        reject(new Error(`${broken.name} failed: ${translateToEnglish(broken.reason)}`))
      const connected = views.filter(({ state }) => state === 'connected').length
      if (connected > 0) onConnected(connected)
      if (connected === views.length) resolve()
    })
  })
  const timer = setTimeout(
    () => fail(new Error('The servers were not connected in time.')),
    startTimeoutMs + names.length * moreTimeoutMs
  )
  servers.apply({
    servers: names.map((name) => definitionOf(name)),
    brokenServers: [],
    serverOrder: names
  })
  try {
    await connected
  } catch (error) {
    await close()
    throw error
  } finally {
    clearTimeout(timer)
  }
  return { servers, close }
}

function createRegistry(mcp: McpGateway, onBug: (record: LogRecord) => void): ServersControl {
  const secretRegistry = new SecretRegistry()
  const log = createLogger((record) => record.level === 'error' && onBug(record), {
    secrets: secretRegistry,
    now: Date.now
  })
  const view = () => ({ grants: [], trustedServers: [] })
  const consent = {
    decideServerTrust: async () => ({ type: 'trusted' }) as const,
    isTrusted: () => true,
    view
  }
  return createServers({
    tools: new ToolDirectory(),
    accessFor: async () => null,
    recordCall: () => {},
    fetchIcon,
    isAskedAbout: () => false,
    mcp,
    log,
    secretRegistry,
    serverLog: () => {},
    facts: { readFact: async () => null, writeFact: async () => {} },
    now: Date.now,
    newId: randomUUID,
    trustCheck: createTrustCheck({
      consent,
      inspectProgram: (target) => mcp.clients.inspectProgram(target),
      fillInEnvironment: (text) => text,
      findSecrets: () => [],
      refusalOf: () => null,
      expand: async (definition) => definition
    }),
    consent
  })
}

function definitionOf(name: string): StdioDefinition {
  return {
    ...exampleServer,
    name,
    transport: 'stdio',
    env: {},
    cwd: null,
    isDisabled: false,
    isAutoStart: true,
    startsOnUse: false,
    sleepAfterMs: 1_800_000,
    group: null,
    groups: null,
    clientName: null,
    clientVersion: null,
    announcesFolders: true,
    timeoutMs: 60_000,
    maxTotalTimeoutMs: 600_000,
    usesInstructions: true,
    reviewsResults: false,
    receivesEverything: false,
    areIconsAllowed: false,
    logLevel: null,
    healthLimits: null,
    pingIntervalMs: 0,
    connectTimeoutMs: 30_000,
    installTimeoutMs: 600_000,
    tools: new Map(),
    lookAlikes: []
  }
}
