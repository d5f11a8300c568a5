/** Settings that apply to this conversation only, and saving them as an assistant. In its own chunk. */
import { create } from 'zustand'
import { useState } from 'react'
import type { ConversationChoices } from '../../../app/contract/conversation/choices'
import { report } from '../../bridge/report'
import { useSetting } from '../../bridge/settings'
import { useCommand } from '../../bridge/use-command'
import { ChoicesForm } from '../../parts/choices/choices-form'
import {
  fromTypedChoices,
  hasProblem,
  toTypedChoices,
  type TypedChoices
} from '../../parts/choices/choices-typed'
import { modelGroups } from '../../parts/model-groups'
import { useProjection } from '../../state/projection'
import { Button } from '../../ui/controls/button'
import { Dialog } from '../../ui/controls/dialog'
import { FailureText } from '../../ui/controls/failure-text'
import { LazyDialog } from '../../ui/controls/lazy-dialog'
import { Select } from '../../ui/controls/select'
import { latePart } from '../../ui/controls/late-part'
import { useChoices, chooseForNew, readWaitingChoices } from '../content/choices-view-store'
import { FoldersButton } from '../folders/folders-button'
import type { ChoicesButtonProps } from './choices-button'
import commonStyles from '../../parts/common.module.css'
import styles from './choices-dialog.module.css'
import { choices as texts } from '../../../app/texts/compiled/window/choices'
import { ui } from '../../../app/texts/compiled/window/ui'
import type { Assistant } from '../../../app/contract/settings'
import { call } from '../../bridge/call'
import { placeFolders } from '../folders/folders-view-store'

const AssistantNameDialog = latePart(
  async () => (await import('./assistant-name-dialog')).AssistantNameDialog
)

export interface ChoicesDialogProps extends ChoicesButtonProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** Unsaved input and the values that it replaces, so that closing the dialog loses nothing. */
const useUnsaved = create<{
  readonly byPlace: Readonly<Record<string, { readonly typed: TypedChoices; readonly kept: string }>>
}>()(() => ({ byPlace: {} }))

function forgetTyped(conversationId: string | null): void {
  useUnsaved.setState(({ byPlace: { [conversationId ?? '']: _saved, ...byPlace } }) => ({ byPlace }))
}

/** A dialog named `Conversation settings`. */
export function ChoicesDialog(props: ChoicesDialogProps) {
  const { conversationId, open, onClose } = props
  const choices = useChoices(conversationId)
  const [typed, setTyped, isChanged] = useTyped(conversationId, choices)
  const { pending, failure, run } = useCommand()
  const [isNaming, setIsNaming] = useState(false)
  const keep = (next: ConversationChoices) => {
    const { assistantId } = choices
    return run(() =>
      saveChoices(conversationId, { ...next, ...(assistantId !== undefined && { assistantId }) })
    )
  }
  const save = async () => {
    if (!(await keep(fromTypedChoices(typed)))) return
    forgetTyped(conversationId)
    onClose()
  }
  const reset = () => void run(() => saveChoices(conversationId, {}).then(() => forgetTyped(conversationId)))
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.settings()}
      description={texts.note()}
      footer={
        <Acts
          isBusy={pending !== null}
          isChosen={Object.keys(choices).length > 0}
          isWrong={hasProblem(typed)}
          isChanged={isChanged}
          onReset={reset}
          onName={() => setIsNaming(true)}
          onSave={() => void save()}
        />
      }
    >
      <div className={commonStyles.stack4}>
        <Start {...props} choices={choices} />
        <ChoicesForm typed={typed} onChange={setTyped} model={useModel(props.model)} />
        {isChanged && <p className={commonStyles.smallNote}>{texts.notSavedYet()}</p>}
        <FailureText text={failure} />
      </div>
      {isNaming && (
        <LazyDialog open onClose={() => setIsNaming(false)}>
          <AssistantNameDialog
            conversationId={conversationId}
            model={props.model}
            choices={fromTypedChoices(typed)}
            onClose={() => setIsNaming(false)}
          />
        </LazyDialog>
      )}
    </Dialog>
  )
}

interface ActsProps {
  readonly isBusy: boolean
  readonly isChosen: boolean
  readonly isWrong: boolean
  readonly isChanged: boolean
  readonly onReset: () => void
  readonly onName: () => void
  readonly onSave: () => void
}

function Acts({ isBusy, isChosen, isWrong, isChanged, onReset, onName, onSave }: ActsProps) {
  return (
    <>
      <Button disabled={isBusy || !isChosen} onClick={onReset}>
        {texts.useDefaults()}
      </Button>
      <Button disabled={isWrong} onClick={onName}>
        {texts.saveAsAssistant()}
      </Button>
      <Button variant="primary" isBusy={isBusy} disabled={isWrong || !isChanged} onClick={onSave}>
        {ui.save()}
      </Button>
    </>
  )
}

type StartProps = ChoicesDialogProps & { readonly choices: ConversationChoices }

/** Settings that take effect immediately: assistant, model, folders. */
function Start({ conversationId, model, onChooseModel, choices }: StartProps) {
  const models = useProjection((state) => state.models)
  const assistants = useProjection((state) => state.assistants)
  const currency = useSetting('models.currency')
  const take = (id: string) => {
    const chosen = assistants.find((assistant) => assistant.id === id)
    if (chosen === undefined) {
      const { assistantId: _before, ...others } = choices
      void saveChoices(conversationId, others).catch(report)
      return
    }
    if (conversationId === null && chosen.model !== null) onChooseModel(chosen.model)
    void applyAssistant(conversationId, chosen).catch(report)
  }
  return (
    <>
      {assistants.length > 0 && (
        <Select
          label={texts.assistant()}
          hint={texts.assistantNote()}
          value={
            assistants.some(({ id }) => id === choices.assistantId) ? (choices.assistantId ?? '') : 'none'
          }
          options={[
            { value: 'none', label: texts.noAssistant() },
            ...assistants.map(({ id, name }) => ({ value: id, label: name }))
          ]}
          onChange={take}
        />
      )}
      <Select
        label={texts.model()}
        value={model}
        groups={modelGroups(models, model, currency)}
        onChange={onChooseModel}
      />
      <div className={styles.choicesFolders}>
        <FoldersButton conversationId={conversationId} />
      </div>
    </>
  )
}

function useModel(id: string) {
  return useProjection((state) => state.models.models.find((model) => model.id === id))
}

/** Resets the form when the saved values have changed. */
function useTyped(conversationId: string | null, choices: ConversationChoices) {
  const key = conversationId ?? ''
  const unsaved = useUnsaved(({ byPlace }) => byPlace[key])
  const usual = toTypedChoices(choices)
  const kept = JSON.stringify(usual)
  const typed = unsaved?.kept === kept ? unsaved.typed : usual
  const setTyped = (next: TypedChoices) =>
    useUnsaved.setState(({ byPlace }) => ({ byPlace: { ...byPlace, [key]: { typed: next, kept } } }))
  return [typed, setTyped, JSON.stringify(typed) !== kept] as const
}

/** Null: a new conversation. */
type ChoicesPlace = string | null

/** @throws CallFailed */
async function saveChoices(place: ChoicesPlace, choices: ConversationChoices): Promise<void> {
  if (place === null || readWaitingChoices(place) !== undefined) chooseForNew(choices)
  else await call('conversation.set-choices', { conversationId: place, choices })
}

/**
 * Applies the whole assistant at once. Folders stay if it names none. So does the model, which the frame chooses for
 * a new conversation. @throws CallFailed
 */
async function applyAssistant(place: ChoicesPlace, assistant: Assistant): Promise<void> {
  const { id, model, folders } = assistant
  const choices: ConversationChoices = { ...assistant.choices, assistantId: id }
  if (place === null) {
    chooseForNew(choices)
    if (folders.length > 0) placeFolders(folders)
    return
  }
  await call('conversation.set-choices', {
    conversationId: place,
    choices,
    ...(folders.length > 0 && { folders: [...folders] }),
    ...(model !== null && { model })
  })
}
