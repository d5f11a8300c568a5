/** Runs long work in slices, so that Parley stays responsive. */
import { performance } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'

/** A few milliseconds, if steps take the expected time. */
const stepsOfSlice = 60_000
/** For slower steps: many short texts, or a slow computer. */
const longestSliceMs = 10

/** The work yields the number of steps it took. Short work ends without a pause. */
export async function inSlices<Result>(work: Generator<number, Result>): Promise<Result> {
  let remaining = stepsOfSlice
  let began = performance.now()
  for (let next = work.next(); ; next = work.next()) {
    if (next.done === true) return next.value
    remaining -= next.value
    if (remaining > 0 && performance.now() - began < longestSliceMs) continue
    remaining = stepsOfSlice
    await setImmediate()
    began = performance.now()
  }
}
