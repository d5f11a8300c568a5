/**
 * The host's side of the utility process: starts it when needed, and notices and reports when it dies or hangs. The
 * next use starts a new one. Callers decide what to connect again.
 */
import { createEmitter } from '../../base/emitter'
import { HostError, toFailure } from '../../base/host-error'
import type { Failure } from '../../contract/failure'
import type { OfferedRoot } from '../../contract/requests'
import type { McpEvents, McpGateway } from '../interface'
import { createClients, createListeners, runMethod, notifyListener } from './rpc-methods'
import type { Method } from './rpc-methods'
import { reachClients } from './rpc'
import type { Port, RemoteClients } from './rpc'
import { say } from '../../texts/render-localized'

/** A started utility process with its port. */
export interface Channel extends Port {
  /** Fires once when the process ends for any reason. */
  onExit(listener: () => void): void
  kill(): void
}

export interface GatewayOptions {
  readonly pingEveryMs?: number
  /** A started process that doesn't answer a ping for this long is ended and replaced. */
  readonly pingLimitMs?: number
  /** Receives errors that listeners throw: they are bugs and must not stop the other listeners. */
  readonly onListenerError?: (error: unknown) => void
}

interface Running {
  readonly channel: Channel
  readonly remote: RemoteClients
  readonly stopPinging: () => void
}

const processLost = toFailure(new HostError('SERVER_RESTARTED', say('mcp.processLost')))
const processStopped = toFailure(new HostError('SERVER_NOT_CONNECTED', say('mcp.allStopped')))

/** These make no sense without a process, so they don't start one. */
const ofRunningOnly: ReadonlySet<Method> = new Set<Method>([
  'disconnect',
  'cancelCall',
  'keepWaiting',
  'answerRequest',
  'answerChallenge',
  'findMessages',
  'locateMessage',
  'listMessageNames',
  'readMessage',
  'exportMessages',
  'forgetMessages',
  'readDefinitions',
  'unsubscribeResource'
])

/** `spawnChannel` starts a utility process that runs `process.ts`. */
export function createGateway(spawnChannel: () => Channel, options: GatewayOptions = {}): McpGateway {
  const listeners = new Set<Partial<McpEvents>>()
  const lost = createEmitter<void>()
  let running: Running | null = null
  /** A new process gets them first. */
  let roots: readonly OfferedRoot[] | null = null

  const start = (): Running => {
    const channel = spawnChannel()
    const remote = reachClients(channel, toAll(listeners, options.onListenerError))
    const started = { channel, remote, stopPinging: keepPinging(channel, remote, options) }
    channel.onExit(() => {
      if (!stop(started, processLost)) return
      lost.emit()
    })
    running = started
    if (isTraced()) void remote.clients.setTracing(true).catch(() => {}) // a lost process is reported separately
    if (roots !== null) void remote.clients.setRoots(roots).catch(() => {}) // a lost process is reported separately
    return started
  }

  const isTraced = () => [...listeners].some(({ traced }) => traced !== undefined)
  /** Traces only while a listener exists: every message would cross the port. */
  const changeListeners = (change: () => void): void => {
    const before = isTraced()
    change()
    if (isTraced() !== before) void running?.remote.clients.setTracing(!before).catch(() => {}) // as above
  }

  /** False if it was no longer in use. */
  const stop = (process: Running, reason: Failure): boolean => {
    process.stopPinging()
    process.remote.close(reason)
    if (running !== process) return false
    running = null
    return true
  }

  const shutdown = async () => {
    const last = running
    if (last === null) return
    try {
      await last.remote.clients.shutdown()
    } finally {
      stop(last, processStopped)
      last.channel.kill()
    }
  }

  return {
    clients: {
      ...createClients(async (method, input) => {
        if (running === null && ofRunningOnly.has(method)) return
        return await runMethod((running ?? start()).remote.clients, method, input)
      }),
      setRoots: async (chosen) => {
        roots = chosen
        await running?.remote.clients.setRoots(chosen)
      },
      shutdown
    },
    subscribe: (events) => {
      changeListeners(() => void listeners.add(events))
      return () => changeListeners(() => void listeners.delete(events))
    },
    onLost: (listener) => lost.on(listener)
  }
}

/** Sends events to all listeners. */
function toAll(
  listeners: ReadonlySet<Partial<McpEvents>>,
  onError: (error: unknown) => void = () => {}
): McpEvents {
  const each = (tell: (events: Partial<McpEvents>) => void) => {
    for (const events of [...listeners]) {
      try {
        tell(events)
      } catch (error) {
        onError(error)
      }
    }
  }
  return createListeners((name, news) => each((events) => notifyListener(events, name, news)))
}

/** Until its first answer: a busy computer may read it from a cold disk. */
const startLimitMs = 60_000

/** Returns the function that ends the pings. */
function keepPinging(channel: Channel, remote: RemoteClients, options: GatewayOptions): () => void {
  const { pingEveryMs = 5_000, pingLimitMs = 15_000 } = options
  let limitMs = Math.max(pingLimitMs, startLimitMs)
  let isStopped = false
  let timer: NodeJS.Timeout
  const wait = (work: () => void, ms: number) => {
    timer = setTimeout(work, ms)
    timer.unref()
  }
  const next = () => {
    wait(() => channel.kill(), limitMs)
    const answered = () => {
      clearTimeout(timer)
      limitMs = pingLimitMs
      if (!isStopped) wait(next, pingEveryMs)
    }
    void remote.ping().then(answered, () => {}) // a closed port is reported separately
  }
  // At once, so that the answer to any later request implies an answer to this ping.
  next()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
