/** One field of a schema form: asks the model how to draw the place and picks the control. */
import { useMemo, useState } from 'react'
import { BooleanControl, ChoiceControl, ConstantControl } from './schema-form-choice'
import { useSchemaForm, type SchemaFieldProps } from './schema-form-context'
import { JsonControl } from './schema-form-json-field'
import { ListControl } from './schema-form-list'
import { describeField } from './schema-form-model'
import { ObjectControl } from './schema-form-object'
import { NumberControl, TextControl } from './schema-form-text'
import { VariantsControl } from './schema-form-variants'

/** Draws the place of `schema` where `value` stands. */
export function SchemaField(props: SchemaFieldProps) {
  const { root } = useSchemaForm()
  const [isHeld, setIsHeld] = useState(false)
  const { schema, value, depth } = props
  const { notes, control } = useMemo(
    () => describeField(schema, value, { root, depth }),
    [schema, value, root, depth]
  )
  const shared = { ...props, notes }
  if (isHeld && control.kind !== 'json') return <JsonControl {...shared} reason={null} onHold={setIsHeld} />
  switch (control.kind) {
    case 'text':
      return <TextControl {...shared} input={control.input} />
    case 'number':
      return <NumberControl {...shared} isInteger={control.isInteger} />
    case 'boolean':
      return <BooleanControl {...shared} />
    case 'choice':
      return <ChoiceControl {...shared} choices={control.choices} />
    case 'constant':
      return <ConstantControl {...shared} constant={control.value} />
    case 'list':
      return <ListControl {...shared} shape={control} />
    case 'object':
      return <ObjectControl {...shared} shape={control} />
    case 'variants':
      return <VariantsControl {...shared} shape={control} />
    case 'json':
      return <JsonControl {...shared} reason={control.reason} onHold={setIsHeld} />
  }
}
