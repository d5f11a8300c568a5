/**
 * The host's side of the utility process: starts it when it is needed, notices when it dies or hangs, and tells
 * so. The next use starts a new one; what to connect again is decided elsewhere.
 */
import { createEmitter } from '../../base/emitter'
import { HostError, toFailure } from '../../base/host-error'
import type { Failure } from '../../contract/failure'
import type { OfferedRoot } from '../../contract/requests'
import type { McpEvents, McpGateway } from '../interface'
import { createClients, createListeners, runMethod, tellListener } from './rpc-methods'
import type { Method } from './rpc-methods'
import { reachClients } from './rpc'
import type { Port, RemoteClients } from './rpc'
import { say } from '../../texts/render-localized'

/** A started utility process, reached through its port. */
export interface Channel extends Port {
  /** Fires once, however the process ends. */
  onExit(listener: () => void): void
  kill(): void
}

export interface GatewayOptions {
  readonly pingEveryMs?: number
  /** A process that has started and does not answer a ping for this long is ended and replaced. */
  readonly pingLimitMs?: number
  /** Hears what a listener of news throws: a bug, which must not cost the other listeners the news. */
  readonly onListenerError?: (error: unknown) => void
}

interface Running {
  readonly channel: Channel
  readonly remote: RemoteClients
  readonly stopPinging: () => void
}

const processLost = toFailure(new HostError('SERVER_RESTARTED', say('mcp.processLost')))
const processStopped = toFailure(new HostError('SERVER_NOT_CONNECTED', say('mcp.allStopped')))

/** Without a process there is nothing that these could be about, and none is started for them. */
const ofRunningOnly: ReadonlySet<Method> = new Set<Method>([
  'disconnect',
  'cancelCall',
  'keepWaiting',
  'answerRequest',
  'answerChallenge',
  'keptMessages',
  'forgetMessages',
  'unsubscribeResource'
])

/** `spawnChannel` starts a utility process that runs `process.ts`. */
export function createGateway(spawnChannel: () => Channel, options: GatewayOptions = {}): McpGateway {
  const listeners = new Set<Partial<McpEvents>>()
  const lost = createEmitter<void>()
  let running: Running | null = null
  /** A new process is told of them first of all. */
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
    if (isTraced()) void remote.clients.setTracing(true).catch(() => {}) // a lost process has its own news
    if (roots !== null) void remote.clients.setRoots(roots).catch(() => {}) // a lost process has its own news
    return started
  }

  const isTraced = () => [...listeners].some(({ traced }) => traced !== undefined)
  /** Nothing is traced for nobody: every message would cross the line. */
  const changeListeners = (change: () => void): void => {
    const before = isTraced()
    change()
    if (isTraced() !== before) void running?.remote.clients.setTracing(!before).catch(() => {}) // as above
  }

  /** Whether it was still in use. */
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

/** News for everybody who listens. */
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
  return createListeners((name, news) => each((events) => tellListener(events, name, news)))
}

/** Until it answers for the first time: on a busy computer it is read from a cold disk meanwhile. */
const startLimitMs = 60_000

/** Returns the function that ends it. */
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
    void remote.ping().then(answered, () => {}) // a closed line has its own news
  }
  // At once: whoever has an answer to anything else knows that this one is answered, too.
  next()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
