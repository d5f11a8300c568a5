/** Lets few servers start at a time, so that many of them do not make the whole computer slow. */
import pLimit from 'p-limit'
import { delay } from '../../base/delay'

const atOnce = 2
/** A server that takes longer most likely waits for something: it goes on, and the next one begins. */
const longestHoldMs = 4_000

/** Runs `work` when there is room; settles as `work` does. */
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
