/**
 * A button that stops taking presses while it has the focus, most often by its own press, keeps the focus until the person
 * moves on: it is marked as unavailable and ignores presses. Truly disabled it would drop the focus to the page, and
 * whoever works by keyboard would begin anew.
 */
import { useState } from 'react'
import type { ComponentProps, FocusEvent, MouseEvent } from 'react'

type ButtonEvents = Pick<ComponentProps<'button'>, 'disabled' | 'onFocus' | 'onBlur' | 'onClick'>

interface KeptFocus extends ButtonEvents {
  readonly 'aria-disabled'?: true
}

/** What the button gets in place of its own. */
export function useKeptFocus(isUnavailable: boolean, { onFocus, onBlur, onClick }: ButtonEvents): KeptFocus {
  const [hasFocus, setHasFocus] = useState(false)
  const events = {
    onFocus: (event: FocusEvent<HTMLButtonElement>) => {
      setHasFocus(true)
      onFocus?.(event)
    },
    onBlur: (event: FocusEvent<HTMLButtonElement>) => {
      setHasFocus(false)
      onBlur?.(event)
    }
  }
  if (!isUnavailable) return { disabled: false, ...events, ...(onClick !== undefined && { onClick }) }
  // Also no form is sent by it.
  const ignore = (event: MouseEvent) => event.preventDefault()
  return { disabled: !hasFocus, ...(hasFocus && { 'aria-disabled': true }), ...events, onClick: ignore }
}
