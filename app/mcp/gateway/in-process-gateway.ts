/**
 * The same gateway without a process behind it, for tests of the core: the clients run here, and every value
 * still crosses the same line as a copy, so that only plain data gets through.
 */
import { createMcpClients } from './clients'
import type { McpClientsOptions } from './clients'
import { createGateway } from './gateway'
import type { McpEvents, McpGateway } from '../interface'
import { serveClients } from './rpc'
import type { Port } from './rpc'

export function createInProcessGateway(options: Omit<McpClientsOptions, 'events'>): McpGateway {
  return createGateway(() => {
    const [here, there] = createPortPair()
    const create = (events: McpEvents) => createMcpClients({ ...options, events })
    const served = serveClients(there, create, throwLater)
    return { ...here, onExit: () => {}, kill: () => served.close() }
  })
}

/** A bug in the clients must fail the test that met it. */
function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error
  })
}

/** Two ends of a line that copies what it carries and delivers it later, as a real one does. */
function createPortPair(): readonly [Port, Port] {
  const ends = [new Set<(message: unknown) => void>(), new Set<(message: unknown) => void>()] as const
  const createEnd = (own: 0 | 1): Port => ({
    post: (message) => {
      const copy: unknown = structuredClone(message)
      queueMicrotask(() => ends[own === 0 ? 1 : 0].forEach((listener) => listener(copy)))
    },
    on: (listener) => {
      ends[own].add(listener)
      return () => void ends[own].delete(listener)
    }
  })
  return [createEnd(0), createEnd(1)]
}
