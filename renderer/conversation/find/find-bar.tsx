/** The bar above the messages for searching in this conversation. */
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { IconButton } from '../../ui/controls/button'
import { find, useFind } from './find-view-store'
import type { Matches } from './use-matches'
import styles from './find-bar.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

export interface FindBarProps {
  readonly matches: Matches
  /** The focus must move somewhere else. */
  readonly onClosed: () => void
}

/** A search landmark named `Find in conversation`; nothing while closed. */
export function FindBar({ matches, onClosed }: FindBarProps) {
  const { isOpen, words, wishes } = useFind()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!isOpen) return
    field.current?.focus()
    field.current?.select()
  }, [isOpen, wishes])
  useStepKey(isOpen, matches)
  if (!isOpen) return null
  const close = () => {
    find.close()
    onClosed()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && event.target === field.current) matches.step(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div role="search" aria-label={texts.findBar()} className={styles.findBar} onKeyDown={onKeyDown}>
      <input
        ref={field}
        className={styles.findWords}
        aria-label={texts.findWords()}
        placeholder={texts.findWords()}
        maxLength={500}
        spellCheck={false}
        value={words}
        onChange={(event) => find.setWords(event.target.value)}
      />
      <span role="status" className={styles.findCount}>
        {countWords(words, matches)}
      </span>
      <IconButton
        label={texts.findPrevious()}
        icon={ChevronUp}
        size="small"
        disabled={matches.count === 0}
        onClick={() => matches.step(-1)}
      />
      <IconButton
        label={texts.findNext()}
        icon={ChevronDown}
        size="small"
        disabled={matches.count === 0}
        onClick={() => matches.step(1)}
      />
      <IconButton label={texts.findClose()} icon={X} size="small" onClick={close} />
    </div>
  )
}

/** F3 continues regardless of the focus. */
function useStepKey(isOpen: boolean, { step }: Matches): void {
  const latest = useRef(step)
  latest.current = step
  useEffect(() => {
    if (!isOpen) return
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'F3') return
      event.preventDefault()
      latest.current(event.shiftKey ? -1 : 1)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [isOpen])
}

function countWords(text: string, { count, position, isReading }: Matches): string {
  if (text.trim() === '') return ''
  if (count > 0) return texts.findCount({ position: position + 1, count })
  return isReading ? '' : texts.findNone()
}
