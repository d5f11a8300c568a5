/** Tools that match the typed text. Drops late answers to earlier text. */
import { useEffect, useState } from 'react'
import type { ToolSummary } from '../../../app/contract/servers'
import { call } from '../../bridge/call'
import { createLatestRequest } from '../../bridge/latest-request'
import { report } from '../../bridge/report'

const limit = 50

export interface FoundTools {
  /** Best first. */
  readonly tools: readonly ToolSummary[]
  /** False while they still answer an older query. */
  readonly isCurrent: boolean
}

const nothing: { readonly query: string | null; readonly tools: readonly ToolSummary[] } = {
  query: null,
  tools: []
}

/** Ranked tools for `query`; null: don't search. `freshness` changes when the tools may have changed. */
export function useToolSearch(query: string | null, freshness: unknown): FoundTools {
  const [found, setFound] = useState(nothing)
  const [search] = useState(() => createLatestRequest<readonly ToolSummary[]>(report))
  useEffect(() => {
    if (query !== null)
      return search.ask(
        () => call('tool.search', { query, limit }),
        (tools) => setFound({ query, tools })
      )
    search.forget()
    setFound(nothing)
  }, [query, freshness, search])
  useEffect(() => () => search.forget(), [search])
  return { tools: found.tools, isCurrent: found.query === query }
}
