/** Controls for true and false, for one of several values, and for a fixed value. */
import { Check } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { forms } from '../../../app/texts/compiled/window/forms'
import { Button } from '../controls/button'
import { plainWithMarks, VisibleText } from '../base/hidden-characters'
import { choiceText, type Choices } from './choices'
import { useSchemaForm, type ControlProps } from './context'
import { FieldFrame, frameDescription, hasNotes, NotesText } from './frame'
import { shortText } from './hints'
import { isSameJson, messagesAt, type Json } from './json'
import { Select } from '../controls/select'
import schemaFormStyles from './schema-form.module.css'

/** A checkbox that can also be unset: then it is neither checked nor unchecked, and says so. */
export function BooleanControl(props: ControlProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { problems, isLabelledByTitle } = useSchemaForm()
  const messages = messagesAt(problems, props.pointer)
  const isUnset = typeof props.value !== 'boolean'
  useEffect(() => {
    if (input.current !== null) input.current.indeterminate = isUnset
  }, [isUnset])
  return (
    <FieldFrame {...props} id={id} messages={messages}>
      <div className={schemaFormStyles.schemaBoolean}>
        <input
          ref={input}
          id={id}
          type="checkbox"
          checked={props.value === true}
          disabled={props.value === null}
          aria-invalid={messages.length > 0 || undefined}
          aria-describedby={frameDescription(id, props, messages)}
          onChange={(event) => props.onChange(event.target.checked)}
        />
        {(isUnset || !isLabelledByTitle) && (
          <span className={isUnset ? schemaFormStyles.schemaUnset : schemaFormStyles.schemaBooleanWord}>
            {isUnset ? (props.value === null ? 'null' : forms.notSet()) : String(props.value)}
          </span>
        )}
      </div>
    </FieldFrame>
  )
}

const unlisted = 'unlisted'

/** A select. A value outside the choices stays and is shown as such until another is chosen. */
export function ChoiceControl(props: ControlProps & { readonly shape: Choices }) {
  const id = useId()
  const { problems } = useSchemaForm()
  const messages = messagesAt(problems, props.pointer)
  const { value, shape } = props
  const { choices } = shape
  const chosen =
    value === undefined || value === null ? -1 : choices.findIndex((choice) => isSameJson(choice, value))
  const isUnlisted = value !== undefined && value !== null && chosen === -1
  const options = choices.map((_choice, index) => ({
    value: String(index),
    label: choiceText(shape, index)
  }))
  if (isUnlisted) options.unshift({ value: unlisted, label: forms.unlisted({ value: shortText(value) }) })
  const pick = (picked: string) => picked !== unlisted && props.onChange(choices[Number(picked)])
  return (
    <FieldFrame {...props} id={id} messages={messages} isLabelled isDescribed>
      <Select
        label={props.name}
        isLabelHidden
        {...(hasNotes(props) && { hint: <NotesText {...props} /> })}
        error={messages.length === 0 ? null : messages.join(' ')}
        value={isUnlisted ? unlisted : chosen === -1 ? '' : String(chosen)}
        placeholder={value === null ? 'null' : forms.choose()}
        options={options}
        isDisabled={value === null}
        onChange={pick}
      />
    </FieldFrame>
  )
}

/** The one value that the schema allows. */
export function ConstantControl(props: ControlProps & { readonly constant: Json }) {
  const id = useId()
  const { problems } = useSchemaForm()
  const messages = messagesAt(problems, props.pointer)
  const isSet = props.value !== undefined && isSameJson(props.value, props.constant)
  return (
    <FieldFrame {...props} id={id} messages={messages} isLabelled>
      <div className={schemaFormStyles.schemaConstant} role="group" aria-label={plainWithMarks(props.name)}>
        <code>
          <VisibleText text={shortText(props.constant)} />
        </code>
        {isSet ? (
          <span className={schemaFormStyles.schemaUnset}>
            <Check size={14} aria-hidden /> {forms.alwaysThis()}
          </span>
        ) : (
          <>
            <span className={schemaFormStyles.schemaUnset}>
              {props.value === undefined ? (
                forms.notSet()
              ) : (
                <VisibleText text={forms.nowValue({ value: shortText(props.value) })} />
              )}
            </span>
            <Button size="small" onClick={() => props.onChange(props.constant)}>
              {forms.useThis()}
            </Button>
          </>
        )}
      </div>
    </FieldFrame>
  )
}
