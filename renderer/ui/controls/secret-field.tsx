/**
 * One masked field for a key, a token or a password. The value is in the control only: no state or prop has a copy,
 * so it is gone from the window once cleared. The form reads it on submit.
 */
import { useCallback, useId, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { VisibleText } from '../base/hidden-characters'
import { describedBy, FieldNotes } from './text-field'
import fieldStyles from './field.module.css'
import hiddenStyles from '../base/visually-hidden.module.css'

export interface Secret {
  /** It contains more than spaces. */
  readonly isFilled: boolean
  /** Without surrounding spaces. Never store it. */
  readonly read: () => string
  readonly clear: () => void
  /** For the field. */
  readonly control: RefObject<HTMLInputElement | null>
  readonly onFilled: (isFilled: boolean) => void
}

export function useSecret(): Secret {
  const control = useRef<HTMLInputElement>(null)
  const [isFilled, setIsFilled] = useState(false)
  const read = useCallback(() => control.current?.value.trim() ?? '', [])
  const clear = useCallback(() => {
    if (control.current !== null) control.current.value = ''
    setIsFilled(false)
  }, [])
  return { isFilled, read, clear, control, onFilled: setIsFilled }
}

export interface SecretFieldProps {
  readonly label: string
  /** The label stays as accessible name and is not drawn. */
  readonly isLabelHidden?: boolean
  readonly secret: Pick<Secret, 'control' | 'onFilled'>
  readonly hint?: ReactNode
  /** What is wrong and how to fix it; marks the field as invalid. */
  readonly error?: string | null
  readonly placeholder?: string
  /** The next field to fill in: a question over it gives it the focus when closed. */
  readonly isNext?: boolean
}

export function SecretField({ label, isLabelHidden = false, ...props }: SecretFieldProps) {
  const { secret, hint, error = null, placeholder, isNext = false } = props
  const id = useId()
  useEmptyAtTheEnd(secret.control)
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id} className={isLabelHidden ? hiddenStyles.visuallyHidden : fieldStyles.fieldLabel}>
        <VisibleText text={label} />
      </label>
      <input
        id={id}
        ref={secret.control}
        type="password"
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        data-next={isNext || undefined}
        aria-invalid={error !== null || undefined}
        aria-describedby={describedBy(id, hint !== undefined, error !== null)}
        className={fieldStyles.fieldInput}
        onInput={({ currentTarget }) => secret.onFilled(currentTarget.value.trim() !== '')}
      />
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}

/** Removed controls stay in memory for a while, so the typed value must be cleared. */
function useEmptyAtTheEnd(control: Secret['control']): void {
  useLayoutEffect(() => {
    const input = control.current
    return () => {
      if (input !== null) input.value = ''
    }
  }, [control])
}
