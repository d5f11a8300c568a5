/**
 * A schema's fields in readable form: name, type, whether required, limits and the server's descriptions. The
 * original is below.
 */
import { useId } from 'react'
import type { JsonObject } from '../../../app/contract/json'
import { VisibleText } from '../../ui/base/hidden-characters'
import { Badge } from '../../ui/controls/badge'
import { choiceText, type Choices } from '../../ui/schema-form/choices'
import { describeField, type FieldControl } from '../../ui/schema-form/model'
import type { JsonRecord } from '../../ui/schema-form/json'
import { JsonView } from '../../ui/untrusted/json-view'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import partStyles from '../status/server-parts.module.css'
import styles from './tool-details.module.css'

export interface SchemaFactsProps {
  readonly title: string
  readonly schema: JsonObject
  /** Names the raw schema for screen readers. */
  readonly label: string
}

export function SchemaFacts({ title, schema, label }: SchemaFactsProps) {
  const id = useId()
  const root = schema as JsonRecord
  const { control } = describeField(root, undefined, { root, depth: 0 })
  const properties = control.kind === 'object' ? control.properties : []
  return (
    <>
      <h4 id={id} className={partStyles.inspectHeading}>
        {title}
      </h4>
      {control.kind === 'object' && properties.length === 0 && (
        <p className={partStyles.inspectUnknown}>{texts.noFields()}</p>
      )}
      {properties.length > 0 && (
        <dl className={styles.schemaFields} aria-labelledby={id}>
          {properties.map(({ name, schema: own, isRequired }) => (
            <FieldFacts
              key={name}
              name={name}
              isRequired={isRequired}
              {...describeField(own, undefined, { root, depth: 1 })}
            />
          ))}
        </dl>
      )}
      <details className={styles.schemaAsItCame}>
        <summary>{texts.asJsonSchema()}</summary>
        <JsonView value={schema} label={label} />
      </details>
    </>
  )
}

type FieldFactsProps = ReturnType<typeof describeField> & {
  readonly name: string
  readonly isRequired: boolean
}

function FieldFacts({ name, isRequired, notes, control }: FieldFactsProps) {
  const { title, description, hint, defaultText } = notes
  const details = [title === name ? null : title, description, hint, defaultText].filter(
    (text) => text !== null
  )
  return (
    <div>
      <dt>
        <code>
          <VisibleText text={name} />
        </code>
        <span className={partStyles.inspectUnknown}>
          <VisibleText text={kindWords(control)} />
        </span>
        {isRequired && <Badge>{texts.fieldNeeded()}</Badge>}
      </dt>
      {details.map((text) => (
        <dd key={text}>
          <VisibleText text={text} />
        </dd>
      ))}
    </div>
  )
}

const mostChoices = 12

function choiceWords(control: Choices): string {
  const shown = control.choices.slice(0, mostChoices).map((_value, index) => choiceText(control, index))
  return [...shown, ...(control.choices.length > mostChoices ? ['…'] : [])].join(', ')
}

function kindWords(control: FieldControl): string {
  switch (control.kind) {
    case 'text':
      return control.input === 'date' ? texts.kindDate() : texts.kindText()
    case 'number':
      return control.isInteger ? texts.kindInteger() : texts.kindNumber()
    case 'boolean':
      return texts.kindBoolean()
    case 'choice':
      return texts.kindOneOf({ values: choiceWords(control) })
    case 'choices':
      return texts.kindSomeOf({ values: choiceWords(control) })
    case 'constant':
      return texts.kindConstant({ value: JSON.stringify(control.value) })
    case 'list':
      return texts.kindList()
    case 'object':
      return texts.kindObject()
    case 'variants':
      return texts.kindVariants({ count: control.variants.length })
    case 'json':
      return texts.kindJson()
  }
}
