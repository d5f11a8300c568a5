/** Tools that fit what is typed, kept up with typing; late answers to older words are dropped. */
import { useEffect, useState } from 'react'
import type { ToolSummary } from '../../app/contract/servers'
import { call } from '../bridge/call'
import { report } from '../bridge/report'

const pauseMs = 60
const limit = 50

/** Ranked tools for `query`; null: nobody asks. `freshness` changes when the tools may have changed. */
export function useToolSearch(query: string | null, freshness: unknown): readonly ToolSummary[] {
  const [tools, setTools] = useState<readonly ToolSummary[]>([])
  useEffect(() => {
    if (query === null) {
      setTools([])
      return
    }
    let isWanted = true
    const timer = setTimeout(() => {
      void call('tool.search', { query, limit }).then((found) => isWanted && setTools(found), report)
    }, pauseMs)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [query, freshness])
  return tools
}
