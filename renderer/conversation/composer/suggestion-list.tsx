/**
 * A list above the composer that the text box controls: the focus stays in the text box, which points at the active
 * row.
 */
import { useEffect, useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { suggestionId } from './suggestion-id'
import styles from './suggestion-list.module.css'

export interface SuggestionListProps<T> {
  readonly id: string
  /** Accessible name. */
  readonly label: string
  readonly items: readonly T[]
  readonly keyOf: (item: T) => string
  /** Can't be used; the row says why. */
  readonly isDisabled?: (item: T) => boolean
  readonly activeIndex: number
  readonly onActivate: (index: number) => void
  readonly onChoose: (item: T) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly renderItem: (item: T) => ReactNode
}

export function SuggestionList<T>(props: SuggestionListProps<T>) {
  const { id, items, activeIndex } = props
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' })
  }, [activeIndex, items])
  return (
    <ul
      ref={list}
      id={id}
      role="listbox"
      aria-label={props.label}
      className={styles.suggestionList}
      tabIndex={0}
      aria-activedescendant={suggestionId(id, activeIndex)}
      onKeyDown={props.onKeyDown}
    >
      {items.map((item, index) => (
        <li
          key={props.keyOf(item)}
          id={suggestionId(id, index)}
          role="option"
          aria-selected={index === activeIndex}
          aria-disabled={props.isDisabled?.(item) || undefined}
          className={styles.suggestion}
          onMouseMove={() => props.onActivate(index)}
          // A press must not move the focus from the text box.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => props.onChoose(item)}
        >
          {props.renderItem(item)}
        </li>
      ))}
    </ul>
  )
}
