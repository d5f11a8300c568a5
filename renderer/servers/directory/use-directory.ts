/** The requested pages of a directory. A search waits for a pause in typing. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { DirectorySource } from '../../../app/contract/servers/directory'
import { call, failureMessage } from '../../bridge/call'
import { addPage, noPages, type Pages } from './pages'

export interface DirectoryState {
  readonly pages: Pages
  readonly isLoading: boolean
  /** Why the last page is missing, as a sentence. */
  readonly failure: string | null
  readonly loadMore: () => void
  readonly tryAgain: () => void
}

interface State {
  readonly pages: Pages
  readonly isLoading: boolean
  readonly failure: string | null
}

const beginning: State = { pages: noPages(), isLoading: true, failure: null }
/** Each search of a registry is a request. */
const pauseMs = 300

export function useDirectory(
  source: DirectorySource,
  search: string,
  registry: string | null
): DirectoryState {
  const [state, setState] = useState(beginning)
  /** Answers to an earlier query are ignored. */
  const asked = useRef(0)
  const read = useCallback(
    async (before: Pages) => {
      asked.current += 1
      const question = asked.current
      setState({ pages: before, isLoading: true, failure: null })
      try {
        const page = await call('directory.read', { source, search, cursor: before.nextCursor })
        if (asked.current === question)
          setState({ pages: addPage(before, page), isLoading: false, failure: null })
      } catch (error) {
        if (asked.current === question)
          setState({ pages: before, isLoading: false, failure: failureMessage(error) })
      }
    },
    [source, search]
  )
  useEffect(() => {
    setState(beginning)
    const timer = setTimeout(() => void read(noPages()), source === 'registry' && search !== '' ? pauseMs : 0)
    return () => {
      clearTimeout(timer)
      asked.current += 1
    }
  }, [read, source, search, registry])
  const { pages, isLoading, failure } = state
  const loadMore = (): void => {
    if (!isLoading && failure === null && pages.nextCursor !== null) void read(pages)
  }
  return { ...state, loadMore, tryAgain: () => void read(pages) }
}
