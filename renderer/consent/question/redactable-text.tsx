/** A text under review from which the selected passage can be removed with one press. */
import { useRef, useState } from 'react'
import { Button } from '../../ui/controls/button'
import { classNames } from '../../ui/base/class-names'
import { ReviewedText, type ReviewedTextProps } from './reviewed-text'
import styles from './redactable-text.module.css'
import { consent } from '../../../app/texts/compiled/window/consent'

/** A model or a server reads it. */
const redacted = '[redacted by the user]'

export interface RedactableTextProps extends ReviewedTextProps {
  /** The button is in the label's line, and only if there is something to redact. Default false. */
  readonly isInline?: boolean
}

export function RedactableText({ isInline = false, ...props }: RedactableTextProps) {
  const { value, onChange } = props
  const frame = useRef<HTMLDivElement>(null)
  const [selection, setSelection] = useState({ start: 0, end: 0 })
  const readSelection = () => {
    const field = frame.current?.querySelector('textarea')
    if (field !== null && field !== undefined)
      setSelection({ start: field.selectionStart, end: field.selectionEnd })
  }
  const redact = () => {
    onChange(`${value.slice(0, selection.start)}${redacted}${value.slice(selection.end)}`)
    setSelection({ start: 0, end: 0 })
    frame.current?.querySelector('textarea')?.focus()
  }
  return (
    <div
      ref={frame}
      className={classNames(styles.redactableText, isInline && styles.redactableInline)}
      onSelect={readSelection}
    >
      <ReviewedText {...props} />
      <Button size="small" disabled={selection.start === selection.end} onClick={redact}>
        {consent.redact()}
      </Button>
    </div>
  )
}
