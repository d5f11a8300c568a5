/** Controls for objects: one field per property, and one JSON field for all other values. */
import { Plus, X } from 'lucide-react'
import { useId, useMemo } from 'react'
import { forms } from '../../../app/texts/compiled/window/forms'
import { Button } from '../controls/button'
import { VisibleText } from '../base/hidden-characters'
import { JsonControl } from './json-field'
import { useSchemaForm, type ControlProps } from './context'
import { FieldMarks, FieldRemarks } from './frame'
import { initialValue } from './initial'
import {
  childPointer,
  isJsonRecord,
  messagesWithin,
  readOwn,
  withKey,
  type Json,
  type JsonRecord
} from './json'
import type { PropertyPlace } from './model'
import schemaFormStyles from './schema-form.module.css'

export interface ObjectShape {
  readonly properties: readonly PropertyPlace[]
  readonly hasMore: boolean
}

/** An object inside another value: a named group that can be added and removed if it is optional. */
export function ObjectControl(props: ControlProps & { readonly shape: ObjectShape }) {
  const id = useId()
  const { problems, root } = useSchemaForm()
  const isOpen = isJsonRecord(props.value) || (props.isRequired && props.value === undefined)
  const drawn = new Set(isOpen ? props.shape.properties.map(({ name }) => name) : [])
  const messages = messagesWithin(problems, props.pointer, drawn)
  const add = () => props.onChange(initialValue(props.schema, root) ?? {})
  return (
    <div className={schemaFormStyles.schemaGroup} role="group" aria-labelledby={`${id}-label`}>
      <div className={schemaFormStyles.schemaFieldHead}>
        <span id={`${id}-label`} className={schemaFormStyles.schemaFieldName}>
          <VisibleText text={props.name} />
        </span>
        <FieldMarks {...props} />
        <span className={schemaFormStyles.schemaFieldCommands}>
          {!isOpen && (
            <Button size="small" variant="quiet" icon={Plus} onClick={add} aria-describedby={`${id}-label`}>
              {forms.add()}
            </Button>
          )}
          {isOpen && !props.isRequired && (
            <Button
              size="small"
              variant="quiet"
              icon={X}
              onClick={() => props.onChange(undefined)}
              aria-describedby={`${id}-label`}
            >
              {forms.remove()}
            </Button>
          )}
        </span>
      </div>
      <FieldRemarks {...props} id={id} messages={messages} />
      {isOpen && (
        <div className={schemaFormStyles.schemaGroupBody}>
          <ObjectFields {...props} />
        </div>
      )}
    </div>
  )
}

/** The fields of an object without a frame. */
export function ObjectFields(props: ControlProps & { readonly shape: ObjectShape }) {
  const { renderField } = useSchemaForm()
  const record = isJsonRecord(props.value) ? props.value : {}
  return (
    <>
      {props.shape.properties.map((property) =>
        renderField({
          name: property.name,
          schema: property.schema,
          value: readOwn(record, property.name),
          onChange: (value) => props.onChange(withKey(record, property.name, value)),
          pointer: childPointer(props.pointer, property.name),
          depth: props.depth + 1,
          isRequired: property.isRequired
        })
      )}
      <OtherProperties {...props} record={record} />
    </>
  )
}

/** The value's keys beyond the drawn properties, and properties beyond the limit. */
function OtherProperties(props: ControlProps & { readonly shape: ObjectShape; readonly record: JsonRecord }) {
  const { shape, record } = props
  const drawn = useMemo(() => new Set(shape.properties.map(({ name }) => name)), [shape])
  const others = useMemo(
    () => Object.fromEntries(Object.entries(record).filter(([name]) => !drawn.has(name))),
    [record, drawn]
  )
  const isEmpty = Object.keys(others).length === 0
  if (isEmpty && !shape.hasMore) return null
  const change = (value: Json | undefined) => {
    if (value !== undefined && !isJsonRecord(value)) return
    const kept = Object.entries(record).filter(([name]) => drawn.has(name))
    const added = Object.entries(value ?? {}).filter(([name]) => !drawn.has(name))
    props.onChange(Object.fromEntries([...kept, ...added]))
  }
  return (
    <JsonControl
      {...props}
      name={forms.otherProperties()}
      notes={{ title: null, description: null, hint: null, defaultText: null, isNullable: false }}
      reason={shape.hasMore ? forms.moreProperties() : forms.notInSchema()}
      value={isEmpty ? undefined : others}
      isRequired={false}
      isObjectOnly
      pointer={`${props.pointer}/…`}
      onChange={change}
    />
  )
}
