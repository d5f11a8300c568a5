/** Runs long work a slice at a time, so that the program answers meanwhile. */
import { performance } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'

/** A few milliseconds, where steps are what they are taken for. */
const stepsOfSlice = 60_000
/** Also where they are dearer: many short texts, a slow machine. */
const longestSliceMs = 10

/** The work yields how many steps it took. Short work ends without a pause. */
export async function inSlices<Result>(work: Generator<number, Result>): Promise<Result> {
  let left = stepsOfSlice
  let began = performance.now()
  for (let next = work.next(); ; next = work.next()) {
    if (next.done === true) return next.value
    left -= next.value
    if (left > 0 && performance.now() - began < longestSliceMs) continue
    left = stepsOfSlice
    await setImmediate()
    began = performance.now()
  }
}
