/**
 * The two views of arguments, `Form` and `JSON`, of one value: edits in one appear in the other. Switching would lose
 * invalid JSON text, so it is disabled until the text is corrected.
 */
import { Tabs } from '@base-ui/react/tabs'
import { useCallback, useState } from 'react'
import { forms } from '../../../app/texts/compiled/window/forms'
import { JsonEditor } from './json-editor'
import { SchemaForm, type SchemaFormProps } from './schema-form'
import { isJsonRecord, type FieldProblem, type Json } from './json'
import schemaFormStyles from './schema-form.module.css'

export function SchemaFormTabs(props: SchemaFormProps) {
  const [tab, setTab] = useState<'form' | 'json'>('form')
  const [isUnreadable, setIsUnreadable] = useState(false)
  const { onUnreadable } = props
  const markUnreadable = useCallback(
    (isNowUnreadable: boolean) => {
      setIsUnreadable(isNowUnreadable)
      onUnreadable?.(isNowUnreadable)
    },
    [onUnreadable]
  )
  const changeJson = (value: Json | undefined) => {
    if (value === undefined || isJsonRecord(value)) props.onChange(value ?? {})
  }
  const whole = props.problems.map(describeProblem).join('\n')
  return (
    <Tabs.Root className={schemaFormStyles.schemaFormTabs} value={tab} onValueChange={setTab}>
      <Tabs.List className={schemaFormStyles.schemaTabList} aria-label={forms.argumentsAs()}>
        <Tabs.Tab
          className={schemaFormStyles.schemaTab}
          value="form"
          disabled={isUnreadable && tab === 'json'}
        >
          {forms.form()}
        </Tabs.Tab>
        <Tabs.Tab
          className={schemaFormStyles.schemaTab}
          value="json"
          disabled={isUnreadable && tab === 'form'}
        >
          {forms.json()}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="form">
        {tab === 'form' && <SchemaForm {...props} onUnreadable={markUnreadable} />}
      </Tabs.Panel>
      <Tabs.Panel value="json">
        {tab === 'json' && (
          <JsonEditor
            label={forms.argumentsAsJson()}
            isObjectOnly
            rows={8}
            value={props.value}
            error={whole === '' ? null : whole}
            onReadable={(isReadable) => markUnreadable(!isReadable)}
            onChange={changeJson}
          />
        )}
      </Tabs.Panel>
    </Tabs.Root>
  )
}

/** The place in readable form, e.g. `filter/limit: Must be a number.` */
function describeProblem({ path, message }: FieldProblem): string {
  return path === '' ? message : `${path.slice(1)}: ${message}`
}
