/** The list of tools above the composer: when it is open, its active row, and its keys. */
import { useCallback, useId, useMemo, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { ToolSummary } from '../../../app/contract/servers'
import type { Suggestions } from './composer'
import { readTypedCall, toolQuery } from './direct-input'
import { suggestionId } from './suggestion-id'
import { useToolSearch } from './use-tool-search'

export interface ToolSuggestionList {
  /** Null while the list is closed. */
  readonly list: {
    readonly id: string
    readonly tools: readonly ToolSummary[]
    readonly activeIndex: number
  } | null
  /** For the composer; null while the list is closed. */
  readonly suggestions: Suggestions | null
  readonly activate: (index: number) => void
  /** Closes the list until the text changes or an arrow key asks for it. */
  readonly close: () => void
  /** Arrow keys open the whole list in an empty text box, and reopen a closed list. */
  readonly openOnArrow: (event: KeyboardEvent) => void
}

export interface ToolSuggestionOptions {
  readonly isDirect: boolean
  readonly text: string
  /** Servers that are switched off here. Must be stable between renders. */
  readonly offServers: readonly string[]
  readonly onChoose: (tool: ToolSummary) => void
  /** Changes when the tools may have changed. */
  readonly freshness: unknown
}

export function useToolSuggestions({
  isDirect,
  text,
  offServers,
  onChoose,
  freshness
}: ToolSuggestionOptions): ToolSuggestionList {
  const id = useId()
  const [closedFor, setClosedFor] = useState<string | null>(null)
  const [isOpenEmpty, setIsOpenEmpty] = useState(false)
  const [active, setActive] = useState({ text: '', index: 0 })
  // Opening or closing applies to one text only.
  if (text !== '' && isOpenEmpty) setIsOpenEmpty(false)
  if (closedFor !== null && closedFor !== text) setClosedFor(null)
  const query = isDirect && canSuggest(text, isOpenEmpty) && closedFor !== text ? toolQuery(text) : null
  const { tools: found, isCurrent } = useToolSearch(query, freshness)
  const tools = useMemo(
    () => found.filter(({ serverName }) => !offServers.includes(serverName)),
    [found, offServers]
  )
  const isOpen = query !== null && tools.length > 0
  const activeIndex = active.text === text ? Math.min(active.index, tools.length - 1) : 0
  const activate = useCallback((index: number) => setActive({ text, index }), [text])
  const close = useCallback(() => {
    setClosedFor(text)
    setIsOpenEmpty(false)
  }, [text])

  const suggestions = useMemo((): Suggestions | null => {
    if (!isOpen) return null
    const move = (by: number) => activate((activeIndex + by + tools.length) % tools.length)
    const choose = () => {
      const tool = tools[activeIndex]
      if (tool === undefined || tool.problem !== null) return
      close()
      onChoose(tool)
    }
    const actions: Readonly<Record<string, () => void>> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter: choose,
      Escape: close
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const act = event.shiftKey ? undefined : actions[event.key]
      // Fast typing and Enter means the text, not a row that matches half of it.
      if (act === undefined || (event.key === 'Enter' && !isCurrent)) return false
      event.preventDefault()
      act()
      return true
    }
    return { listId: id, activeOptionId: suggestionId(id, activeIndex), onKeyDown }
  }, [isOpen, isCurrent, activate, activeIndex, tools, onChoose, close, id])

  const openOnArrow = (event: KeyboardEvent) => {
    if (!isDirect || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
    if (text !== '' && closedFor !== text) return
    event.preventDefault()
    setClosedFor(null)
    setIsOpenEmpty(text === '')
  }
  return { list: isOpen ? { id, tools, activeIndex } : null, suggestions, activate, close, openOnArrow }
}

/** Names are short and on one line; a complete call with arguments needs no list. */
function canSuggest(text: string, isOpenEmpty: boolean): boolean {
  if (text.trim() === '') return isOpenEmpty
  if (text.includes('\n') || text.length > 200) return false
  return readTypedCall(text)?.arguments === null || !text.includes('{')
}
