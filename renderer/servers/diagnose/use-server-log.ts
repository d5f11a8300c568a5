/** Reads a server's log again when the server changes or the user asks. An older answer never replaces a newer one. */
import { useEffect, useState } from 'react'
import type { ServerLogLine, ServerView } from '../../../app/contract/servers'
import { call, failureMessage } from '../../bridge/call'

export interface ServerLogState {
  /** Null until the first answer. */
  readonly lines: readonly ServerLogLine[] | null
  readonly failure: string | null
  readonly refresh: () => void
}

export function useServerLog(server: ServerView): ServerLogState {
  const [lines, setLines] = useState<readonly ServerLogLine[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [request, setRequest] = useState(0)
  useEffect(() => {
    let isCurrent = true
    call('server.read-log', { serverName: server.name }).then(
      (read) => {
        if (!isCurrent) return
        setLines(read)
        setFailure(null)
      },
      (error: unknown) => {
        if (isCurrent) setFailure(failureMessage(error))
      }
    )
    return () => void (isCurrent = false)
  }, [server, request])
  return { lines, failure, refresh: () => setRequest(request + 1) }
}
