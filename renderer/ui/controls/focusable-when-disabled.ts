/**
 * A button that becomes unavailable while it has the focus, most often by its own press, keeps the focus until the
 * user moves on: it is marked as unavailable and ignores presses. A `disabled` button would lose the focus to the
 * page, and keyboard users would have to start again.
 */
import { useState } from 'react'
import type { ComponentProps, FocusEvent, MouseEvent } from 'react'

type ButtonEvents = Pick<ComponentProps<'button'>, 'disabled' | 'onFocus' | 'onBlur' | 'onClick'>

interface KeptFocus extends ButtonEvents {
  readonly 'aria-disabled'?: true
}

/** Replaces the button's own attributes. */
export function useFocusableWhenDisabled(
  isUnavailable: boolean,
  { onFocus, onBlur, onClick }: ButtonEvents
): KeptFocus {
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
  // It also submits no form.
  const ignore = (event: MouseEvent) => event.preventDefault()
  return { disabled: !hasFocus, ...(hasFocus && { 'aria-disabled': true }), ...events, onClick: ignore }
}
