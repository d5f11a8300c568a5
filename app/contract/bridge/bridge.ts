/** What the window and the host speak over. Free of zod: the preload has no packages. */
import type { CallInput, CallName, CallOutput } from './calls'
import type { EventEnvelope } from '../events'
import type { Result } from '../failure'

/**
 * The channel names of the program. Everything between the window and the host goes through the first two;
 * `calls.ts` and `events.ts` say what may be said there. Over the third the preload alone tells of presses.
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
