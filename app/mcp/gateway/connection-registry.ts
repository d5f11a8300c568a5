/** Connections to servers, by the id that the caller chose, and the methods that concern one of them. */
import { HostError } from '../../base/host-error'
import { say } from '../../texts/render-localized'
import type { Connection } from '../connection/connection'
import type { AccessToken, McpClients } from '../interface'
import type { MessageValidation } from './message-validation'

export type Registry = ReturnType<typeof createRegistry>

interface Ending {
  readonly serverName: string
  readonly over: Promise<void>
}

/** The open connections, and those that are ending. */
export function createRegistry() {
  const connections = new Map<string, Connection>()
  const endings = new Map<string, Ending>()
  /** Also waits for a connection that is already ending. */
  const end = (connectionId: string): Promise<void> => {
    const connection = connections.get(connectionId)
    if (connection === undefined) return endings.get(connectionId)?.over ?? Promise.resolve()
    connections.delete(connectionId)
    const over = connection.close().finally(() => endings.delete(connectionId))
    endings.set(connectionId, { serverName: connection.serverName, over })
    return over
  }
  return {
    add: (connectionId: string, connection: Connection) => {
      if (connections.has(connectionId)) throw new Error(`Connection id used twice: ${connectionId}`)
      connections.set(connectionId, connection)
    },
    get: (connectionId: string) => connections.get(connectionId),
    /** @throws HostError SERVER_NOT_CONNECTED */
    require: (connectionId: string): Connection => {
      const connection = connections.get(connectionId)
      if (connection !== undefined) return connection
      throw new HostError('SERVER_NOT_CONNECTED', say('mcp.notConnected'))
    },
    all: () => [...connections.values()],
    end,
    /** Ends all connections of this server, also waiting for those that are already ending. */
    endServer: async (serverName: string) => {
      for (const [id, connection] of connections)
        if (connection.serverName === serverName) void end(id).catch(() => {}) // awaited below
      const own = [...endings.values()].filter((ending) => ending.serverName === serverName)
      await Promise.allSettled(own.map(({ over }) => over))
    },
    /** In parallel. Also waits for ends that no other caller waits for. */
    endAll: async () => {
      for (const connectionId of [...connections.keys()]) void end(connectionId).catch(() => {}) // awaited below
      await Promise.allSettled([...endings.values()].map(({ over }) => over))
    }
  }
}

/** Runs an action on the connection that owns the call or request; other connections ignore it. */
export function createOwnerMethods(
  registry: Registry,
  bridges: { readonly answerChallenge: (challengeId: string, access: AccessToken | null) => boolean }
): Pick<McpClients, 'cancelCall' | 'keepWaiting' | 'stopExchange' | 'answerRequest' | 'answerChallenge'> {
  const findOwner = (act: (connection: Connection) => boolean): Promise<void> => {
    registry.all().some(act)
    return Promise.resolve()
  }
  return {
    cancelCall: (callId) => findOwner(({ calls, written }) => calls.cancel(callId) || written.cancel(callId)),
    keepWaiting: (callId) => findOwner(({ calls }) => calls.keepWaiting(callId)),
    stopExchange: (exchangeId) => findOwner((connection) => connection.exchanges.stop(exchangeId)),
    answerRequest: (requestId, reply) =>
      findOwner((connection) => connection.answerRequest(requestId, reply)),
    answerChallenge: (challengeId, access) =>
      bridges.answerChallenge(challengeId, access)
        ? Promise.resolve()
        : findOwner((connection) => connection.challenges.answer(challengeId, access))
  }
}

/** Messages that the user writes. */
export function createWrittenMethods(registry: Registry, validation: MessageValidation) {
  return {
    sendWritten: async ({ connectionId, ...request }) =>
      await registry.require(connectionId).written.send(request),
    checkWritten: async (connectionId, message) => {
      const { serverName, revision: readRevision, written } = registry.require(connectionId)
      const revision = readRevision()
      const text = written.toText(message)
      const kind = message.id === null ? 'notification' : 'request'
      return {
        text,
        ...(await validation.validate(serverName, { revision, kind, method: message.method, text }))
      }
    },
    listMethods: async (connectionId) =>
      await validation.listMethods(registry.require(connectionId).revision())
  } satisfies Partial<McpClients>
}

/** Requests to one connection besides tools. */
export function createFeatureMethods(registry: Registry) {
  const connectionOf = registry.require
  const featuresOf = (connectionId: string) => connectionOf(connectionId).features()
  return {
    setLogLevel: async (connectionId, level) => await connectionOf(connectionId).setLogLevel(level),
    refreshTools: async (connectionId) => await connectionOf(connectionId).refreshTools(),
    listResources: async (connectionId) => await featuresOf(connectionId).listResources(),
    readResource: async (connectionId, uri) => await featuresOf(connectionId).readResource(uri),
    subscribeResource: async (connectionId, uri) => await featuresOf(connectionId).subscribe(uri),
    unsubscribeResource: async (connectionId, uri) => await featuresOf(connectionId).unsubscribe(uri),
    listPrompts: async (connectionId) => await featuresOf(connectionId).listPrompts(),
    getPrompt: async (request) =>
      await featuresOf(request.connectionId).getPrompt(request.name, request.arguments),
    listTasks: async (connectionId) => await featuresOf(connectionId).listTasks(),
    complete: async (request) => await featuresOf(request.connectionId).complete(request)
  } satisfies Partial<McpClients>
}
