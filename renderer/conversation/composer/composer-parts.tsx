/** What surrounds the message box once the host's state is known. It loads after the first frame. */
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { keysInPlaces } from '../../../app/contract/bridge/commands'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import type { ToolSummary } from '../../../app/contract/servers'
import { describeShortcut } from '../../parts/describe-shortcut'
import { modelLabel } from '../../parts/model-groups'
import { useProjection } from '../../state/projection'
import { VisibleText } from '../../ui/base/hidden-characters'
import { latePart } from '../../ui/controls/late-part'
import { LazyDialog } from '../../ui/controls/lazy-dialog'
import { FailureNote } from '../content/failure-note'
import { ContextMeter } from '../context/context-meter'
import { FileProblems } from '../files/file-notes'
import { UnsupportedContent } from '../files/unsupported-content'
import { OfferDialogs } from './composer-offers'
import type { OfferDialogsProps } from './composer-offers'
import type { ConversationComposerProps } from './conversation-composer'
import { ConversationUsage } from './conversation-usage'
import { isAskedIn } from './is-asked-in'
import type { ModelPickerProps } from './model-picker'
import { OfferList } from './offer-list'
import { QueuedMessages } from './queued-messages'
import { ToolList } from './tool-list'
import type { ComposerOffers } from './use-composer-offers'
import type { ConversationComposerState } from './use-conversation-composer'
import type { Queue } from './use-queue'
import { useSearchedTools } from './use-searched-tools'
import styles from './conversation-composer.module.css'

export { AttachedChips } from './composer-offers'
export { ViewContextChips } from '../attach/view-context-chips'
export { DropPlace } from '../files/file-notes'

const ModelPicker = latePart(async () => (await import('./model-picker')).ModelPicker)
// It is drawn with the host's state, and a failure is shown there.
void ModelPicker.load().catch(() => {})
const MissingKey = latePart(async () => (await import('../content/missing-key')).MissingKey)
const ArgumentsDialog = latePart(async () => (await import('./arguments-dialog')).ArgumentsDialog)

export interface AboveComposerProps extends Pick<
  ConversationComposerProps,
  'conversationId' | 'isRunning' | 'onOpenSettings' | 'models' | 'model' | 'connectedCount'
> {
  readonly failure: ConversationComposerState['failure']
  readonly queue: Queue
}

/** What failed when sending, what won't be sent, and waiting messages. */
export function AboveComposer(props: AboveComposerProps) {
  const { conversationId, isRunning, failure, queue, models, onOpenSettings } = props
  const { providers } = models
  return (
    <>
      {failure !== null && <FailureNote failure={failure} onOpenSettings={onOpenSettings} />}
      {providers.some(({ isKeyGone }) => isKeyGone) && (
        <Suspense>
          {providers.map(
            (provider) =>
              provider.isKeyGone === true && <MissingKey key={provider.name} provider={provider} />
          )}
        </Suspense>
      )}
      <FileProblems conversationId={conversationId} />
      <UnsupportedContent {...props} />
      <QueuedMessages queue={queue} isRunning={isRunning} />
    </>
  )
}

export interface BelowComposerProps extends Pick<
  ConversationComposerProps,
  'model' | 'conversationId' | 'isRunning'
> {
  readonly isDirect: boolean
  readonly hasAttachments: boolean
}

/** How full the context is, the conversation's usage, and keyboard hints. */
export function BelowComposer(props: BelowComposerProps) {
  const { conversationId, model, isRunning, isDirect, hasAttachments } = props
  return (
    <>
      {conversationId !== null && (
        <>
          <ContextMeter conversationId={conversationId} model={model} isRunning={isRunning} />{' '}
          <ConversationUsage conversationId={conversationId} isRunning={isRunning} />
        </>
      )}
      <SearchedTools model={model} />
      {isRunning ? <QueueNote conversationId={conversationId} /> : note(isDirect, hasAttachments)}
    </>
  )
}

/** What keys of the message box do while an answer is written. */
function QueueNote({ conversationId }: Pick<BelowComposerProps, 'conversationId'>) {
  const isAsked = useProjection((state) => isAskedIn(conversationId, state))
  const keys = { steer: describeShortcut(keysInPlaces.answering.steer) }
  return (
    <span className={styles.composerHint}>
      {isAsked ? texts.queueNoteAsked(keys) : texts.queueNote(keys)}
    </span>
  )
}

function note(isDirect: boolean, hasAttachments: boolean): string {
  if (!isDirect) return texts.modelsErr()
  return hasAttachments ? texts.directAttachNote() : texts.directNote()
}

function SearchedTools({ model }: { readonly model: string }) {
  const count = useSearchedTools(model)
  return count !== null && <span>{texts.toolsSearched({ count })} </span>
}

export function Models(props: ModelPickerProps) {
  return (
    <Suspense
      fallback={
        <span className={styles.composerModelName}>
          <VisibleText text={modelLabel(props.models.models, props.model)} />
        </span>
      }
    >
      <ModelPicker {...props} />
    </Suspense>
  )
}

interface ComposerListProps extends PartProps {
  readonly offers: ComposerOffers
  /** A resource or a prompt is being looked up. */
  readonly isCalledUp: boolean
}

/** What the message box offers for the words in it. */
export function ComposerList({ state, offers, isCalledUp }: ComposerListProps) {
  return isCalledUp ? <OfferList state={offers.list} onChoose={offers.choose} /> : <Tools state={state} />
}

type ComposerDialogsProps = PartProps & Omit<OfferDialogsProps, 'isDirect'>

export function ComposerDialogs({ state, ...others }: ComposerDialogsProps) {
  return (
    <>
      <Arguments state={state} />
      <OfferDialogs {...others} isDirect={state.isDirect} />
    </>
  )
}

interface PartProps {
  readonly state: ConversationComposerState
}

function Tools({ state }: PartProps): ReactNode {
  const { list, activate, close, suggestions } = state.tools
  if (list === null) return null
  const choose = (tool: ToolSummary) => {
    if (tool.problem !== null) return
    close()
    state.chooseTool(tool)
  }
  return (
    <ToolList
      {...list}
      onActivate={activate}
      onChoose={choose}
      onKeyDown={(event) => suggestions?.onKeyDown(event)}
    />
  )
}

function Arguments({ state }: PartProps): ReactNode {
  const { tool, isAsking, cancel, run } = state.direct
  if (tool === null) return null
  return (
    <LazyDialog open={isAsking} onClose={cancel}>
      <ArgumentsDialog tool={tool} open={isAsking} onCancel={cancel} onRun={run} />
    </LazyDialog>
  )
}
