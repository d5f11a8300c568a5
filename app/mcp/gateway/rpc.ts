/**
 * Connects the host and the clients with plain data: calls in one direction, events in the other. Both ends are here so
 * that they can't diverge. The caller carries the messages.
 */
import { createBirpc } from 'birpc'
import { HostError, fromFailure, toFailure } from '../../base/host-error'
import type { Failure, Result } from '../../contract/failure'
import type { McpClients, McpEvents } from '../interface'
import { createClients, createListeners, eventNames, runMethod } from './rpc-methods'
import type { Method } from './rpc-methods'

/** One end of a message channel: a MessagePort of either kind, or a test's pair. Values are cloned. */
export interface Port {
  post(message: unknown): void
  /** Returns the function that ends the subscription. */
  on(listener: (message: unknown) => void): () => void
}

/** Failures are sent as values, because a thrown error would lose its code. */
type Served = {
  [M in Method]: (...input: Parameters<McpClients[M]>) => Promise<Result<Awaited<ReturnType<McpClients[M]>>>>
} & {
  /** Answers at once; no answer means that the process hangs. */
  ping(): Promise<Result<null>>
}

const noTimeout = -1 // calls have their own limits
/**
 * Answers calls that arrive over the port. `create` gets the events that are sent back; `report` receives bugs, of
 * which the other side only learns that they happened.
 */
export function serveClients(
  port: Port,
  create: (events: McpEvents) => McpClients,
  report: (error: unknown) => void
): { readonly clients: McpClients; close(): void } {
  let off = () => {}
  const served = {
    ...createClients((method, input) => toResult(() => runMethod(clients, method, input), report)),
    ping: () => Promise.resolve({ ok: true, value: null })
  } as unknown as Served
  const remote = createBirpc<McpEvents, Served>(served, {
    post: (message) => port.post(message),
    on: (listener) => {
      off = port.on(listener)
    },
    off: () => off(),
    eventNames: [...eventNames],
    timeout: noTimeout,
    onGeneralError: (error) => {
      report(error)
      return true // a result that can't be sent is answered with its error
    }
  })
  const clients = create(
    createListeners((name, news) => {
      const tell = remote[name] as (news: unknown) => Promise<unknown>
      void tell(news).catch(() => {}) // the port is closed, and its end is reported
    })
  )
  return { clients, close: () => remote.$close() }
}

async function toResult<T>(work: () => Promise<T>, report: (error: unknown) => void): Promise<Result<T>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    if (!(error instanceof HostError)) report(error)
    return { ok: false, error: toFailure(error) }
  }
}

export interface RemoteClients {
  readonly clients: McpClients
  ping(): Promise<void>
  /** Closes the channel. Every open request fails with this reason, `callTool` as an outcome. */
  close(reason: Failure): void
}

/** The clients at the other end of the port. */
export function reachClients(port: Port, events: McpEvents): RemoteClients {
  let off = () => {}
  let end: Failure | null = null
  const remote = createBirpc<Served, McpEvents>(events, {
    post: (message) => port.post(message),
    on: (listener) => {
      off = port.on(listener)
    },
    off: () => off(),
    timeout: noTimeout
  })
  const unwrap = async <T>(answer: Promise<Result<T>>): Promise<T> => {
    const result = await answer.catch((error: Error) => {
      throw end === null ? error : fromFailure(end)
    })
    if (!result.ok) throw fromFailure(result.error)
    return result.value
  }
  const run = async (method: Method, input: readonly unknown[]): Promise<unknown> => {
    const answer = unwrap(runMethod(remote, method, input) as Promise<Result<unknown>>)
    if (method !== 'callTool') return await answer
    return await answer.catch((error: unknown) => ({ type: 'failed', failure: toFailure(error) }))
  }
  return {
    clients: createClients(run),
    ping: async () => {
      await unwrap(remote.ping())
    },
    close: (reason) => {
      end = reason
      remote.$close()
    }
  }
}
