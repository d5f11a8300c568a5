/** Reads a server's tools, and again whenever the server changes. An older answer never replaces a newer one. */
import { useEffect, useState } from 'react'
import type { ServerView, ToolView } from '../../../app/contract/servers'
import { failureMessage, readServer } from '../../bridge/call'

export interface ToolsReading {
  /** Null until the first answer. */
  readonly tools: readonly ToolView[] | null
  readonly failure: string | null
  readonly again: () => void
}

export function useTools(server: ServerView): ToolsReading {
  const [tools, setTools] = useState<readonly ToolView[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [request, setRequest] = useState(0)
  useEffect(() => {
    let isCurrent = true
    readServer(server.name, 'tools').then(
      (read) => {
        if (!isCurrent) return
        setTools(read)
        setFailure(null)
      },
      (error: unknown) => {
        if (isCurrent) setFailure(failureMessage(error))
      }
    )
    return () => void (isCurrent = false)
  }, [server, request])
  return { tools, failure, again: () => setRequest((count) => count + 1) }
}
