/** A test of a tool: its arguments as a form or as JSON, and text that its result must contain. */
import { useState } from 'react'
import type { ServerView, ToolView } from '../../../app/contract/servers'
import { tests as texts } from '../../../app/texts/compiled/window/tests'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { Select } from '../../ui/controls/select'
import { TextField } from '../../ui/controls/text-field'
import { initialArguments } from '../../ui/schema-form/initial'
import type { JsonRecord } from '../../ui/schema-form/json'
import { SchemaFormTabs } from '../../ui/schema-form/tabs'
import commonStyles from '../../parts/common.module.css'
import partStyles from '../status/server-parts.module.css'
import { useTools } from '../offers/use-tools'
import styles from './tests-panel.module.css'

export interface NewTestFormProps {
  readonly server: ServerView
  readonly onAdded: () => void
  readonly onClose: () => void
}

export function NewTestForm({ server, onAdded, onClose }: NewTestFormProps) {
  const { tools, failure } = useTools(server)
  const usable = (tools ?? []).filter(({ problem }) => problem === null)
  const [name, setName] = useState<string | null>(null)
  const tool = usable.find((one) => one.name === name) ?? usable[0]
  if (tool === undefined)
    return <p className={partStyles.inspectUnknown}>{failure ?? texts.toolsUnknown()}</p>
  return (
    <div className={styles.form}>
      <Select
        label={texts.tool()}
        options={usable.map((one) => ({ value: one.name, label: one.name }))}
        value={tool.name}
        onChange={setName}
      />
      <ToolForm key={tool.name} serverName={server.name} tool={tool} onAdded={onAdded} onClose={onClose} />
    </div>
  )
}

interface ToolFormProps extends Omit<NewTestFormProps, 'server'> {
  readonly serverName: string
  readonly tool: ToolView
}

function ToolForm({ serverName, tool, onAdded, onClose }: ToolFormProps) {
  const [args, setArgs] = useState<JsonRecord>(() => initialArguments(tool.inputSchema))
  const [contains, setContains] = useState('')
  const [isUnreadable, setIsUnreadable] = useState(false)
  const { pending, failure, run } = useCommand()
  const add = async () => {
    const expected = contains === '' ? {} : { contains }
    const isAdded = await run(() =>
      call('test.add', { serverName, toolName: tool.name, arguments: args, ...expected })
    )
    if (isAdded) onAdded()
  }
  return (
    <>
      <SchemaFormTabs
        schema={tool.inputSchema}
        value={args}
        onChange={setArgs}
        problems={[]}
        onUnreadable={setIsUnreadable}
      />
      <TextField
        label={texts.contains()}
        hint={texts.containsHint()}
        value={contains}
        onChange={setContains}
      />
      <FailureText text={failure} />
      <div className={commonStyles.wrap}>
        <Button
          size="small"
          variant="primary"
          isBusy={pending !== null}
          disabled={isUnreadable}
          onClick={() => void add()}
        >
          {texts.addTest()}
        </Button>
        <Button size="small" variant="quiet" onClick={onClose}>
          {texts.close()}
        </Button>
      </div>
    </>
  )
}
