/**
 * What is left out of a flood, told once a second: a note after every few lines would be as much of a flood. It is told as well
 * where nothing comes after it.
 */

const everyMs = 1_000

export interface LeftOut {
  /** One more was left out. */
  add(): void
  /** Some were that nobody was told of yet. */
  isUntold(): boolean
}

/** `tell` gets how many were left out since it was told last. */
export function createLeftOut(tell: (count: number) => void): LeftOut {
  let count = 0
  const tellAll = () => {
    const told = count
    count = 0
    tell(told)
  }
  return {
    add: () => {
      if (count === 0) setTimeout(tellAll, everyMs).unref()
      count += 1
    },
    isUntold: () => count > 0
  }
}
