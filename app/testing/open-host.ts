/**
 * A host on plain Node.js with real parts: real clients in-process, a real database, real settings in a separate
 * folder. Only parts that need a desktop (links, dialogs, the key store) are replaced.
 */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { quote } from '../texts/render-localized'
import { createLogger, SecretRegistry, type LogRecord } from '../base/logger'
import type { Question } from '../contract/questions/questions'
import type { EventEnvelope } from '../contract/bridge/events'
import { openHistoryFile } from '../history/open-history-file'
import type { HistoryStore } from '../history/interface'
import { createStore } from '../history/history-store'
import { createArchivesWorker } from './archives-worker'
import { createHost } from '../host/host'
import type { Host } from '../host/host'
import { createInProcessGateway } from '../mcp/gateway/in-process-gateway'
import type { McpClients, TracedMessage } from '../mcp/interface'
import type { HostPorts, SecretStore } from '../host/areas/host-ports'

const resources = fileURLToPath(new URL('../../resources', import.meta.url))

export interface OpenTestHost extends Host {
  readonly events: readonly EventEnvelope[]
  /** Every message to and from servers, without secrets. */
  readonly traced: readonly TracedMessage[]
  readonly openedLinks: readonly string[]
  /** Files saved through the dialog, by suggested name. */
  readonly savedFiles: ReadonlyMap<string, Uint8Array>
  /** May be filled before servers start. */
  readonly secrets: Map<string, string>
  /** What would be in the log files. */
  readonly logged: readonly unknown[]
  /** The oldest open question, null when there is none. */
  question(): Question | null
}

export interface OpenHostOptions {
  readonly folder: string
  readonly environment?: Readonly<Record<string, string>>
  readonly policyFile?: string
  /** Replaces the inspection of a program; gets the real one. */
  readonly inspectProgram?: (look: McpClients['inspectProgram']) => McpClients['inspectProgram']
  /** Replaces a history without a thread, in the folder. */
  readonly history?: HistoryStore
  /** By default every script counts as stopped. */
  readonly runScript?: HostPorts['runScript']
  /** The system whose sandbox servers would use, instead of the current one. */
  readonly wallsOf?: NodeJS.Platform
  /** The user's choice in the system's folder dialog; absent: they cancel. */
  readonly chooseFolder?: HostPorts['chooseFolder']
  readonly chooseFile?: HostPorts['chooseFile']
  /** Replaces a desktop with every shortcut free and no tray. */
  readonly desktop?: HostPorts['desktop']
  /** Absent: servers aren't told that views are drawn. */
  readonly openViewFrame?: HostPorts['openViewFrame']
  /** Default: yes. Whether events and logs are recorded for the test; otherwise it can't find questions. */
  readonly isHeard?: boolean
  readonly vault?: (options: Pick<HostPorts, 'log'> & { secrets: SecretRegistry }) => Promise<SecretStore>
}

export async function openHost(options: OpenHostOptions): Promise<OpenTestHost> {
  const { folder, environment = {}, policyFile = null, vault, inspectProgram, isHeard = true } = options
  const events: EventEnvelope[] = []
  const traced: TracedMessage[] = []
  const openedLinks: string[] = []
  const savedFiles = new Map<string, Uint8Array>()
  const secrets = new Map<string, string>()
  const logged: unknown[] = []
  const secretRegistry = new SecretRegistry()
  const listeners: ((record: LogRecord) => void)[] = []
  const write = (record: LogRecord): void => {
    if (isHeard) logged.push(record)
    for (const listener of listeners) listener(record)
  }
  const log = createLogger(write, { secrets: secretRegistry, now: Date.now })
  const gateway = createInProcessGateway({
    hostEnvironment: process.env,
    clientInfo: { name: 'parley-test', version: '0.0.0' },
    closedFolders: [folder],
    packagesFolder: path.join(folder, 'packages'),
    homesFolder: path.join(folder, 'homes'),
    sandboxProofFile: path.join(folder, 'sandbox-self-test'),
    nodePreload: path.join(resources, 'node-network.cjs'),
    pythonFolder: path.join(resources, 'python'),
    wallsOf: options.wallsOf,
    now: Date.now
  })
  const look = inspectProgram?.((target) => gateway.clients.inspectProgram(target))
  const ports: HostPorts = {
    app: { version: '0.0.0', electronVersion: '0.0.0', platform: process.platform },
    licences: async () => [],
    dataFolder: folder,
    settingsFile: path.join(folder, 'settings.json'),
    policyFile,
    settingsSchemaFile: path.join(resources, 'settings.schema.json'),
    testSchemaFile: path.join(resources, 'tests.schema.json'),
    defaultSettingsFile: path.join(resources, 'default-settings.jsonc'),
    serverListFile: path.join(resources, 'servers.json'),
    modelTableFiles: {
      shipped: path.join(resources, 'models.jsonc'),
      first: path.join(resources, 'own-models.jsonc')
    },
    environment,
    systemLanguages: ['en'],
    secrets: (await vault?.({ log, secrets: secretRegistry })) ?? createMemorySecrets(secrets),
    secretRegistry,
    history: options.history ?? (await openHistory(path.join(folder, 'history', 'parley.db'))),
    mcp: look === undefined ? gateway : { ...gateway, clients: { ...gateway.clients, inspectProgram: look } },
    runScript: options.runScript ?? (async () => ({ type: 'stopped' })),
    onTraced: isHeard ? (message) => void traced.push(message) : undefined,
    log,
    onLogged: (listener) => void listeners.push(listener),
    serverLog: (serverName, line) => void (isHeard && logged.push({ serverName, ...line })),
    openLink: async (url) => void openedLinks.push(url),
    appLinks: { scheme: null, onLink: () => () => {} },
    openFile: async () => {},
    copyText: () => {},
    copyImage: () => {},
    zoom: () => {},
    actOnWindow: () => {},
    openWindow: () => {},
    showQuickWindow: () => {},
    showConversation: () => {},
    desktop: options.desktop ?? { takeShortcut: () => true, showTray: () => {} },
    chooseFolder: options.chooseFolder ?? (async () => null),
    chooseFile: options.chooseFile ?? (async () => null),
    saveFile: async (suggestedName, content) => {
      savedFiles.set(suggestedName, content instanceof Uint8Array ? content : await collect(content))
      return path.join(folder, suggestedName)
    },
    spawnArchivesWorker: createArchivesWorker,
    openDiagramPage: () => ({
      ready: Promise.resolve(),
      draw: async () => ({ svg: '<svg/>' }),
      end: () => {}
    }),
    ...(options.openViewFrame !== undefined && { openViewFrame: options.openViewFrame }),
    spelling: null,
    showWordMenu: async () => null,
    now: Date.now,
    newId: randomUUID
  }
  const host = createHost(ports)
  if (isHeard) host.onEvent((event) => events.push(event))
  const question = (): Question | null => {
    const last = events.findLast(({ name }) => name === 'questions.changed')
    return (last?.payload as Question[] | undefined)?.[0] ?? null
  }
  return { ...host, events, traced, openedLinks, savedFiles, secrets, logged, question }
}

async function collect(pieces: AsyncIterable<string>): Promise<Uint8Array> {
  const read: string[] = []
  for await (const piece of pieces) read.push(piece)
  return new TextEncoder().encode(read.join(''))
}

function createMemorySecrets(values: Map<string, string>): SecretStore {
  return {
    isPersistent: false,
    reason: quote('Secrets of a test live as long as the test.'),
    read: async (name) => values.get(name) ?? null,
    write: async (name, value) => void values.set(name, value),
    remove: async (name) => void values.delete(name)
  }
}

/** The store without the thread around it. */
async function openHistory(file: string): Promise<HistoryStore> {
  const opened = await openHistoryFile(file, Date.now)
  // No test loses power, so nothing waits for the disk. A process that is killed loses nothing by this.
  opened.database.exec('PRAGMA synchronous = OFF')
  const store = createStore(opened)
  const methods = Object.entries(store).map(([name, method]) => {
    const run = method as (...values: unknown[]) => unknown
    return [name, async (...values: unknown[]) => run(...values)] as const
  })
  return Object.fromEntries(methods) as unknown as HistoryStore
}
