/** An assistant's settings, for editing and for creating one. */
import { FolderPlus } from 'lucide-react'
import { useState } from 'react'
import { toFolderEntry } from '../../app/contract/conversation/folder-choice'
import type { FolderChoice } from '../../app/contract/conversation/folders'
import type { Assistant } from '../../app/contract/settings'
import { call } from '../bridge/call'
import { useSetting } from '../bridge/settings'
import { useCommand } from '../bridge/use-command'
import { ChoicesForm } from '../parts/choices/choices-form'
import { fromTypedChoices, hasProblem, toTypedChoices } from '../parts/choices/choices-typed'
import { modelGroups } from '../parts/model-groups'
import { ProgramsInFolder } from '../parts/programs-in-folder'
import { useProjection } from '../state/projection'
import { Button } from '../ui/controls/button'
import { Dialog } from '../ui/controls/dialog'
import { FailureText } from '../ui/controls/failure-text'
import { Select } from '../ui/controls/select'
import { TextField } from '../ui/controls/text-field'
import { VisibleText } from '../ui/base/hidden-characters'
import { choices as texts } from '../../app/texts/compiled/window/choices'
import { ui } from '../../app/texts/compiled/window/ui'
import partStyles from '../parts/permissions/settings-parts.module.css'

/** `id` null: a new one. */
export type EditedAssistant = Omit<Assistant, 'id'> & { readonly id: string | null }

export interface AssistantDialogProps {
  readonly assistant: EditedAssistant
  readonly onClose: () => void
}

/** No model has this id. It means the current default model. */
const asDefault = 'default'

export function AssistantDialog({ assistant, onClose }: AssistantDialogProps) {
  const models = useProjection((state) => state.models)
  const currency = useSetting('models.currency')
  const [name, setName] = useState(assistant.name)
  const [model, setModel] = useState(assistant.model)
  const [folders, setFolders] = useState<readonly FolderChoice[]>(assistant.folders)
  const [typed, setTyped] = useState(() => toTypedChoices(assistant.choices))
  const { pending, failure, run } = useCommand()
  const isWrong = name.trim() === '' || hasProblem(typed)
  const save = async () => {
    const changed = { name: name.trim(), model, folders: [...folders], choices: fromTypedChoices(typed) }
    if (await run(() => call('assistant.save', { assistantId: assistant.id, ...changed }))) onClose()
  }
  const usual = { label: '', options: [{ value: asDefault, label: texts.defaultModel() }] }
  return (
    <Dialog
      open
      onClose={onClose}
      isOutsidePressIgnored
      title={assistant.id === null ? texts.newAssistantTitle() : texts.editAssistant(assistant)}
      footer={
        <>
          <Button onClick={onClose}>{ui.cancel()}</Button>
          <Button variant="primary" isBusy={pending !== null} disabled={isWrong} onClick={() => void save()}>
            {ui.save()}
          </Button>
        </>
      }
    >
      <div className={partStyles.settingsForm}>
        <TextField
          label={texts.assistantName()}
          value={name}
          onChange={(next) => setName(next.slice(0, 100))}
        />
        <Select
          label={texts.model()}
          value={model ?? asDefault}
          groups={[usual, ...modelGroups(models, model ?? models.defaultModel, currency)]}
          onChange={(next) => setModel(next === asDefault ? null : next)}
        />
        <ChoicesForm
          typed={typed}
          onChange={setTyped}
          model={models.models.find(({ id }) => id === (model ?? models.defaultModel))}
        />
        <Folders folders={folders} onChange={setFolders} />
        <FailureText text={failure} />
      </div>
    </Dialog>
  )
}

interface FoldersProps {
  readonly folders: readonly FolderChoice[]
  readonly onChange: (folders: readonly FolderChoice[]) => void
}

function Folders({ folders, onChange }: FoldersProps) {
  const { pending, failure, run } = useCommand()
  const has = (path: string) => folders.some((folder) => toFolderEntry(folder).path === path)
  const add = async () => {
    const { path } = await call('app.choose-folder', { addTo: null })
    if (path !== null && !has(path)) onChange([...folders, path])
  }
  return (
    <section className={partStyles.settingsGroup} aria-label={texts.folders()}>
      <h3>{texts.folders()}</h3>
      {folders.length === 0 ? (
        <p className={partStyles.settingsNone}>{texts.noFolders()}</p>
      ) : (
        <ul className={partStyles.settingsList}>
          {folders.map(toFolderEntry).map(({ path }) => (
            <li key={path} className={partStyles.settingsItem}>
              <div className={partStyles.settingsItemWords}>
                <p className={partStyles.settingsFolder}>
                  <VisibleText text={path} />
                </p>
                <ProgramsInFolder folder={path} />
              </div>
              <Button
                size="small"
                aria-label={texts.removeFolder({ path })}
                onClick={() => onChange(folders.filter((folder) => toFolderEntry(folder).path !== path))}
              >
                {ui.delete()}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button
        icon={FolderPlus}
        className={partStyles.settingsStart}
        isBusy={pending !== null}
        onClick={() => void run(add)}
      >
        {texts.addFolder()}
      </Button>
      <FailureText text={failure} />
    </section>
  )
}
