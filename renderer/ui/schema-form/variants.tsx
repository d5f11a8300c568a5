/**
 * The control for a value that may have one of several shapes: a select of shapes, then the fields of the chosen one.
 */
import { useId, useState } from 'react'
import { forms } from '../../../app/texts/compiled/window/forms'
import { plainWithMarks, VisibleText } from '../base/hidden-characters'
import { JsonControl } from './json-field'
import { useSchemaForm, type ControlProps } from './context'
import { FieldMarks, FieldRemarks } from './frame'
import { initialValue } from './initial'
import type { Variant } from './model'
import { Select } from '../controls/select'
import schemaFormStyles from './schema-form.module.css'

export interface VariantsShape {
  readonly variants: readonly Variant[]
  /** The value's variant, -1 for none. */
  readonly fitting: number
}

export function VariantsControl(props: ControlProps & { readonly shape: VariantsShape }) {
  const id = useId()
  const { root, renderField } = useSchemaForm()
  const { variants, fitting } = props.shape
  const [picked, setPicked] = useState(-1)
  const chosen = picked === -1 ? fitting : picked
  const variant = variants[chosen]
  const choose = (index: number) => {
    setPicked(index)
    if (index !== fitting) props.onChange(initialValue(variants[index]?.schema, root))
  }
  const options = variants.map(({ name }, index) => ({ value: String(index), label: name }))
  return (
    <div
      className={schemaFormStyles.schemaGroup}
      role="group"
      aria-label={plainWithMarks(forms.oneOfKinds({ name: props.name, count: variants.length }))}
    >
      <div className={schemaFormStyles.schemaFieldHead}>
        <span id={`${id}-label`} className={schemaFormStyles.schemaFieldName}>
          <VisibleText text={props.name} />
        </span>
        <FieldMarks {...props} />
      </div>
      <FieldRemarks {...props} id={id} messages={[]} />
      <Select
        label={forms.kindOf({ name: props.name })}
        isLabelHidden
        placeholder={forms.chooseKind()}
        value={chosen === -1 ? '' : String(chosen)}
        options={options}
        onChange={(value) => choose(Number(value))}
      />
      <div className={schemaFormStyles.schemaGroupBody}>
        {variant !== undefined &&
          renderField({ ...props, schema: variant.schema, depth: props.depth + 1, isRequired: true })}
        {variant === undefined && props.value !== undefined && (
          <JsonControl {...props} reason={forms.fitsNoKind()} />
        )}
      </div>
    </div>
  )
}
