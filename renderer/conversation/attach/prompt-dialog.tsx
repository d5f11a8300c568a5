/** Asks for a prompt's arguments and previews its messages on request. In its own chunk. */
import { useId } from 'react'
import type { PromptView } from '../../../app/contract/offers'
import { Button } from '../../ui/controls/button'
import { Dialog } from '../../ui/controls/dialog'
import { VisibleText } from '../../ui/base/hidden-characters'
import { ArgumentField, earlierValues, readArgumentValue } from './argument-field'
import { PromptPreview } from './prompt-preview'
import { usePromptForm } from './use-prompt-form'
import commonStyles from '../../parts/common.module.css'
import styles from './prompt-dialog.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { ui } from '../../../app/texts/compiled/window/ui'

export interface PromptDialogProps {
  readonly prompt: PromptView
  /** Initial values of the fields. */
  readonly initial: Readonly<Record<string, string>>
  readonly open: boolean
  readonly onCancel: () => void
  /** Called with a value for every required argument. */
  readonly onInsert: (prompt: PromptView, args: Readonly<Record<string, string>>) => void
}

/** A dialog named `Arguments for /‹prompt›`. */
export function PromptDialog({ prompt, initial, open, onCancel, onInsert }: PromptDialogProps) {
  const formId = useId()
  const { name, title, description, serverName } = prompt
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      isOutsidePressIgnored
      title={texts.argumentsFor({ name: `/${name}` })}
      description={
        <>
          {title !== null && title !== name && (
            <>
              <strong className={styles.promptTitle}>
                <VisibleText text={title} />
              </strong>{' '}
            </>
          )}
          <VisibleText text={description} /> <VisibleText text={texts.server({ server: serverName })} />
        </>
      }
      footer={
        <>
          <Button onClick={onCancel}>{ui.cancel()}</Button>
          <Button variant="primary" type="submit" form={formId}>
            {texts.insert()}
          </Button>
        </>
      }
    >
      <FormBody id={formId} prompt={prompt} initial={initial} onInsert={(args) => onInsert(prompt, args)} />
    </Dialog>
  )
}

interface FormBodyProps {
  readonly id: string
  readonly prompt: PromptView
  readonly initial: Readonly<Record<string, string>>
  readonly onInsert: (args: Readonly<Record<string, string>>) => void
}

/** Mounted with the dialog, so that each opening starts empty. */
function FormBody({ id, prompt, initial, onInsert }: FormBodyProps) {
  const form = usePromptForm({ prompt, initial, onInsert })
  const names = prompt.arguments.map(({ name }) => name)
  return (
    <form
      id={id}
      noValidate
      className={commonStyles.stack4}
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      {prompt.arguments.map(({ name, title, description, isRequired }) => (
        <ArgumentField
          key={name}
          serverName={prompt.serverName}
          reference={{ type: 'prompt', name: prompt.name }}
          name={name}
          label={title === null || title === name ? name : `${title} (${name})`}
          {...(description !== '' && { hint: description })}
          isRequired={isRequired}
          value={readArgumentValue(form.values, name)}
          onChange={(value) => form.change(name, value)}
          onEnter={form.submit}
          error={form.problemOf(name)}
          context={earlierValues(names, name, form.values)}
          inputRef={form.keepField(name)}
        />
      ))}
      <PromptPreview prompt={prompt} args={form.filled} isComplete={form.missing.length === 0} />
    </form>
  )
}
