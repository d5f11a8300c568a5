/** The active row of a list above the composer, and how the text box's keys move it. */
import { useCallback, useMemo, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { Suggestions } from './composer'
import { suggestionId } from './suggestion-id'

export interface SuggestionKeysOptions<T> {
  readonly listId: string
  /** Empty: the list is closed. */
  readonly items: readonly T[]
  /** The typed text. A change makes the first row active. */
  readonly typed: string
  readonly onChoose: (item: T) => void
  readonly onClose: () => void
}

export interface SuggestionKeys {
  /** For the composer; null while the list is closed. */
  readonly suggestions: Suggestions | null
  readonly activeIndex: number
  readonly activate: (index: number) => void
}

export function useSuggestionKeys<T>(options: SuggestionKeysOptions<T>): SuggestionKeys {
  const { listId, items, typed, onChoose, onClose } = options
  const [active, setActive] = useState({ typed: '', index: 0 })
  const activeIndex = active.typed === typed ? Math.min(active.index, items.length - 1) : 0
  const activate = useCallback((index: number) => setActive({ typed, index }), [typed])
  const suggestions = useMemo((): Suggestions | null => {
    if (items.length === 0) return null
    const move = (by: number) => activate((activeIndex + by + items.length) % items.length)
    const choose = () => {
      const item = items[activeIndex]
      if (item !== undefined) onChoose(item)
    }
    const actions: Readonly<Record<string, () => void>> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter: choose,
      Tab: choose,
      Escape: onClose
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const act = event.shiftKey ? undefined : actions[event.key]
      if (act === undefined) return false
      event.preventDefault()
      act()
      return true
    }
    return { listId, activeOptionId: suggestionId(listId, activeIndex), onKeyDown }
  }, [listId, items, activeIndex, activate, onChoose, onClose])
  return { suggestions, activeIndex, activate }
}
