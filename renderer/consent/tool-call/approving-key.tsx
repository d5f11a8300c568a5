/** Ctrl+Enter, or Cmd+Enter on a Mac, approves one call: the button's hint, and the key handler. */
import { useContext, useEffect, useRef } from 'react'
import { isApprovingKey } from '../../../app/contract/approval/press-trail'
import { useGuardedPress } from '../../ui/controls/guarded-button'
import { QuestionVisibility } from '../question/question-place'
import { isMacKeyboard } from './approving-keys'
import { consent } from '../../../app/texts/compiled/window/consent'
import styles from './approving-key.module.css'

/** The button's name excludes it. */
export function ApprovingKeyHint() {
  return (
    <kbd aria-hidden className={styles.approvingKey}>
      {isMacKeyboard ? consent.approvingKeyMac() : consent.approvingKey()}
    </kbd>
  )
}

const texts = 'input, textarea, select, [contenteditable]'

/** Draws nothing. The key counts half a second after it appeared, but not in a field, where it is part of typing. */
export function ApprovingKey({ onApprove }: { readonly onApprove: () => void }) {
  const press = useGuardedPress(onApprove)
  const isInSight = useContext(QuestionVisibility)
  const latest = useRef(press)
  useEffect(() => {
    latest.current = press
  })
  useEffect(() => {
    if (!isInSight) return
    const onKeyDown = (event: KeyboardEvent) => {
      const isInField = event.target instanceof Element && event.target.closest(texts) !== null
      if (!isApprovingKey(event) || event.repeat || isInField || event.defaultPrevented) return
      event.preventDefault()
      latest.current.onKeyDown(event)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [isInSight])
  return null
}
