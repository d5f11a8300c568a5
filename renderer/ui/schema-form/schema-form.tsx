/**
 * A form for a JSON Schema 2020-12 object: one control per property, found by the property's name. It draws and
 * edits, but does not validate. Parts that it can't draw become a JSON field, and showing a value never changes it.
 * `model.ts` decides how a place is drawn.
 */
import { useCallback, useMemo, useRef, useState } from 'react'
import { forms } from '../../../app/texts/compiled/window/forms'
import { Button } from '../controls/button'
import { classNames } from '../base/class-names'
import { VisibleText } from '../base/hidden-characters'
import { SchemaFormProvider, type SchemaFieldProps } from './context'
import { SchemaField } from './form-field'
import { isJsonRecord, messagesWithin, readOwn, type FieldProblem, type Json, type JsonRecord } from './json'
import { describeField } from './model'
import { ObjectFields } from './object'
import styles from './schema-form.module.css'

export interface SchemaFormProps {
  readonly schema: JsonRecord
  readonly value: JsonRecord
  readonly onChange: (value: JsonRecord) => void
  /** Shown at the fields they name; those without a field are on top. */
  readonly problems: readonly FieldProblem[]
  /** True while a JSON part contains invalid text, so that `value` differs from what is shown. */
  readonly onUnreadable?: (isUnreadable: boolean) => void
  /** For forms that users answer: fields are labelled by their titles. Default: by property names. */
  readonly isLabelledByTitle?: boolean
}

const noNotes = { title: null, description: null, hint: null, defaultText: null, isNullable: false }

/** The form. Use `initialArguments(schema)` as the first value if nothing has been filled in yet. */
export function SchemaForm(props: SchemaFormProps) {
  const { schema, value, onChange, problems, onUnreadable, isLabelledByTitle = false } = props
  const markUnreadable = useUnreadableParts(onUnreadable)
  const context = useMemo(
    () => ({ root: schema, problems, isLabelledByTitle, markUnreadable, renderField }),
    [schema, problems, isLabelledByTitle, markUnreadable]
  )
  const change = (next: Json | undefined) => {
    if (next === undefined || isJsonRecord(next)) onChange(next ?? {})
  }
  return (
    <SchemaFormProvider value={context}>
      <div className={classNames(styles.schemaForm, isLabelledByTitle && styles.schemaFormTitled)}>
        <RootFields schema={schema} value={value} problems={problems} onChange={change} />
      </div>
    </SchemaFormProvider>
  )
}

function renderField(props: SchemaFieldProps) {
  return <SchemaField key={props.pointer} {...props} />
}

interface RootFieldsProps {
  readonly schema: JsonRecord
  readonly value: JsonRecord
  readonly problems: readonly FieldProblem[]
  readonly onChange: (value: Json | undefined) => void
}

/** The properties have no frame; a root that isn't a plain object gets one. */
function RootFields({ schema, value, problems, onChange }: RootFieldsProps) {
  const { control } = useMemo(() => describeField(schema, value, { root: schema, depth: 0 }), [schema, value])
  const root = { name: forms.arguments(), schema, value, onChange, pointer: '', depth: 0, isRequired: true }
  if (control.kind !== 'object') {
    return takesNothing(schema) && Object.keys(value).length === 0 ? (
      <NoProperties {...root} />
    ) : (
      renderField(root)
    )
  }
  const drawn = new Set(control.properties.map(({ name }) => name))
  const messages = messagesWithin(problems, '', drawn)
  return (
    <>
      {messages.length > 0 && (
        <ul className={styles.schemaFieldProblems} role="alert">
          {messages.map((message) => (
            <li key={message}>
              <VisibleText text={message} />
            </li>
          ))}
        </ul>
      )}
      <ObjectFields {...root} notes={noNotes} shape={control} />
    </>
  )
}

/** Most tools without properties need none, but users can still add some. */
function NoProperties(props: SchemaFieldProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (isOpen) return renderField(props)
  return (
    <p className={styles.schemaNothing}>
      {forms.noArguments()}
      <Button size="small" variant="quiet" onClick={() => setIsOpen(true)}>
        {forms.enterAsJson()}
      </Button>
    </p>
  )
}

function takesNothing(schema: JsonRecord): boolean {
  const properties = readOwn(schema, 'properties')
  return (
    readOwn(schema, 'additionalProperties') === false ||
    (isJsonRecord(properties) && Object.keys(properties).length === 0)
  )
}

/** Reports when the first part becomes invalid and when the last one is valid again. */
function useUnreadableParts(onUnreadable: ((isUnreadable: boolean) => void) | undefined) {
  const parts = useRef(new Set<string>())
  return useCallback(
    (pointer: string, isUnreadable: boolean) => {
      const had = parts.current.size > 0
      if (isUnreadable) parts.current.add(pointer)
      else parts.current.delete(pointer)
      if (parts.current.size > 0 !== had) onUnreadable?.(parts.current.size > 0)
    },
    [onUnreadable]
  )
}
