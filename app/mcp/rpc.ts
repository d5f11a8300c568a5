/**
 * The line between the host and the clients in plain data: calls one way, news the other. Both ends are here, so
 * that they can not drift apart; who carries the messages is the caller's business.
 */
import { createBirpc } from 'birpc'
import { HostError, fromFailure, toFailure } from '../base/host-error'
import type { Failure, Result } from '../contract/failure'
import type { McpClients, McpEvents } from './interface'

/** One end of a message line: a MessagePort of either kind, or a test's pair. Values are cloned on the way. */
export interface Port {
  post(message: unknown): void
  /** Returns the function that ends the subscription. */
  on(listener: (message: unknown) => void): () => void
}

type Method = keyof McpClients
/** Failures cross as values: a thrown error would lose its code on the way. */
type Served = {
  [M in Method]: (...input: Parameters<McpClients[M]>) => Promise<Result<Awaited<ReturnType<McpClients[M]>>>>
} & {
  /** Answers at once; no answer means that the process is stuck. */
  ping(): Promise<Result<null>>
}

const noTimeout = -1 // calls have their own limits
const eventNames: (keyof McpEvents)[] = [
  'connectionClosed',
  'toolsChanged',
  'resourcesChanged',
  'promptsChanged',
  'resourceUpdated',
  'progressed',
  'logged'
]

/**
 * Answers calls that come over the port. `create` gets the events that go back over it; `report` hears of bugs,
 * of which the other side is told only that they happened.
 */
export function serveClients(
  port: Port,
  create: (events: McpEvents) => McpClients,
  report: (error: unknown) => void
): { readonly clients: McpClients; close(): void } {
  let off = () => {}
  const settle = <T>(work: () => Promise<T>) => toResult(work, report)
  const served: Served = {
    connect: (launch) => settle(() => clients.connect(launch)),
    disconnect: (connectionId) => settle(() => clients.disconnect(connectionId)),
    callTool: (request) => settle(() => clients.callTool(request)),
    cancelCall: (callId) => settle(() => clients.cancelCall(callId)),
    checkArguments: (schema, args) => settle(() => clients.checkArguments(schema, args)),
    listResources: (connectionId) => settle(() => clients.listResources(connectionId)),
    readResource: (connectionId, uri) => settle(() => clients.readResource(connectionId, uri)),
    subscribeResource: (connectionId, uri) => settle(() => clients.subscribeResource(connectionId, uri)),
    unsubscribeResource: (connectionId, uri) => settle(() => clients.unsubscribeResource(connectionId, uri)),
    listPrompts: (connectionId) => settle(() => clients.listPrompts(connectionId)),
    getPrompt: (request) => settle(() => clients.getPrompt(request)),
    complete: (request) => settle(() => clients.complete(request)),
    shutdown: () => settle(() => clients.shutdown()),
    ping: () => Promise.resolve({ ok: true, value: null })
  }
  const remote = createBirpc<McpEvents, Served>(served, {
    post: (message) => port.post(message),
    on: (listener) => {
      off = port.on(listener)
    },
    off: () => off(),
    eventNames,
    timeout: noTimeout,
    onGeneralError: (error) => {
      report(error)
      return true // a result that can not be sent is answered with its error
    }
  })
  const tell = (send: () => Promise<unknown>) => void send().catch(() => {}) // the port is gone, and its end says so
  const clients = create({
    connectionClosed: (news) => tell(() => remote.connectionClosed(news)),
    toolsChanged: (news) => tell(() => remote.toolsChanged(news)),
    resourcesChanged: (news) => tell(() => remote.resourcesChanged(news)),
    promptsChanged: (news) => tell(() => remote.promptsChanged(news)),
    resourceUpdated: (news) => tell(() => remote.resourceUpdated(news)),
    progressed: (news) => tell(() => remote.progressed(news)),
    logged: (news) => tell(() => remote.logged(news))
  })
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
  /** Ends the line: everything that waits for an answer fails with this, `callTool` as an outcome. */
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
  return {
    clients: {
      connect: (launch) => unwrap(remote.connect(launch)),
      disconnect: (connectionId) => unwrap(remote.disconnect(connectionId)),
      callTool: (request) =>
        unwrap(remote.callTool(request)).catch((error: unknown) => ({
          type: 'failed',
          failure: toFailure(error)
        })),
      cancelCall: (callId) => unwrap(remote.cancelCall(callId)),
      checkArguments: (schema, args) => unwrap(remote.checkArguments(schema, args)),
      listResources: (connectionId) => unwrap(remote.listResources(connectionId)),
      readResource: (connectionId, uri) => unwrap(remote.readResource(connectionId, uri)),
      subscribeResource: (connectionId, uri) => unwrap(remote.subscribeResource(connectionId, uri)),
      unsubscribeResource: (connectionId, uri) => unwrap(remote.unsubscribeResource(connectionId, uri)),
      listPrompts: (connectionId) => unwrap(remote.listPrompts(connectionId)),
      getPrompt: (request) => unwrap(remote.getPrompt(request)),
      complete: (request) => unwrap(remote.complete(request)),
      shutdown: () => unwrap(remote.shutdown())
    },
    ping: async () => {
      await unwrap(remote.ping())
    },
    close: (reason) => {
      end = reason
      remote.$close()
    }
  }
}
