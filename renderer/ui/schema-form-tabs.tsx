/** The two views of arguments, `Form` and `JSON`, over one value: what is typed in one stands in the other. */
import { Tabs } from '@base-ui/react/tabs'
import { useState } from 'react'
import { JsonEditor } from './json-editor'
import { SchemaForm, type SchemaFormProps } from './schema-form'
import { isRecord, type Json } from './schema-form-json'

export function SchemaFormTabs(props: SchemaFormProps) {
  const [tab, setTab] = useState<'form' | 'json'>('form')
  const changeTab = (next: 'form' | 'json') => {
    setTab(next)
    props.onUnreadable?.(false)
  }
  const changeJson = (value: Json | undefined) => {
    if (value === undefined || isRecord(value)) props.onChange(value ?? {})
  }
  const whole = props.problems
    .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
    .join(' ')
  return (
    <Tabs.Root className="schema-form-tabs" value={tab} onValueChange={changeTab}>
      <Tabs.List className="schema-tab-list" aria-label="Arguments as">
        <Tabs.Tab className="schema-tab" value="form">
          Form
        </Tabs.Tab>
        <Tabs.Tab className="schema-tab" value="json">
          JSON
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="form">{tab === 'form' && <SchemaForm {...props} />}</Tabs.Panel>
      <Tabs.Panel value="json">
        {tab === 'json' && (
          <JsonEditor
            label="Arguments as JSON"
            isObjectOnly
            rows={8}
            value={props.value}
            error={whole === '' ? null : whole}
            onReadable={(isReadable) => props.onUnreadable?.(!isReadable)}
            onChange={changeJson}
          />
        )}
      </Tabs.Panel>
    </Tabs.Root>
  )
}
