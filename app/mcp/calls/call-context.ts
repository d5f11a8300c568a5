/**
 * Finds the call to which a server's message belongs. Over HTTP each request has its own stream, and what is read from
 * it runs in the asynchronous context of that request. Over stdio all messages share one stream, so the call is
 * unknown.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

const calls = new AsyncLocalStorage<string>()

/** Assigns messages on streams that `work` opens to the call. */
export function withCallContext<T>(callId: string, work: () => Promise<T>): Promise<T> {
  return calls.run(callId, work)
}

/** The call whose stream brought the current message. It may have ended. */
export function currentCall(): string | null {
  return calls.getStore() ?? null
}
