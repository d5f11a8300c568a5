/** Waiting that a signal ends early. */

/** Resolves after the time, or as soon as the signal fires; never rejects. */
export async function delay(durationMs: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  let forget = (): void => {}
  await new Promise<void>((resolve) => {
    const end = (): void => resolve()
    const timer = setTimeout(end, durationMs)
    signal.addEventListener('abort', end, { once: true })
    forget = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
    }
  })
  forget()
}
