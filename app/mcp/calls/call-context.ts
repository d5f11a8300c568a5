/**
 * Which call a message of a server came with. Over HTTP each request has a stream of its own, and what is read from
 * it runs in the asynchronous context in which the request was sent; over stdio all share one line, and it is not
 * known.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

const calls = new AsyncLocalStorage<string>()

/** Messages on streams that `work` opens belong to the call. */
export function withCallContext<T>(callId: string, work: () => Promise<T>): Promise<T> {
  return calls.run(callId, work)
}

/** The call of the stream whose message is handled right now; it may have ended meanwhile. */
export function currentCall(): string | null {
  return calls.getStore() ?? null
}
