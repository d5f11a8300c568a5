/** Section `Assistants`: presets for conversations, to create, edit and delete. */
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { deletionPlace } from '../../app/contract/approval/own-places'
import type { Assistant } from '../../app/contract/settings'
import { call } from '../bridge/call'
import { report } from '../bridge/report'
import { describeChoices } from '../parts/choices/choices-texts'
import { modelLabel } from '../parts/model-groups'
import { useProjection } from '../state/projection'
import { Button } from '../ui/controls/button'
import { ConfirmDialog } from '../ui/controls/confirm-dialog'
import { VisibleText } from '../ui/base/hidden-characters'
import { AssistantDialog, type EditedAssistant } from './assistant-dialog'
import { choices as texts } from '../../app/texts/compiled/window/choices'
import { ui } from '../../app/texts/compiled/window/ui'
import partStyles from '../parts/permissions/settings-parts.module.css'

const blank: EditedAssistant = { id: null, name: '', model: null, folders: [], choices: {} }

export function AssistantsSection() {
  const assistants = useProjection((state) => state.assistants)
  const [edited, setEdited] = useState<EditedAssistant | null>(null)
  const [asked, setAsked] = useState<Assistant | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const ask = (assistant: Assistant) => {
    setAsked(assistant)
    setIsAsking(true)
  }
  return (
    <>
      <p className={partStyles.settingsNone}>{texts.assistantsNote()}</p>
      {assistants.length === 0 ? (
        <p className={partStyles.settingsNone}>{texts.noAssistants()}</p>
      ) : (
        <ul className={partStyles.settingsList} aria-label={texts.assistants()}>
          {assistants.map((assistant) => (
            <AssistantItem
              key={assistant.id}
              assistant={assistant}
              onEdit={() => setEdited(assistant)}
              onDelete={() => ask(assistant)}
            />
          ))}
        </ul>
      )}
      <Button icon={Plus} className={partStyles.settingsStart} onClick={() => setEdited(blank)}>
        {texts.newAssistant()}
      </Button>
      {edited !== null && (
        <AssistantDialog key={edited.id ?? ''} assistant={edited} onClose={() => setEdited(null)} />
      )}
      {asked !== null && (
        <DeleteAssistant assistant={asked} open={isAsking} onClose={() => setIsAsking(false)} />
      )}
    </>
  )
}

interface AssistantItemProps {
  readonly assistant: Assistant
  readonly onEdit: () => void
  readonly onDelete: () => void
}

function AssistantItem({ assistant, onEdit, onDelete }: AssistantItemProps) {
  const models = useProjection((state) => state.models.models)
  const { name, model, folders, choices } = assistant
  const words = [
    model === null ? texts.defaultModel() : modelLabel(models, model),
    ...describeChoices(choices, folders.length)
  ]
  return (
    <li className={partStyles.settingsItem}>
      <div className={partStyles.settingsItemWords}>
        <p>
          <VisibleText text={name} />
        </p>
        <p className={partStyles.settingsItemNote}>
          <VisibleText text={words.join(' · ')} />
        </p>
      </div>
      <Button size="small" aria-label={texts.editAssistant({ name })} onClick={onEdit}>
        {texts.edit()}
      </Button>
      <Button size="small" aria-label={texts.deleteAssistant({ name })} onClick={onDelete}>
        {ui.delete()}
      </Button>
    </li>
  )
}

interface DeleteAssistantProps {
  readonly assistant: Assistant
  readonly open: boolean
  readonly onClose: () => void
}

/** A dialog named `Delete this assistant?`. */
function DeleteAssistant({ assistant: { id, name }, open, onClose }: DeleteAssistantProps) {
  const remove = () => {
    onClose()
    void call('assistant.remove', { assistantId: id }).catch(report)
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      place={deletionPlace(id)}
      title={texts.deleteTitle()}
      onConfirm={remove}
    >
      <VisibleText text={texts.deleteNote({ name })} />
    </ConfirmDialog>
  )
}
