/** One field of a schema form: asks the model how to draw it and picks the control. */
import { useMemo, useState } from 'react'
import { BoxesControl } from './boxes'
import { BooleanControl, ChoiceControl, ConstantControl } from './choice'
import { useSchemaForm, type ControlProps, type SchemaFieldProps } from './context'
import { JsonControl } from './json-field'
import { ListControl } from './list'
import { describeField, type FieldNoteTexts } from './model'
import { ObjectControl } from './object'
import { NumberControl, TextControl } from './text'
import { VariantsControl } from './variants'

/** Draws `value` by `schema`. */
export function SchemaField(props: SchemaFieldProps) {
  const { root, isLabelledByTitle } = useSchemaForm()
  const [isHeld, setIsHeld] = useState(false)
  const { schema, value, depth } = props
  const { notes, control } = useMemo(
    () => describeField(schema, value, { root, depth }),
    [schema, value, root, depth]
  )
  const shared = isLabelledByTitle ? labelledByTitle(props, notes) : { ...props, notes }
  if (isHeld && control.kind !== 'json') return <JsonControl {...shared} reason={null} onHold={setIsHeld} />
  switch (control.kind) {
    case 'text':
      return <TextControl {...shared} input={control.input} />
    case 'number':
      return <NumberControl {...shared} isInteger={control.isInteger} />
    case 'boolean':
      return <BooleanControl {...shared} />
    case 'choice':
      return <ChoiceControl {...shared} shape={control} />
    case 'choices':
      return <BoxesControl {...shared} shape={control} />
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

/**
 * For questions to users: only the title, because the preview shows the keys that are sent. The default is filled in
 * already.
 */
function labelledByTitle(props: SchemaFieldProps, notes: FieldNoteTexts): ControlProps {
  const shown = { ...notes, defaultText: null, title: null }
  return { ...props, name: notes.title ?? props.name, notes: shown }
}
