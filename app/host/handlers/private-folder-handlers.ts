/** Private folders of sandboxed servers: read and cleared for the user, and kept when a server is renamed. */
import type { PrivateFolderInfo } from '../../contract/private-folder'
import { defaultSandboxLimits } from '../../contract/choices/sandbox-limits'
import type { ServerView } from '../../contract/servers'
import { unknownServer } from '../areas/background-work'
import type { Areas } from '../areas/areas'
import type { HostPorts } from '../areas/host-ports'

type Clients = Pick<HostPorts, 'mcp'>
type Settings = Pick<Areas, 'settings'>

/** @throws HostError SERVER_UNKNOWN */
export async function readPrivateFolder(
  { mcp }: Clients,
  { settings }: Settings,
  serverName: string
): Promise<PrivateFolderInfo | null> {
  const definition = settings.current().servers.find(({ name }) => name === serverName)
  if (definition === undefined) throw unknownServer(serverName)
  const containment = definition.transport === 'stdio' ? definition.containment : undefined
  const bytes = await mcp.clients.measureHome(serverName)
  if (containment === undefined && bytes === null) return null
  return {
    bytes: bytes === null ? null : Math.min(bytes, Number.MAX_SAFE_INTEGER),
    allowedMb: containment?.homeMb ?? defaultSandboxLimits.homeMb
  }
}

const stoppedStates: ReadonlySet<ServerView['state']> = new Set(['stopped', 'on-use', 'failed'])

/** `start` begins the start and doesn't wait for it. @throws HostError SERVER_UNKNOWN */
export async function clearPrivateFolder(
  { mcp }: Clients,
  { servers }: Pick<Areas, 'servers'>,
  { serverName, start }: { readonly serverName: string; readonly start: (serverName: string) => void }
): Promise<void> {
  const state = servers.list().find(({ name }) => name === serverName)?.state
  if (state === undefined) throw unknownServer(serverName)
  const isRunning = !stoppedStates.has(state)
  if (isRunning) await servers.stop(serverName)
  try {
    await mcp.clients.clearHome(serverName)
  } finally {
    if (isRunning) start(serverName)
  }
}

export interface PrivateFolderRenaming {
  /** Null: the entry is new. */
  readonly from: string | null
  readonly to: string
}

/**
 * Moves the folder and then does `work`, which renames the entry: the server starts under its new name right after
 * that.
 */
export async function keepPrivateFolder(
  { mcp, settings }: Clients & Settings,
  { from, to }: PrivateFolderRenaming,
  work: () => Promise<void>
): Promise<void> {
  // A name that is taken is refused, and its server keeps its folder.
  if (from === null || from === to || settings.current().serverOrder.includes(to)) return await work()
  await mcp.clients.renameHome(from, to)
  try {
    await work()
  } catch (error) {
    await mcp.clients.renameHome(to, from)
    throw error
  }
}
