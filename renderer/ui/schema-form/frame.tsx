/** The parts around every control: its name, marks, description, limits and problems, bound to it by id. */
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { forms } from '../../../app/texts/compiled/window/forms'
import { IconButton } from '../controls/button'
import { VisibleText } from '../base/hidden-characters'
import type { ControlProps } from './context'
import schemaFormStyles from './schema-form.module.css'

export interface FieldFrameProps extends ControlProps {
  /** Id of the control; `-label`, `-notes` and `-problems` are derived from it. */
  readonly id: string
  readonly messages: readonly string[]
  readonly children: ReactNode
  /** The control has its own name; the frame only draws it. */
  readonly isLabelled?: boolean
  /** The control shows notes and problems. */
  readonly isDescribed?: boolean
}

/** Ids for `aria-describedby` of the control inside the frame. */
export function frameDescription(
  id: string,
  props: ControlProps,
  messages: readonly string[]
): string | undefined {
  const ids = [hasNotes(props) && `${id}-notes`, messages.length > 0 && `${id}-problems`].filter(Boolean)
  return ids.length === 0 ? undefined : ids.join(' ')
}

/** The frame of one control. */
export function FieldFrame(props: FieldFrameProps) {
  return (
    <div className={schemaFormStyles.schemaField}>
      <div className={schemaFormStyles.schemaFieldHead}>
        {props.isLabelled === true ? (
          <span className={schemaFormStyles.schemaFieldName} aria-hidden>
            <VisibleText text={props.name} />
          </span>
        ) : (
          <label id={`${props.id}-label`} htmlFor={props.id} className={schemaFormStyles.schemaFieldName}>
            <VisibleText text={props.name} />
          </label>
        )}
        <FieldMarks {...props} />
        <FieldCommands {...props} />
      </div>
      {props.children}
      {props.isDescribed !== true && <FieldRemarks {...props} />}
    </div>
  )
}

/** Title and whether the value is required. */
export function FieldMarks({ notes, name, isRequired, isItem = false }: ControlProps) {
  return (
    <>
      {notes.title !== null && notes.title !== name && (
        <span className={schemaFormStyles.schemaFieldTitle}>
          <VisibleText text={notes.title} />
        </span>
      )}
      {isRequired && !isItem && (
        <span className={schemaFormStyles.schemaFieldRequired}>{forms.required()}</span>
      )}
    </>
  )
}

/** Description, limits, default and problems under a control. */
export function FieldRemarks(
  props: ControlProps & { readonly id: string; readonly messages: readonly string[] }
) {
  const { id, messages } = props
  return (
    <>
      {hasNotes(props) && (
        <div id={`${id}-notes`} className={schemaFormStyles.schemaFieldNotes}>
          <NotesText {...props} />
        </div>
      )}
      {messages.length > 0 && (
        <ul id={`${id}-problems`} className={schemaFormStyles.schemaFieldProblems}>
          {messages.map((message) => (
            <li key={message}>
              <VisibleText text={message} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The server's description of the property, and the allowed values. */
export function NotesText({ notes }: ControlProps) {
  const line = [notes.hint, notes.defaultText !== null && forms.defaultValue({ value: notes.defaultText })]
    .filter(Boolean)
    .join('. ')
  return (
    <>
      {notes.description !== null && (
        <p>
          <VisibleText text={notes.description} />
        </p>
      )}
      {line !== '' && (
        <p>
          <VisibleText text={line} />
        </p>
      )}
    </>
  )
}

/** Removing the value and setting it to null, if the schema allows it. */
function FieldCommands(props: FieldFrameProps) {
  const describedBy = `${props.id}-label`
  const isNull = props.value === null
  return (
    <span className={schemaFormStyles.schemaFieldCommands}>
      {props.notes.isNullable && (
        <button
          type="button"
          className={schemaFormStyles.schemaNull}
          aria-pressed={isNull}
          aria-label={forms.setToNull()}
          aria-describedby={describedBy}
          onClick={() => props.onChange(isNull ? undefined : null)}
        >
          null
        </button>
      )}
      {!props.isRequired && props.value !== undefined && !isNull && (
        <IconButton
          label={forms.clear()}
          icon={X}
          size="small"
          aria-describedby={describedBy}
          onClick={() => props.onChange(undefined)}
        />
      )}
    </span>
  )
}

/** Whether `NotesText` has anything to show. */
export function hasNotes({ notes }: ControlProps): boolean {
  return notes.description !== null || notes.hint !== null || notes.defaultText !== null
}
