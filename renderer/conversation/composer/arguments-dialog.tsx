/** Asks for a tool's arguments, as a form made from its schema or as JSON. In its own chunk. */
import { useId, useState } from 'react'
import type { JsonObject } from '../../../app/contract/json'
import type { ToolView } from '../../../app/contract/servers'
import { Button } from '../../ui/controls/button'
import { Clamp } from '../../ui/controls/clamp'
import { Dialog } from '../../ui/controls/dialog'
import { VisibleText } from '../../ui/base/hidden-characters'
import { SchemaFormTabs } from '../../ui/schema-form/tabs'
import { useArgumentsForm } from './use-arguments-form'
import type { ArgumentsFormOptions } from './use-arguments-form'
import styles from './arguments-dialog.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { ui } from '../../../app/texts/compiled/window/ui'
import { toFieldProblems } from '../../parts/argument-problems'

export interface ArgumentsDialogProps {
  readonly tool: ToolView
  /** Absent: the schema's defaults. */
  readonly initial?: JsonObject | undefined
  readonly open: boolean
  readonly onCancel: () => void
  /** Called with arguments that fit the schema, or with any if the user skips the check. */
  readonly onRun: (tool: ToolView, args: JsonObject, isUnchecked: boolean) => void
}

/** A dialog named `Arguments for ‹tool›`. */
export function ArgumentsDialog({ tool, initial, open, onCancel, onRun }: ArgumentsDialogProps) {
  const formId = useId()
  const [isChecking, setIsChecking] = useState(false)
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      isOutsidePressIgnored
      title={texts.argumentsFor({ name: tool.name })}
      description={<VisibleText text={texts.server({ server: tool.serverName })} />}
      footer={
        <>
          <Button onClick={onCancel}>{ui.cancel()}</Button>
          <Button variant="primary" type="submit" form={formId} isBusy={isChecking}>
            {texts.runTool()}
          </Button>
        </>
      }
    >
      {tool.description !== '' && (
        <div className={styles.argumentsDescription}>
          <Clamp>
            <VisibleText text={tool.description} />
          </Clamp>
        </div>
      )}
      <FormBody
        id={formId}
        tool={tool}
        initial={initial}
        onChecking={setIsChecking}
        onRun={(args, isUnchecked) => onRun(tool, args, isUnchecked)}
      />
    </Dialog>
  )
}

interface FormBodyProps extends ArgumentsFormOptions {
  readonly id: string
}

/** Mounted with the dialog, so that each opening starts empty. */
function FormBody({ id, ...options }: FormBodyProps) {
  const { tool } = options
  const form = useArgumentsForm(options)
  return (
    <form
      id={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit()
      }}
    >
      <SchemaFormTabs
        schema={tool.inputSchema}
        value={form.value}
        problems={toFieldProblems(form.problems)}
        onChange={form.setValue}
        onUnreadable={form.setIsUnreadable}
      />
      {form.failure !== null && (
        <p role="alert" className={styles.argumentsFailure}>
          <VisibleText text={form.failure} />
        </p>
      )}
      {form.problems.length > 0 && (
        <p className={styles.argumentsUnchecked}>
          {texts.uncheckedNote()}
          <Button size="small" onClick={form.submitUnchecked}>
            {texts.runUnchecked()}
          </Button>
        </p>
      )}
    </form>
  )
}
