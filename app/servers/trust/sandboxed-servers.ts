/** Private folders and packages of sandboxed servers, for the user who reads, clears, renames and updates them. */
import { HostError } from '../../base/host-error'
import { defaultSandboxLimits } from '../../contract/consent/sandbox-limits'
import type { PackageUpdate } from '../../contract/servers/package-update'
import type { PrivateFolderInfo } from '../../contract/private-folder'
import type { ServerView } from '../../contract/servers'
import type { McpClients } from '../../mcp/interface'
import type { SettingsContent } from '../../settings/definition'
import { say } from '../../texts/render-localized'
import type { Servers } from '../interface'
import { toTrustedLaunch, type TrustCheck } from './trust-check'

export interface SandboxedServersOptions {
  readonly clients: Pick<McpClients, 'measureHome' | 'clearHome' | 'renameHome' | 'updatePackage'>
  readonly servers: Pick<Servers, 'list' | 'stop'>
  readonly settings: { readonly current: () => Pick<SettingsContent, 'servers' | 'serverOrder'> }
  readonly trustCheck: TrustCheck
  readonly newId: () => string
  /** These begin the start and don't wait for it. */
  readonly start: (serverName: string) => void
  readonly restart: (serverName: string) => void
}

export interface ServerRenaming {
  /** Null: the entry is new. */
  readonly from: string | null
  readonly to: string
}

const stoppedStates: ReadonlySet<ServerView['state']> = new Set(['stopped', 'on-use', 'failed'])

export class SandboxedServers {
  readonly #options: SandboxedServersOptions

  constructor(options: SandboxedServersOptions) {
    this.#options = options
  }

  /** Null: the server has no folder. @throws HostError SERVER_UNKNOWN */
  async readFolder(serverName: string): Promise<PrivateFolderInfo | null> {
    const definition = this.#find(serverName)
    const containment = definition.transport === 'stdio' ? definition.containment : undefined
    const bytes = await this.#options.clients.measureHome(serverName)
    if (containment === undefined && bytes === null) return null
    return {
      bytes: bytes === null ? null : Math.min(bytes, Number.MAX_SAFE_INTEGER),
      allowedMb: containment?.homeMb ?? defaultSandboxLimits.homeMb
    }
  }

  /** @throws HostError SERVER_UNKNOWN */
  async clearFolder(serverName: string): Promise<void> {
    const { servers, clients, start } = this.#options
    const state = servers.list().find(({ name }) => name === serverName)?.state
    if (state === undefined) throw unknownServer(serverName)
    const isRunning = !stoppedStates.has(state)
    if (isRunning) await servers.stop(serverName)
    try {
      await clients.clearHome(serverName)
    } finally {
      if (isRunning) start(serverName)
    }
  }

  /** Moves the folder before `rename` renames the entry: the server starts under its new name right after that. */
  async keepFolder({ from, to }: ServerRenaming, rename: () => Promise<void>): Promise<void> {
    const { settings, clients } = this.#options
    // A name that is taken is refused, and its server keeps its folder.
    if (from === null || from === to || settings.current().serverOrder.includes(to)) return await rename()
    await clients.renameHome(from, to)
    try {
      await rename()
    } catch (error) {
      await clients.renameHome(to, from)
      throw error
    }
  }

  /**
   * Downloads the server's package again. Parley asks about a different version before it runs.
   * @throws HostError SERVER_UNKNOWN, SERVER_NOT_TRUSTED and the codes of `McpClients.updatePackage`
   */
  async updatePackage(serverName: string): Promise<PackageUpdate> {
    const { trustCheck, newId, clients, restart } = this.#options
    const trusted = await trustCheck.enter(this.#find(serverName))
    if (trusted.transport !== 'stdio' || trusted.containment === undefined)
      throw new HostError('SERVER_NOT_CONTAINED', say('containment.noPackage', { server: serverName }))
    const { connectTimeoutMs, installTimeoutMs, packagePins: before } = trusted
    const launch = toTrustedLaunch(trusted, {
      connectionId: newId(),
      connectTimeoutMs,
      installTimeoutMs,
      pingIntervalMs: 0,
      knownEra: null,
      logLevel: null,
      access: null
    })
    const came = await clients.updatePackage(launch)
    const find = (name: string) => before.find((each) => each.name === name)
    const isOther = came.some(({ name, version, integrity }) => {
      const known = find(name)
      return known?.version !== version || known.integrity !== integrity
    })
    if (isOther) restart(serverName)
    const packages = came.map(({ name, version }) => ({ name, version, before: find(name)?.version ?? null }))
    return { packages, isOther }
  }

  #find(serverName: string) {
    const definition = this.#options.settings.current().servers.find(({ name }) => name === serverName)
    if (definition === undefined) throw unknownServer(serverName)
    return definition
  }
}

function unknownServer(serverName: string): HostError {
  return new HostError('SERVER_UNKNOWN', say('host.unknownServer', { server: serverName }))
}
