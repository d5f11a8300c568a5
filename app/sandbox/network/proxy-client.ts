/** The connections of one start of a server: counted, reported, and closed with it or when their host is removed. */
import type { Socket } from 'node:net'
import type { ServerConnection } from '../../contract/consent/network-access'
import type { HostTarget } from '../../net/hostname-rules'
import type { MaskedRequest } from '../secrets/secret-injecting-proxy'
import type { FileReport } from '../blocked/reported-files'
import type { NetworkAdmission } from './admission'
import type { Client, ProxyConnection } from './proxy'
import { createConnectionReports } from './connection-reports'

export interface ClientOptions {
  readonly serverName: string
  readonly tell: (reached: ServerConnection) => void
  readonly admission: Pick<NetworkAdmission, 'admit' | 'lists'>
  readonly maskedAt: (target: HostTarget) => MaskedRequest | null
  readonly reported?: ((report: FileReport) => void) | undefined
  readonly now: () => number
}

export interface EndingClient extends Client {
  /** To be called after the list of hosts has changed: closes connections that a removed line had admitted. */
  endUnlisted(): void
  close(): void
}

interface Open {
  readonly target: HostTarget
  /** Admitted without a question; an approval for once belongs only to its connection. */
  isListed: boolean
}

/** Simultaneous connections of one server. */
const mostConnections = 256

export function createClient(options: ClientOptions): EndingClient {
  const { serverName, admission } = options
  const controller = new AbortController()
  const open = new Map<Socket, Open>()
  const news = createConnectionReports(options)
  let count = 0
  const begin = (target: HostTarget): ProxyConnection | null => {
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
        open.set(upstream, { target, isListed: admission.lists(target) })
        upstream.once('close', () => {
          open.delete(upstream)
          const { bytesWritten: bytesUp, bytesRead: bytesDown } = upstream
          over({ outcome: 'ended', reason: null, bytesUp, bytesDown })
        })
      }
    }
  }
  return {
    serverName,
    admit: (target, signal) => admission.admit(target, signal),
    begin,
    maskedAt: options.maskedAt,
    reported: options.reported ?? (() => {}),
    endUnlisted: () => {
      for (const [socket, each] of open) {
        const isListed = admission.lists(each.target)
        if (each.isListed && !isListed) socket.destroy()
        each.isListed ||= isListed
      }
    },
    close: () => {
      controller.abort()
      for (const socket of open.keys()) socket.destroy()
      news.flush()
    }
  }
}
