/**
 * The network of sandboxed servers: one proxy for all of them, which listens on a port of this computer and, for
 * sandboxes without their own network, on a socket in a folder that only its user can enter. It is created when the
 * first server needs it.
 */
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ServerConnection } from '../../contract/consent/network-access'
import type { FileReport } from '../blocked/reported-files'
import { locateAddress } from '../../net/address-location'
import { createAuthority } from '../secrets/authority'
import type { Authority } from '../secrets/authority'
import { openMasking } from '../secrets/masking'
import type { Placeholders } from '../secrets/placeholders'
import { NetworkAdmission } from './admission'
import type { AskForNetworkAccess } from './admission'
import { lookUpAll } from './connect-checked'
import type { LookUp } from './connect-checked'
import { createClient } from './proxy-client'
import { createProxyCredentials } from './proxy-credentials'
import { createProxy } from './proxy'
import type { Client } from './proxy'
import { proxyEnvironment } from './proxy-environment'
import { socketName, sweepFolders } from './sweep-folders'

export interface ServerNetworkOptions {
  readonly serverName: string
  /** As in `containment.hosts`. */
  readonly hosts: readonly string[]
  readonly ask: AskForNetworkAccess
  /** Its stand-ins for secrets. */
  readonly standIns?: Placeholders | null
  /** The environment that it would have had. */
  readonly own?: Readonly<Record<string, string>>
  /** Writes to its log, each text once. */
  readonly note?: (text: string) => void
  /** Called with results of connections. Those to one host that ended at nearly the same time are combined. */
  readonly tell: (reached: ServerConnection) => void
  /** Called with file activity that its runtime reports. */
  readonly reported?: (report: FileReport) => void
}

/** The network of one start of a server. */
export interface SandboxNetwork {
  /** Variables with which its programs find the proxy. */
  readonly environment: (own: Readonly<Record<string, string>>) => Readonly<Record<string, string>>
  readonly mask: (text: string) => string
  /** Files that the environment names. */
  readonly files: readonly string[]
  readonly port: number
  /** Null on Windows. */
  readonly socketPath: string | null
  /** For its own sockets; only its user can enter it. */
  readonly folder: string
  setHosts(hosts: readonly string[]): void
  /** Closes its connections and waiting requests. */
  close(): void
}

export interface ServerNetworks {
  open(options: ServerNetworkOptions): Promise<SandboxNetwork>
  close(): Promise<void>
}

export interface ServerNetworksOptions {
  /** The file that makes Node use the proxy; absent: Node servers use it as far as they support it. */
  readonly nodePreload?: string | undefined
  /** The folder whose `sitecustomize` makes Python report files; absent: it reports none. */
  readonly pythonFolder?: string | undefined
  /** The system's if absent. */
  readonly lookUp?: LookUp | undefined
  /** PEM of authorities that are trusted, besides the runtime's, for hosts at which secrets are used. */
  readonly authorities?: readonly string[] | undefined
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

export function createServerNetworks(options: ServerNetworksOptions): ServerNetworks {
  const { nodePreload, pythonFolder } = options
  const passes = createProxyCredentials<Client>()
  let listening: Promise<Listening> | null = null
  let authority: Promise<Authority> | null = null
  const open = new Set<SandboxNetwork>()
  return {
    open: async (network) => {
      listening ??= listen((header) => passes.holderOf(header), options)
      const { port, socketPath, folder } = await listening
      const { standIns = null, own = {}, note = () => {} } = network
      const masking = await openMasking({
        standIns,
        own,
        note,
        folder,
        authority: () => (authority ??= createAuthority(options.now)),
        authorities: options.authorities ?? []
      })
      const { mask, maskedAt, files } = masking
      const admission = new NetworkAdmission(network.hosts, network.ask)
      const client = createClient({ ...network, admission, maskedAt, now: options.now })
      const pass = passes.issue(client)
      const opened: SandboxNetwork = {
        port,
        socketPath,
        folder,
        mask,
        files,
        environment: (env) => ({
          ...proxyEnvironment({ ...pass, port, nodePreload, pythonFolder, own: env }),
          ...masking.environment
        }),
        setHosts: (hosts) => {
          admission.setHosts(hosts)
          client.endUnlisted()
        },
        close: () => {
          open.delete(opened)
          passes.revoke(pass)
          admission.close()
          client.close()
          masking.close()
        }
      }
      open.add(opened)
      return opened
    },
    close: async () => {
      for (const network of [...open]) network.close()
      await (await listening?.catch(() => null))?.close()
    }
  }
}

const folderStart = 'parley-network-'

interface Listening {
  readonly port: number
  readonly socketPath: string | null
  /** Only its user can enter it. */
  readonly folder: string
  close(): Promise<void>
}

async function listen(
  clientOf: (authorization: string | undefined) => Client | null,
  { lookUp = lookUpAll }: ServerNetworksOptions
): Promise<Listening> {
  let ownPort = 0
  const isOwn = (address: string, port: number) => port === ownPort && locateAddress(address) !== 'internet'
  const create = () => createProxy({ clientOf, lookUp, isOwn })
  const byPort = create()
  byPort.listen(0, '127.0.0.1')
  await once(byPort, 'listening')
  ownPort = (byPort.address() as AddressInfo).port
  await sweepFolders(tmpdir(), folderStart)
  const folder = await mkdtemp(path.join(tmpdir(), folderStart))
  const sweep = () => rm(folder, { recursive: true, force: true })
  if (process.platform === 'win32')
    return { port: ownPort, socketPath: null, folder, close: () => end([byPort]).then(sweep) }
  const socketPath = path.join(folder, socketName)
  const bySocket = create()
  bySocket.listen(socketPath)
  await once(bySocket, 'listening')
  await chmod(socketPath, 0o600)
  return {
    port: ownPort,
    socketPath,
    folder,
    close: () => end([byPort, bySocket]).then(sweep)
  }
}

async function end(servers: readonly Server[]): Promise<void> {
  await Promise.all(
    servers.map(async (server) => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    })
  )
}
