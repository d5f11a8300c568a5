/** Starts only a few servers at a time, so that many servers don't slow the computer down. */
import pLimit from 'p-limit'
import { delay } from '../../base/delay'

const atOnce = 2
/** A server that takes longer probably waits for something. It continues, and the next one begins. */
const longestHoldMs = 4_000

/** Runs `work` when there is a free slot; settles as `work` does. */
export type StartQueue = <T>(work: () => Promise<T>) => Promise<T>

export function createStartQueue(): StartQueue {
  const limit = pLimit(atOnce)
  return (work) =>
    new Promise((resolve, reject) => {
      void limit(async () => {
        const done = new AbortController()
        const running = work().finally(() => done.abort())
        running.then(resolve, reject)
        await delay(longestHoldMs, done.signal)
      })
    })
}
