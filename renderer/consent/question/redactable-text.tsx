/** A text under review from which the passage that is selected can be taken out with one press. */
import { useRef, useState } from 'react'
import { Button } from '../../ui/controls/button'
import './redactable-text.css'
import { ReviewedText, type ReviewedTextProps } from './reviewed-text'

const redacted = '[redacted by the person]'

export function RedactableText(props: ReviewedTextProps) {
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
    <div ref={frame} className="redactable-text" onSelect={readSelection}>
      <ReviewedText {...props} />
      <Button
        size="small"
        className="redactable-button"
        disabled={selection.start === selection.end}
        onClick={redact}
      >
        Redact selection
      </Button>
    </div>
  )
}
