/** Runs work that is split into steps to its end, for tests of a part of it. */
export function runSteps<Result>(work: Generator<number, Result>): {
  readonly result: Result
  /** The numbers of steps that it reported, pause by pause. */
  readonly steps: readonly number[]
} {
  const steps: number[] = []
  for (let next = work.next(); ; next = work.next()) {
    if (next.done === true) return { result: next.value, steps }
    steps.push(next.value)
  }
}

export function runToResult<Result>(work: Generator<number, Result>): Result {
  return runSteps(work).result
}

/** The same numbers for the same seed. */
export function createStepRandom(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}
