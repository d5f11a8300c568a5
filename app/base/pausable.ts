export interface Pausable {
  /** Restarts the limit with this time. */
  start(ms: number): void
  /** Pauses until the returned function is called. Pauses may overlap. */
  pause(): () => void
  end(): void
}

export function createPausable(over: () => void): Pausable {
  let timer: NodeJS.Timeout | undefined
  let remaining: number | null = null
  let since = 0
  let pauses = 0
  const run = () => {
    if (remaining === null || pauses > 0) return
    since = performance.now()
    timer = setTimeout(over, Math.max(0, remaining))
  }
  const halt = () => {
    clearTimeout(timer)
    if (remaining !== null && pauses === 0) remaining -= performance.now() - since
  }
  return {
    start: (ms) => {
      clearTimeout(timer)
      remaining = ms
      run()
    },
    pause: () => {
      halt()
      pauses += 1
      let isResumed = false
      return () => {
        if (isResumed) return
        isResumed = true
        pauses -= 1
        run()
      }
    },
    end: () => {
      clearTimeout(timer)
      remaining = null
    }
  }
}
