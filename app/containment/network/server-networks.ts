/**
 * The network of contained servers: one proxy for all of them, which listens on a port of this computer and, for sandboxes
 * without a network of their own, on a socket in a folder that only its person may enter. Nothing of it exists before the
 * first server needs it.
 */
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Reached } from '../../contract/consent/reach'
import type { FileReport } from '../refusals/told-files'
import { placeOfAddress } from '../../net/place'
import { Admission } from './admission'
import type { AskToReach } from './admission'
import { lookUpAll } from './connect-checked'
import type { LookUp } from './connect-checked'
import type { Target } from '../../net/host-rules'
import { createPasses } from './passes'
import { createProxy } from './proxy'
import type { Client, Course } from './proxy'
import { proxyEnvironment } from './proxy-environment'
import { createReachedNews } from './reached-news'

export interface ServerNetworkOptions {
  readonly serverName: string
  /** As `containment.hosts` says. */
  readonly hosts: readonly string[]
  readonly ask: AskToReach
  /** What came of connections, those to one place that ended at nearly the same time together. */
  readonly tell: (reached: Reached) => void
  /** What its runtime reports of files: its own words. */
  readonly reported?: (report: FileReport) => void
}

/** The network of one start of a server. */
export interface ServerNetwork {
  /** What its programs find the proxy by. */
  readonly environment: (own: Readonly<Record<string, string>>) => Readonly<Record<string, string>>
  readonly port: number
  /** Null on Windows. */
  readonly socketPath: string | null
  setHosts(hosts: readonly string[]): void
  /** Ends its connections and what waits. */
  close(): void
}

export interface ServerNetworks {
  open(options: ServerNetworkOptions): Promise<ServerNetwork>
  close(): Promise<void>
}

export interface ServerNetworksOptions {
  /** The file that makes Node use the proxy; absent: servers written for Node use it as far as they do by themselves. */
  readonly nodePreload?: string | undefined
  /** That of the system when left out. */
  readonly lookUp?: LookUp | undefined
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Connections of one server at a time. */
const mostConnections = 256

export function createServerNetworks(options: ServerNetworksOptions): ServerNetworks {
  const passes = createPasses<Client>()
  let listening: Promise<Listening> | null = null
  const open = new Set<ServerNetwork>()
  return {
    open: async (network) => {
      const { port, socketPath } = await (listening ??= listen((header) => passes.holderOf(header), options))
      const admission = new Admission(network.hosts, network.ask)
      const client = createClient(network, admission, options.now)
      const pass = passes.issue(client)
      const opened: ServerNetwork = {
        port,
        socketPath,
        environment: (own) => proxyEnvironment({ ...pass, port, nodePreload: options.nodePreload, own }),
        setHosts: (hosts) => admission.setHosts(hosts),
        close: () => {
          open.delete(opened)
          passes.revoke(pass)
          admission.close()
          client.close()
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

interface Listening {
  readonly port: number
  readonly socketPath: string | null
  close(): Promise<void>
}

async function listen(
  clientOf: (authorization: string | undefined) => Client | null,
  { lookUp = lookUpAll }: ServerNetworksOptions
): Promise<Listening> {
  let ownPort = 0
  const isOwn = (address: string, port: number) => port === ownPort && placeOfAddress(address) !== 'internet'
  const create = () => createProxy({ clientOf, lookUp, isOwn })
  const byPort = create()
  byPort.listen(0, '127.0.0.1')
  await once(byPort, 'listening')
  ownPort = (byPort.address() as AddressInfo).port
  if (process.platform === 'win32') return { port: ownPort, socketPath: null, close: () => end([byPort]) }
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-network-'))
  const socketPath = path.join(folder, 'proxy.sock')
  const bySocket = create()
  bySocket.listen(socketPath)
  await once(bySocket, 'listening')
  await chmod(socketPath, 0o600)
  return {
    port: ownPort,
    socketPath,
    close: async () => {
      await end([byPort, bySocket])
      await rm(folder, { recursive: true, force: true })
    }
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

/** Its connections, which end with it. */
function createClient(
  { serverName, tell, reported = () => {} }: ServerNetworkOptions,
  admission: Admission,
  now: () => number
): Client & { close(): void } {
  const controller = new AbortController()
  const sockets = new Set<Socket>()
  const news = createReachedNews({ tell, now })
  let count = 0
  const begin = (target: Target): Course | null => {
    if (count >= mostConnections) return null
    count += 1
    let isOver = false
    const over = (of: Parameters<typeof news.add>[1]) => {
      if (isOver) return
      isOver = true
      count -= 1
      news.add(target, of)
    }
    return {
      signal: controller.signal,
      refused: (reason) => over({ outcome: 'refused', reason, bytesUp: 0, bytesDown: 0 }),
      failed: (reason) => over({ outcome: 'failed', reason, bytesUp: 0, bytesDown: 0 }),
      joined: (upstream) => {
        sockets.add(upstream)
        upstream.once('close', () => {
          sockets.delete(upstream)
          const { bytesWritten: bytesUp, bytesRead: bytesDown } = upstream
          over({ outcome: 'ended', reason: null, bytesUp, bytesDown })
        })
      }
    }
  }
  return {
    serverName,
    reported,
    admit: (target, signal) => admission.admit(target, signal),
    begin,
    close: () => {
      controller.abort()
      for (const socket of sockets) socket.destroy()
      news.flush()
    }
  }
}
