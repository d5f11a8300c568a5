/** Full-text search over all conversations while the person types. */
import { useEffect, useState } from 'react'
import type { FoundConversation } from '../../../app/contract/conversations'
import { call } from '../../bridge/call'
import { report } from '../../bridge/report'

const pauseMs = 150

/** What was found, best first; null while nothing is searched for or the first answer is not there. */
export function useConversationSearch(query: string): readonly FoundConversation[] | null {
  const [found, setFound] = useState<readonly FoundConversation[] | null>(null)
  useEffect(() => {
    if (query === '') {
      setFound(null)
      return
    }
    let isWanted = true
    const timer = setTimeout(() => {
      void call('conversation.search', { query }).then((result) => isWanted && setFound(result), report)
    }, pauseMs)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [query])
  return query === '' ? null : found
}
