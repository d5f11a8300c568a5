/** The control for lists: one field per item, with buttons to add and remove. */
import { Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { forms } from '../../../app/texts/compiled/window/forms'
import { Button, IconButton } from '../controls/button'
import { VisibleText } from '../base/hidden-characters'
import { useSchemaForm, type ControlProps } from './context'
import { FieldMarks, FieldRemarks } from './frame'
import { emptyItem, initialValue } from './initial'
import { childPointer, messagesWithin, type Json } from './json'
import { fieldLimits } from './model'
import schemaFormStyles from './schema-form.module.css'

export interface ListShape {
  readonly tuple: readonly Json[]
  readonly items: Json
}

/** Items are named after the list and counted from 1: `tags 1`. */
export function ListControl(props: ControlProps & { readonly shape: ListShape }) {
  const id = useId()
  const { problems, root } = useSchemaForm()
  const items = Array.isArray(props.value) ? props.value : []
  const messages = messagesWithin(problems, props.pointer, new Set(items.map((_, index) => String(index))))
  const next = itemSchema(props.shape, items.length)
  const add = () => props.onChange([...items, initialValue(next, root) ?? emptyItem(next, root)])
  return (
    <div className={schemaFormStyles.schemaGroup} role="group" aria-labelledby={`${id}-label`}>
      <div className={schemaFormStyles.schemaFieldHead}>
        <span id={`${id}-label`} className={schemaFormStyles.schemaFieldName}>
          <VisibleText text={props.name} />
        </span>
        <FieldMarks {...props} />
        <span className={schemaFormStyles.schemaFieldCommands}>
          {props.value !== undefined && items.length === 0 && (
            <span className={schemaFormStyles.schemaUnset}>{forms.emptyList()}</span>
          )}
          {items.length < fieldLimits.items && next !== false && (
            <Button size="small" variant="quiet" icon={Plus} onClick={add} aria-describedby={`${id}-label`}>
              {forms.add()}
            </Button>
          )}
        </span>
      </div>
      <FieldRemarks {...props} id={id} messages={messages} />
      {items.length > 0 && <Items {...props} items={items} />}
    </div>
  )
}

/** An item is never absent: a cleared one has the empty value of its type. */
function Items(props: ControlProps & { readonly shape: ListShape; readonly items: readonly Json[] }) {
  const { root, renderField } = useSchemaForm()
  const { items, shape } = props
  const keys = useItemKeys(items.length)
  const remove = (index: number) => {
    const remaining = items.toSpliced(index, 1)
    keys.remove(index)
    props.onChange(remaining.length === 0 && !props.isRequired ? undefined : remaining)
  }
  return (
    <ol className={schemaFormStyles.schemaGroupBody}>
      {items.map((item, index) => (
        <li key={keys.at(index)} className={schemaFormStyles.schemaListItem}>
          <div className={schemaFormStyles.schemaListField}>
            {renderField({
              name: `${props.name} ${index + 1}`,
              schema: itemSchema(shape, index),
              value: item,
              onChange: (value) =>
                props.onChange(items.with(index, value ?? emptyItem(itemSchema(shape, index), root))),
              pointer: childPointer(props.pointer, index),
              depth: props.depth + 1,
              isRequired: true,
              isItem: true
            })}
          </div>
          <IconButton
            label={forms.removeItem({ number: index + 1 })}
            icon={Trash2}
            size="small"
            onClick={() => remove(index)}
          />
        </li>
      ))}
    </ol>
  )
}

function itemSchema({ tuple, items }: ListShape, index: number): Json {
  return tuple[index] ?? items
}

/** JSON items have no identity; these keys give them one, so that partial input stays with its item. */
function useItemKeys(count: number) {
  const [keys, setKeys] = useState<readonly number[]>([])
  if (keys.length < count) setKeys([...keys, Math.max(-1, ...keys) + 1])
  return {
    at: (index: number) => keys[index] ?? `new ${index}`,
    remove: (index: number) => setKeys(keys.toSpliced(index, 1))
  }
}
