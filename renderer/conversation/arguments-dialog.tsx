/** Asks for a tool's arguments, as a form made from its schema or as JSON. In a chunk of its own. */
import { Tabs } from '@base-ui/react/tabs'
import { useId, useState } from 'react'
import type { JsonObject } from '../../app/contract/json'
import type { ArgumentProblem, ToolView } from '../../app/contract/servers'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { VisibleText } from '../ui/hidden-characters'
import { SchemaForm } from '../ui/schema-form'
import { TextField } from '../ui/text-field'
import './arguments-dialog.css'
import { useArgumentsForm } from './use-arguments-form'
import type { ArgumentsForm } from './use-arguments-form'

export interface ArgumentsDialogProps {
  readonly tool: ToolView
  readonly open: boolean
  readonly onCancel: () => void
  /** Called with arguments that fit the schema. */
  readonly onRun: (tool: ToolView, args: JsonObject) => void
}

/** A dialog named `Arguments for ‹tool›`. */
export function ArgumentsDialog({ tool, open, onCancel, onRun }: ArgumentsDialogProps) {
  const formId = useId()
  const [isChecking, setIsChecking] = useState(false)
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      isOutsidePressIgnored
      title={`Arguments for ${tool.name}`}
      description={
        <>
          <VisibleText text={tool.description} /> Server: <VisibleText text={tool.serverName} />.
        </>
      }
      footer={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} isBusy={isChecking}>
            Run tool
          </Button>
        </>
      }
    >
      <FormBody id={formId} tool={tool} onChecking={setIsChecking} onRun={(args) => onRun(tool, args)} />
    </Dialog>
  )
}

interface FormBodyProps {
  readonly id: string
  readonly tool: ToolView
  readonly onChecking: (isChecking: boolean) => void
  readonly onRun: (args: JsonObject) => void
}

/** Mounted with the dialog, so that every opening starts fresh. */
function FormBody({ id, tool, onChecking, onRun }: FormBodyProps) {
  const form = useArgumentsForm({ tool, onChecking, onRun })
  return (
    <form
      id={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit()
      }}
    >
      <Ways form={form} schema={tool.inputSchema} />
      {form.failure !== null && (
        <p role="alert" className="arguments-failure">
          {form.failure}
        </p>
      )}
    </form>
  )
}

/** The tabs `Form` and `JSON`. */
function Ways({ form, schema }: { readonly form: ArgumentsForm; readonly schema: JsonObject }) {
  return (
    <Tabs.Root value={form.tab} onValueChange={form.changeTab}>
      <Tabs.List className="arguments-tabs" aria-label="Way to enter">
        <Tabs.Tab value="form" className="arguments-tab">
          Form
        </Tabs.Tab>
        <Tabs.Tab value="json" className="arguments-tab">
          JSON
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="form" className="arguments-panel">
        <SchemaForm
          schema={schema}
          value={form.value}
          onChange={form.setValue}
          problems={form.problems}
          onUnreadable={form.setIsUnreadable}
        />
      </Tabs.Panel>
      <Tabs.Panel value="json" className="arguments-panel">
        <TextField
          label="Arguments as JSON"
          rows={12}
          isCode
          value={form.json}
          onChange={form.setJson}
          error={form.jsonProblem}
        />
        <ProblemList problems={form.problems} />
      </Tabs.Panel>
    </Tabs.Root>
  )
}

function ProblemList({ problems }: { readonly problems: readonly ArgumentProblem[] }) {
  if (problems.length === 0) return null
  return (
    <ul className="arguments-problems" role="alert">
      {problems.map(({ path, message }) => (
        <li key={`${path} ${message}`}>
          {path !== '' && <code>{path}</code>} <VisibleText text={message} />
        </li>
      ))}
    </ul>
  )
}
