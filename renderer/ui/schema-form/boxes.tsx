/** The control for several fixed values: one checkbox per value. */
import { useId } from 'react'
import { plainWithMarks, VisibleText } from '../base/hidden-characters'
import { choiceText, type Choices } from './choices'
import { useSchemaForm, type ControlProps } from './context'
import { FieldFrame, frameDescription } from './frame'
import { isSameJson, messagesWithin, type Json } from './json'
import schemaFormStyles from './schema-form.module.css'

/** Checked values are sent in the order of the choices; an optional field without checked values is not sent. */
export function BoxesControl(props: ControlProps & { readonly shape: Choices }) {
  const id = useId()
  const { problems } = useSchemaForm()
  const messages = messagesWithin(problems, props.pointer)
  const { shape } = props
  const value = Array.isArray(props.value) ? props.value : []
  const isTicked = (choice: Json) => value.some((item) => isSameJson(item, choice))
  const toggle = (toggled: Json, isOn: boolean) => {
    const next = shape.choices.filter((choice) => (isSameJson(choice, toggled) ? isOn : isTicked(choice)))
    props.onChange(next.length === 0 && !props.isRequired ? undefined : next)
  }
  return (
    <FieldFrame {...props} id={id} messages={messages} isLabelled>
      <div
        className={schemaFormStyles.schemaBoxes}
        role="group"
        aria-label={plainWithMarks(props.name)}
        aria-describedby={frameDescription(id, props, messages)}
      >
        {shape.choices.map((choice, index) => (
          <label key={JSON.stringify(choice)} className={schemaFormStyles.schemaBox}>
            <input
              type="checkbox"
              checked={isTicked(choice)}
              disabled={props.value === null}
              aria-invalid={messages.length > 0 || undefined}
              onChange={(event) => toggle(choice, event.target.checked)}
            />
            <span>
              <VisibleText text={choiceText(shape, index)} />
            </span>
          </label>
        ))}
      </div>
    </FieldFrame>
  )
}
