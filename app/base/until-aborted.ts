/**
 * Settles like `work`, or rejects with the reason of the first signal that fires. Observes signals separately, because
 * combining them is expensive and every call waits here more than once.
 */
export function untilAborted<T>(work: Promise<T>, ...signals: readonly AbortSignal[]): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      reject(signals.find(({ aborted }) => aborted)?.reason as Error)
    }
    const leave = (): void => {
      for (const signal of signals) signal.removeEventListener('abort', stop)
    }
    for (const signal of signals) signal.addEventListener('abort', stop, { once: true })
    if (signals.some(({ aborted }) => aborted)) stop()
    work.then(
      (value) => {
        leave()
        resolve(value)
      },
      (error: unknown) => {
        leave()
        reject(error as Error)
      }
    )
  })
}
