/**
 * Node ends a request that is silent for five minutes, also one whose own time limit is longer. An agent that knows
 * no such limit can only be had from the one in use; where that is of another kind, the limit stays, and such a
 * request fails or is taken up again like any other whose stream breaks.
 */

/** Of Node's agent, in milliseconds; 0: none. */
export interface AgentLimits {
  readonly bodyTimeout: number
  readonly headersTimeout: number
}

/** To be passed to `fetch` as its `dispatcher`; null before Node's own `fetch` was used, and where it has no such agent. */
export function createNoTimeoutAgent(limits: AgentLimits): object | null {
  const current = (globalThis as Record<symbol, unknown>)[Symbol.for('undici.globalDispatcher.1')]
  const kind = (current as { constructor?: new (limits: AgentLimits) => object } | undefined)?.constructor
  return kind?.name === 'Agent' ? new kind(limits) : null
}
