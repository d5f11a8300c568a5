/**
 * The host's side of the utility process: starts it when it is needed, notices when it dies or hangs, and tells
 * so. The next use starts a new one; what to connect again is decided elsewhere.
 */
import { createEmitter } from '../base/emitter'
import type { Failure } from '../contract/failure'
import type { McpClients, McpEvents, McpGateway } from './interface'
import { reachClients } from './rpc'
import type { Port, RemoteClients } from './rpc'

/** A started utility process, reached through its port. */
export interface Channel extends Port {
  /** Fires once, however the process ends. */
  onExit(listener: () => void): void
  kill(): void
}

export interface GatewayOptions {
  readonly pingEveryMs?: number
  /** A process that does not answer a ping for this long is ended and replaced. */
  readonly pingLimitMs?: number
  /** Hears what a listener of news throws: a bug, which must not cost the other listeners the news. */
  readonly onListenerError?: (error: unknown) => void
}

interface Running {
  readonly channel: Channel
  readonly remote: RemoteClients
  readonly stopPinging: () => void
}

const processLost: Failure = {
  code: 'SERVER_RESTARTED',
  message: 'The part of Parley that talks to servers ended unexpectedly and is being restarted. Try again.'
}
const processStopped: Failure = { code: 'SERVER_NOT_CONNECTED', message: 'All servers were stopped.' }

/** `spawnChannel` starts a utility process that runs `process.ts`. */
export function createGateway(spawnChannel: () => Channel, options: GatewayOptions = {}): McpGateway {
  const listeners = new Set<McpEvents>()
  const lost = createEmitter<void>()
  let running: Running | null = null

  const start = (): Running => {
    const channel = spawnChannel()
    const remote = reachClients(channel, toAll(listeners, options.onListenerError))
    const started = { channel, remote, stopPinging: keepPinging(channel, remote, options) }
    channel.onExit(() => {
      if (!stop(started, processLost)) return
      lost.emit()
    })
    running = started
    return started
  }

  /** Whether it was still in use. */
  const stop = (process: Running, reason: Failure): boolean => {
    process.stopPinging()
    process.remote.close(reason)
    if (running !== process) return false
    running = null
    return true
  }

  const clients = (): McpClients => (running ?? start()).remote.clients
  return {
    clients: {
      connect: (launch) => clients().connect(launch),
      // Without a process there is nothing to end, and none is started for it.
      disconnect: async (connectionId) => await running?.remote.clients.disconnect(connectionId),
      callTool: (request) => clients().callTool(request),
      cancelCall: async (callId) => await running?.remote.clients.cancelCall(callId),
      checkArguments: (schema, args) => clients().checkArguments(schema, args),
      listResources: (connectionId) => clients().listResources(connectionId),
      readResource: (connectionId, uri) => clients().readResource(connectionId, uri),
      subscribeResource: (connectionId, uri) => clients().subscribeResource(connectionId, uri),
      unsubscribeResource: async (connectionId, uri) =>
        await running?.remote.clients.unsubscribeResource(connectionId, uri),
      listPrompts: (connectionId) => clients().listPrompts(connectionId),
      getPrompt: (request) => clients().getPrompt(request),
      complete: (request) => clients().complete(request),
      shutdown: async () => {
        const last = running
        if (last === null) return
        try {
          await last.remote.clients.shutdown()
        } finally {
          stop(last, processStopped)
          last.channel.kill()
        }
      }
    },
    subscribe: (events) => {
      listeners.add(events)
      return () => void listeners.delete(events)
    },
    onLost: (listener) => lost.on(listener)
  }
}

/** News for everybody who listens. */
function toAll(listeners: ReadonlySet<McpEvents>, onError: (error: unknown) => void = () => {}): McpEvents {
  const each = (tell: (events: McpEvents) => void) => {
    for (const events of [...listeners]) {
      try {
        tell(events)
      } catch (error) {
        onError(error)
      }
    }
  }
  return {
    connectionClosed: (news) => each((events) => events.connectionClosed(news)),
    toolsChanged: (news) => each((events) => events.toolsChanged(news)),
    resourcesChanged: (news) => each((events) => events.resourcesChanged(news)),
    promptsChanged: (news) => each((events) => events.promptsChanged(news)),
    resourceUpdated: (news) => each((events) => events.resourceUpdated(news)),
    progressed: (news) => each((events) => events.progressed(news)),
    logged: (news) => each((events) => events.logged(news))
  }
}

/** Returns the function that ends it. */
function keepPinging(channel: Channel, remote: RemoteClients, options: GatewayOptions): () => void {
  const { pingEveryMs = 5_000, pingLimitMs = 15_000 } = options
  let isStopped = false
  let timer: NodeJS.Timeout
  const wait = (work: () => void, ms: number) => {
    timer = setTimeout(work, ms)
    timer.unref()
  }
  const next = () => {
    wait(() => channel.kill(), pingLimitMs)
    const answered = () => {
      clearTimeout(timer)
      if (!isStopped) wait(next, pingEveryMs)
    }
    void remote.ping().then(answered, () => {}) // a closed line has its own news
  }
  wait(next, pingEveryMs)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
