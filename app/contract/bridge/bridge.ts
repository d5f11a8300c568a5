/** The interface between the window and the host. Free of zod: the preload has no packages. */
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

/** The only object that the window gets on `globalThis`: `window.bridge`. */
export interface Bridge {
  /** Always resolves; a failure is a value. */
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<Result<CallOutput<N>>>
  /** Listens to all events; call the returned function to stop. */
  on(listener: (event: EventEnvelope) => void): () => void
}
