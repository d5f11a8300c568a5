/** What the core needs from outside, in plain Node: no window, no dialogs, no key store. */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { HostPorts, SecretStore } from '../../../app/host/areas/host-ports'
import type { SingleServerTask } from '../../../app/host/areas/single-server-host'
import type { HistoryStore } from '../../../app/history/interface'
import { openHistoryFile } from '../../../app/history/open-history-file'
import { createStore } from '../../../app/history/history-store'
import { sandboxProofFile } from '../../../app/base/sandbox-proof-file'
import { unpackedFile } from '../../../app/base/unpacked-file'
import { createInProcessGateway } from '../../../app/mcp/gateway/in-process-gateway'
import type { Logging } from '../../log/logging'
import { policyPath } from '../../policy/policy-path'
import { programDataFolder, thisWindows } from '../../policy/program-data'
import { environmentSecrets, withEnvironment } from './secrets'

export interface Places {
  readonly dataFolder: string
  readonly settingsFile: string
  /** The folder of files that ship with Parley. */
  readonly resources: string
  readonly version: string
  /** Whether this is the packaged program. */
  readonly isPackaged: boolean
}

/** Opens the secrets that the user keeps in the system's key store. */
export type OpenVault = (input: {
  readonly dataFolder: string
  readonly logging: Logging
}) => Promise<SecretStore>

export interface PortsInput extends Places {
  /** Null: this program can't open the vault. */
  readonly openVault: OpenVault | null
  readonly logging: Logging
  readonly task: SingleServerTask
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly languages: readonly string[]
}

export async function createPlainPorts(input: PortsInput): Promise<HostPorts> {
  const { dataFolder, settingsFile, resources, version, logging, environment } = input
  const { log, files, secrets } = logging
  const keepSecret = (value: string) => secrets.add(value)
  return {
    app: { version, electronVersion: '', platform: process.platform },
    licences: async () => [],
    dataFolder,
    settingsFile,
    task: input.task,
    policyFile: policyPath({
      platform: process.platform,
      environment,
      isPackaged: input.isPackaged,
      programData: () => programDataFolder(thisWindows)
    }),
    settingsSchemaFile: path.join(resources, 'settings.schema.json'),
    testSchemaFile: path.join(resources, 'tests.schema.json'),
    defaultSettingsFile: path.join(resources, 'default-settings.jsonc'),
    serverListFile: path.join(resources, 'servers.json'),
    modelTableFiles: {
      shipped: path.join(resources, 'models.jsonc'),
      first: path.join(resources, 'own-models.jsonc')
    },
    environment,
    systemLanguages: input.languages,
    secrets:
      input.openVault === null
        ? environmentSecrets(environment, keepSecret)
        : withEnvironment(await input.openVault({ dataFolder, logging }), environment, keepSecret),
    secretRegistry: secrets,
    history: await openHistory(path.join(dataFolder, 'history', 'parley.db')),
    mcp: createInProcessGateway({
      hostEnvironment: environment,
      clientInfo: { name: 'Parley', version },
      closedFolders: [dataFolder, settingsFile],
      packagesFolder: path.join(dataFolder, 'packages'),
      homesFolder: path.join(dataFolder, 'homes'),
      ownNodeFolder: path.join(dataFolder, 'own-node'),
      sandboxProofFile: sandboxProofFile(dataFolder),
      nodePreload: unpackedFile(path.join(resources, 'node-network.cjs')),
      pythonFolder: unpackedFile(path.join(resources, 'python')),
      now: Date.now
    }),
    log,
    serverLog: files.writeServer,
    now: Date.now,
    newId: randomUUID,
    ...withoutDesktop
  }
}

/** What only a window can do. A task never uses it. */
const withoutDesktop = {
  runScript: async () => ({ type: 'stopped' as const }),
  openLink: () => Promise.reject(new Error('A command opens no links')),
  appLinks: { scheme: null, onLink: () => () => {} },
  openFile: () => Promise.reject(new Error('A command opens no files')),
  copyText: () => {},
  copyImage: () => {},
  zoom: () => {},
  actOnWindow: () => {},
  openWindow: () => {},
  showQuickWindow: () => {},
  showConversation: () => {},
  desktop: { takeShortcut: () => true, showTray: () => {} },
  chooseFolder: async () => null,
  chooseFile: async () => null,
  saveFile: async () => null,
  spawnArchivesWorker: () => {
    throw new Error('A command reads and writes no archives')
  },
  openDiagramPage: () => {
    throw new Error('A command draws no diagrams')
  },
  spelling: null,
  showWordMenu: async () => null
} satisfies Partial<HostPorts>

/** The store without its own thread: there is no window that it could block. */
async function openHistory(file: string): Promise<HistoryStore> {
  const store = createStore(await openHistoryFile(file, Date.now))
  const methods = Object.entries(store).map(([name, method]) => {
    const run = method as (...values: unknown[]) => unknown
    return [name, async (...values: unknown[]) => run(...values)] as const
  })
  return Object.fromEntries(methods) as unknown as HistoryStore
}
