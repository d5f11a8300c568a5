/** The newest lines of all logs, followed while a screen shows them. */
import { useEffect, useRef, useState } from 'react'
import { keptLogLines } from '../../../app/contract/limits'
import type { LogLine } from '../../../app/contract/bridge/logs'
import { call, failureMessage } from '../../bridge/call'

const pauseMs = 500

export interface Logs {
  readonly lines: readonly LogLine[]
  readonly failure: string | null
}

export function useLogs(isFollowed: boolean): Logs {
  const [logs, setLogs] = useState<Logs>({ lines: [], failure: null })
  const last = useRef(0)
  useEffect(() => {
    if (!isFollowed) return
    const stop = new AbortController()
    void follow(stop.signal, last, setLogs)
    return () => stop.abort()
  }, [isFollowed])
  return logs
}

type Change = (change: (known: Logs) => Logs) => void

/** Polls for lines since the last request. */
async function follow(signal: AbortSignal, last: { current: number }, change: Change): Promise<void> {
  while (!signal.aborted) {
    try {
      const added = await call('log.read', { after: last.current })
      if (signal.aborted) return
      last.current = added.at(-1)?.number ?? last.current
      if (added.length > 0)
        change(({ lines }) => ({ lines: [...lines, ...added].slice(-keptLogLines), failure: null }))
    } catch (error) {
      change(({ lines }) => ({ lines, failure: failureMessage(error) }))
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
