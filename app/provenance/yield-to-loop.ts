/** Runs long work a slice at a time, so that the program answers meanwhile. */
import { setImmediate } from 'node:timers/promises'

/** A few milliseconds, also on a machine that has much to do. */
const stepsOfSlice = 60_000

/** The work yields how many steps it took. Short work ends without a pause. */
export async function inSlices<Result>(work: Generator<number, Result>): Promise<Result> {
  let left = stepsOfSlice
  for (let next = work.next(); ; next = work.next()) {
    if (next.done === true) return next.value
    left -= next.value
    if (left > 0) continue
    left = stepsOfSlice
    await setImmediate()
  }
}
