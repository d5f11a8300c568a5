/** Connections to servers, by the id that the caller chose. */
import type { Connection } from '../connection/connection'

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
