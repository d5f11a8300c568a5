/** The only thing the window finds on `globalThis`: `window.bridge`. */
import type { CallInput, CallName, CallOutput } from './calls'
import type { EventEnvelope } from './events'
import type { Result } from './failure'

export interface Bridge {
  /** Resolves always; a failure is a value. */
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<Result<CallOutput<N>>>
  /** Listens to all events; the returned function ends it. */
  on(listener: (event: EventEnvelope) => void): () => void
}
