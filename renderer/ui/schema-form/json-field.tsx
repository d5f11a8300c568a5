/** The field for values that no other control can draw safely: the value as JSON text. */
import { useEffect, useId } from 'react'
import { JsonEditor } from './json-editor'
import { useSchemaForm, type ControlProps } from './context'
import { FieldFrame, frameDescription } from './frame'
import { messagesWithin } from './json'

export interface JsonControlProps extends ControlProps {
  /** Why it is JSON, as a sentence; null if that is expected. */
  readonly reason: string | null
  readonly isObjectOnly?: boolean
  /** True while the text has the focus or is invalid: the field must not change its kind meanwhile. */
  readonly onHold?: (isHeld: boolean) => void
}

export function JsonControl(props: JsonControlProps) {
  const id = useId()
  const { problems, markUnreadable } = useSchemaForm()
  const { pointer, onHold } = props
  const messages = messagesWithin(problems, pointer)
  useEffect(() => () => markUnreadable(pointer, false), [markUnreadable, pointer])
  const notes = { ...props.notes, hint: [props.reason, props.notes.hint].filter(Boolean).join(' ') || 'JSON' }
  return (
    <FieldFrame {...props} notes={notes} id={id} messages={messages} isLabelled>
      <JsonEditor
        id={id}
        label={props.name}
        isLabelHidden
        value={props.value}
        rows={2}
        isObjectOnly={props.isObjectOnly ?? pointer === ''}
        describedBy={frameDescription(id, { ...props, notes }, messages)}
        onFocus={() => onHold?.(true)}
        onBlur={() => onHold?.(false)}
        onReadable={(isReadable) => markUnreadable(pointer, !isReadable)}
        onChange={props.onChange}
      />
    </FieldFrame>
  )
}
