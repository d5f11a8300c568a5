/** The core as `main/` sees it: handlers for all calls, one stream of events, a life with an end. */
import type { Handlers } from '../contract/calls'
import type { EventEnvelope } from '../contract/events'

export interface Host {
  readonly handlers: Handlers
  /** Every change, in order, each with its revision. */
  onEvent(listener: (event: EventEnvelope) => void): () => void
  /** Reads settings and starts servers; the window does not wait for it. */
  start(): Promise<void>
  /** Stops turns, saves what streams, closes all servers in parallel, closes the history. */
  dispose(): Promise<void>
}
