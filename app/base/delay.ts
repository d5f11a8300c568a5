/** Resolves after the time or when the signal fires. Never rejects. */
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
