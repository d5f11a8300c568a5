/**
 * JSON as text, for users who prefer it and for values that a form can't draw. Shows the value unchanged, changes it
 * only by typing, and reports invalid JSON. Independent of schemas.
 */
import { parseTree, printParseErrorCode, type ParseError } from 'jsonc-parser'
import { useId, useState } from 'react'
import { forms } from '../../../app/texts/compiled/window/forms'
import { describeHiddenCharacters, VisibleText } from '../base/hidden-characters'
import { FieldNotes, describedBy } from '../controls/text-field'
import { isJsonRecord, isSameJson, type Json } from './json'
import { classNames } from '../base/class-names'
import fieldStyles from '../controls/field.module.css'
import hiddenStyles from '../base/visually-hidden.module.css'
import styles from './json-editor.module.css'

export interface JsonEditorProps {
  readonly label: string
  readonly value: Json | undefined
  /** Called for valid text only; empty text is `undefined`. */
  readonly onChange: (value: Json | undefined) => void
  /** Whether the text is valid JSON; while it isn't, `onChange` is not called. */
  readonly onReadable?: (isReadable: boolean) => void
  /** Anything but an object counts as invalid. */
  readonly isObjectOnly?: boolean
  readonly isLabelHidden?: boolean
  readonly rows?: number
  readonly error?: string | null
  /** Ids of further notes about the value. */
  readonly describedBy?: string | undefined
  readonly id?: string
  readonly onFocus?: () => void
  readonly onBlur?: () => void
}

export type ReadJson = { readonly value: Json | undefined } | { readonly problem: string }

/** An editor for one JSON value. */
export function JsonEditor(props: JsonEditorProps) {
  const ownId = useId()
  const id = props.id ?? ownId
  const [draft, setDraft] = useState(() => writeJson(props.value))
  const [known, setKnown] = useState(props.value)
  if (!isSameJson(known, props.value)) {
    setKnown(props.value)
    setDraft(writeJson(props.value))
  }
  const read = readJson(draft, props.isObjectOnly)
  const error = 'problem' in read ? read.problem : (props.error ?? null)
  const hidden = describeHiddenCharacters(draft)
  const change = (text: string) => {
    setDraft(text)
    const next = readJson(text, props.isObjectOnly)
    props.onReadable?.(!('problem' in next))
    if ('problem' in next) return
    setKnown(next.value)
    props.onChange(next.value)
  }
  return (
    <div className={fieldStyles.field}>
      <label
        id={`${id}-label`}
        htmlFor={id}
        className={props.isLabelHidden ? hiddenStyles.visuallyHidden : fieldStyles.fieldLabel}
      >
        <VisibleText text={props.label} />
      </label>
      <textarea
        id={id}
        className={classNames(fieldStyles.fieldInput, fieldStyles.fieldInputCode, styles.jsonEditor)}
        rows={props.rows ?? 3}
        style={props.rows === undefined ? undefined : { minHeight: `${props.rows * 20 + 12}px` }}
        value={draft}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={error !== null || undefined}
        aria-describedby={
          [describedBy(id, hidden !== null, error !== null), props.describedBy].filter(Boolean).join(' ') ||
          undefined
        }
        onFocus={props.onFocus}
        onBlur={props.onBlur}
        onChange={(event) => change(event.target.value)}
      />
      <FieldNotes id={id} {...(hidden !== null && { hint: `${hidden}.` })} error={error} />
    </div>
  )
}

/** The value of a text, or why it is invalid JSON, with line and column counted from 1. */
export function readJson(text: string, isObjectOnly = false): ReadJson {
  if (text.trim() === '') return { value: undefined }
  try {
    const value = JSON.parse(text) as Json
    return isObjectOnly && !isJsonRecord(value) ? { problem: forms.notObject() } : { value }
  } catch {
    return { problem: describeFirstProblem(text) } // the parser below reports the position
  }
}

function writeJson(value: Json | undefined): string {
  return value === undefined ? '' : JSON.stringify(value, null, 2)
}

function describeFirstProblem(text: string): string {
  const errors: ParseError[] = []
  parseTree(text, errors, { disallowComments: true })
  const first = errors[0]
  if (first === undefined) return forms.notJson()
  const before = text.slice(0, first.offset).split('\n')
  const column = (before.at(-1)?.length ?? 0) + 1
  return forms.notJsonAt({ problem: printParseErrorCode(first.error), line: before.length, column })
}
