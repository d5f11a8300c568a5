/**
 * Shares one question among all callers that wait for the same answer. It stays open until the last of them is gone.
 */
import { untilAborted } from '../../base/until-aborted'

interface Open<D> {
  readonly decision: Promise<D>
  readonly withdraw: () => void
  waiting: number
}

/** `ask` asks the question and applies its answer, once. */
export type ShareQuestion<D> = (
  key: string,
  ask: (signal: AbortSignal) => Promise<D>,
  signal: AbortSignal
) => Promise<D>

export function createSharedQuestions<D>(): ShareQuestion<D> {
  const open = new Map<string, Open<D>>()
  const begin = (key: string, ask: (signal: AbortSignal) => Promise<D>): Open<D> => {
    const stop = new AbortController()
    const decision = ask(stop.signal).finally(() => open.delete(key))
    const begun = { decision, withdraw: () => stop.abort(), waiting: 0 }
    open.set(key, begun)
    return begun
  }
  return async (key, ask, signal) => {
    const asked = open.get(key) ?? begin(key, ask)
    asked.waiting += 1
    try {
      return await untilAborted(asked.decision, signal)
    } finally {
      asked.waiting -= 1
      if (asked.waiting === 0) asked.withdraw()
    }
  }
}
