/** What the window and the host speak over. Free of zod: the preload has no packages. */
import type { CallInput, CallName, CallOutput } from './calls'
import type { EventEnvelope } from './events'
import type { Result } from '../failure'

/**
 * Channel names of the program. Everything between the window and the host uses the first two; `calls.ts` and
 * `events.ts` define their messages. Only the preload uses the third, to report clicks and key presses.
 */
export const callChannel = 'parley:call'
export const eventChannel = 'parley:event'
export const pressChannel = 'parley:press'

/** The only thing the window finds on `globalThis`: `window.bridge`. */
export interface Bridge {
  /** Resolves always; a failure is a value. */
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<Result<CallOutput<N>>>
  /** Listens to all events; the returned function ends it. */
  on(listener: (event: EventEnvelope) => void): () => void
}
