/** Asks for a name and saves the current choices as an assistant. */
import { useState } from 'react'
import type { ConversationChoices } from '../../../app/contract/conversation/choices'
import { call } from '../../bridge/call'
import { notify } from '../../bridge/report'
import { useCommand } from '../../bridge/use-command'
import { Button } from '../../ui/controls/button'
import { Dialog } from '../../ui/controls/dialog'
import { FailureText } from '../../ui/controls/failure-text'
import { TextField } from '../../ui/controls/text-field'
import { useConversationFolders } from '../folders/folders-view-store'
import { choices as texts } from '../../../app/texts/compiled/window/choices'
import { ui } from '../../../app/texts/compiled/window/ui'

export interface AssistantNameDialogProps {
  readonly conversationId: string | null
  readonly model: string
  readonly choices: ConversationChoices
  readonly onClose: () => void
}

const longestName = 100

/** A dialog named `Save as assistant`. */
export function AssistantNameDialog({ conversationId, model, choices, onClose }: AssistantNameDialogProps) {
  const folders = useConversationFolders(conversationId)
  const [typed, setTyped] = useState('')
  const { pending, failure, run } = useCommand()
  const name = typed.trim().slice(0, longestName)
  const save = async () => {
    if (name === '') return
    const assistant = { assistantId: null, name, model, folders: [...folders], choices }
    if (!(await run(() => call('assistant.save', assistant)))) return
    notify('status', texts.assistantSaved({ name }))
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={texts.saveAssistant()}
      footer={
        <>
          <Button onClick={onClose}>{ui.cancel()}</Button>
          <Button
            variant="primary"
            isBusy={pending !== null}
            disabled={name === ''}
            onClick={() => void save()}
          >
            {ui.save()}
          </Button>
        </>
      }
    >
      <TextField
        label={texts.assistantName()}
        value={typed}
        onChange={setTyped}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void save()
        }}
      />
      <FailureText text={failure} />
    </Dialog>
  )
}
