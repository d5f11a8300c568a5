/** Single-line and multi-line text inputs with label, hint and error bound to the control. */
import { useId } from 'react'
import type { ComponentProps, ReactNode, Ref } from 'react'
import { classNames } from '../base/class-names'
import { VisibleText } from '../base/hidden-characters'
import fieldStyles from './field.module.css'
import hiddenStyles from '../base/visually-hidden.module.css'

export interface TextFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** The label stays as accessible name and is not drawn. */
  readonly isLabelHidden?: boolean
  readonly hint?: ReactNode
  /** What is wrong and how to fix it; marks the field as invalid. */
  readonly error?: string | null
  /** More than 1 makes it a textarea with this many rows. */
  readonly rows?: number
  /** For commands, JSON and paths. */
  readonly isCode?: boolean
  readonly type?: 'text' | 'password' | 'search' | 'url' | 'number'
  readonly placeholder?: string
  readonly maxLength?: number
  readonly isRequired?: boolean
  readonly isReadOnly?: boolean
  readonly isDisabled?: boolean
  readonly inputRef?: Ref<HTMLInputElement & HTMLTextAreaElement>
  readonly onKeyDown?: ComponentProps<'input'>['onKeyDown']
  readonly onBlur?: () => void
}

/** A labelled text input. `onChange` receives the text. */
export function TextField(props: TextFieldProps) {
  const id = useId()
  const hasError = props.error !== undefined && props.error !== null
  const shared = {
    id,
    value: props.value,
    placeholder: props.placeholder,
    maxLength: props.maxLength,
    required: props.isRequired,
    readOnly: props.isReadOnly,
    disabled: props.isDisabled,
    spellCheck: props.isCode === true ? false : undefined,
    autoComplete: 'off',
    'aria-invalid': hasError || undefined,
    'aria-describedby': describedBy(id, props.hint !== undefined, hasError),
    className: classNames(fieldStyles.fieldInput, props.isCode && fieldStyles.fieldInputCode),
    onBlur: props.onBlur,
    ref: props.inputRef
  }
  return (
    <div className={fieldStyles.field}>
      <label
        htmlFor={id}
        className={props.isLabelHidden ? hiddenStyles.visuallyHidden : fieldStyles.fieldLabel}
      >
        <VisibleText text={props.label} />
      </label>
      {(props.rows ?? 1) > 1 ? (
        <textarea {...shared} rows={props.rows} onChange={(event) => props.onChange(event.target.value)} />
      ) : (
        <input
          {...shared}
          type={props.type ?? 'text'}
          onKeyDown={props.onKeyDown}
          onChange={(event) => props.onChange(event.target.value)}
        />
      )}
      <FieldNotes id={id} hint={props.hint} error={props.error} />
    </div>
  )
}

/** Ids of hint and error for `aria-describedby`; undefined if there are none. */
export function describedBy(id: string, hasHint: boolean, hasError: boolean): string | undefined {
  const ids = [hasHint && `${id}-hint`, hasError && `${id}-error`].filter(Boolean)
  return ids.length > 0 ? ids.join(' ') : undefined
}

/** Hint and error under a control, with the ids that `describedBy` names. */
export function FieldNotes(props: {
  readonly id: string
  readonly hint?: ReactNode
  readonly error?: string | null | undefined
}) {
  return (
    <>
      {props.hint !== undefined && (
        <div id={`${props.id}-hint`} className={fieldStyles.fieldHint}>
          {typeof props.hint === 'string' ? <VisibleText text={props.hint} /> : props.hint}
        </div>
      )}
      {props.error !== undefined && props.error !== null && (
        <div id={`${props.id}-error`} className={fieldStyles.fieldError}>
          <VisibleText text={props.error} />
        </div>
      )}
    </>
  )
}
