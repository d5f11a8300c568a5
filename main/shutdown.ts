/**
 * The end of the program: the windows close at once, the core gets time to save and to close its servers, then the
 * process ends in any case. A second SIGINT doesn't wait. Electron's own signal handlers aren't enough: the library
 * that writes files removes them while it writes.
 */
import { app } from 'electron'
import type { Logging } from './log/logging'

/** Milliseconds. Together below the 5 s that the end may take. A server that ignores every request needs 3 s. */
const limits = { coreMs: 4_200, logsMs: 500 }

export interface ShutdownStep {
  readonly logging: Logging
  /** Whether Parley keeps running without a window. */
  readonly runsOn: () => boolean
  readonly closeWindows: () => void
  readonly disposeCore: () => Promise<void>
}

export function shutDownInOrder({ logging, runsOn, closeWindows, disposeCore }: ShutdownStep): void {
  const { log, files } = logging
  let isEnding = false
  const end = async (): Promise<void> => {
    closeWindows()
    const disposing = disposeCore().catch((error: unknown) =>
      log.error('the core did not end cleanly', { error })
    )
    await withinLimit(limits.coreMs, disposing)
    await withinLimit(limits.logsMs, files.close())
    app.exit(0)
  }
  const begin = (reason: string): void => {
    if (isEnding) return
    isEnding = true
    log.info('ending', { reason })
    void end() // always ends the process
  }
  app.on('before-quit', (event) => {
    event.preventDefault()
    begin('quit')
  })
  app.on('window-all-closed', () => runsOn() || begin('window-closed'))
  for (const name of ['SIGTERM', 'SIGHUP'] as const) process.on(name, () => begin(name))
  process.on('SIGINT', () => {
    if (isEnding) app.exit(130)
    begin('SIGINT')
  })
}

async function withinLimit(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, limitMs)))
  await Promise.race([work, limit])
  clearTimeout(timer)
}
