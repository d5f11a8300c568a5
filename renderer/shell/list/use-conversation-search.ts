/** Full-text search over all conversations while the user types. */
import { useEffect, useState } from 'react'
import type { FoundConversation } from '../../../app/contract/conversations'
import { call } from '../../bridge/call'
import { createLatestRequest } from '../../bridge/latest-request'
import { report } from '../../bridge/report'

/** The results, best first; null without a search or before the first answer. */
export function useConversationSearch(query: string): readonly FoundConversation[] | null {
  const [found, setFound] = useState<readonly FoundConversation[] | null>(null)
  const [search] = useState(() => createLatestRequest<readonly FoundConversation[]>(report))
  useEffect(() => {
    if (query !== '') return search.ask(() => call('conversation.search', { query }), setFound)
    search.forget()
    setFound(null)
  }, [query, search])
  useEffect(() => () => search.forget(), [search])
  return query === '' ? null : found
}
