/**
 * A gateway without a process, for tests of the core. The clients run here, and every value is copied as over a real
 * port, so that only plain data passes.
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

/** A bug in the clients must fail the test that reveals it. */
function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error
  })
}

/** Two connected ports that copy values and deliver them later, as real ones do. */
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
