/** The composer of one conversation and what surrounds it: tools in Direct mode, model, failures. */
import { lazy, Suspense, useRef } from 'react'
import type { FocusEvent, ReactNode } from 'react'
import type { ToolSummary } from '../../../app/contract/servers'
import type { ModelsView } from '../../../app/contract/settings'
import { call } from '../../bridge/call'
import { report } from '../../bridge/report'
import { Composer } from './composer'
import { attachmentChips, OfferDialogs } from './composer-offers'
import { ViewContextChips } from '../attach/view-context-chips'
import { FailureNote } from '../content/failure-note'
import { useComposerFocus } from '../content/use-composer-focus'
import { takePaste, useDroppedFiles } from '../files/file-entry'
import { DropPlace, FileProblems } from '../files/file-notes'
import { FilesButton } from '../files/files-button'
import { UnsupportedContent } from '../files/unsupported-content'
import { FoldersButton } from '../folders/folders-button'
import { modelLabel } from '../../parts/model-groups'
import { goToQuestion } from '../../parts/question-places-view-store'
import { useProjection, type Projection } from '../../state/projection'
import { ContextMeter } from '../context/context-meter'
import { ConversationUsage } from './conversation-usage'
import type { ModelPickerProps } from './model-picker'
import { OfferList } from './offer-list'
import { ToolList } from './tool-list'
import type { SuggestedTool } from '../tool-call/tool-suggestions'
import { keysInPlaces } from '../../../app/contract/bridge/commands'
import { describeShortcut } from '../../parts/describe-shortcut'
import { QueuedMessages } from './queued-messages'
import { useQueue } from './use-queue'
import type { Queue } from './use-queue'
import { useComposerOffers } from './use-composer-offers'
import { useConversationComposer } from './use-conversation-composer'
import type { ConversationComposerState } from './use-conversation-composer'
import { useEarlyTyping } from './use-early-typing'
import { useSearchedTools } from './use-searched-tools'
import { VisibleText } from '../../ui/base/hidden-characters'
import { LazyDialog } from '../../ui/controls/lazy-dialog'
import styles from './conversation-composer.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

// Dialogs load after the first paint; the model's name is shown at once.
const ModelPicker = lazy(() => import('./model-picker').then((module) => ({ default: module.ModelPicker })))
const MissingKey = lazy(() =>
  import('../content/missing-key').then((module) => ({ default: module.MissingKey }))
)
const ArgumentsDialog = lazy(() =>
  import('./arguments-dialog').then((module) => ({ default: module.ArgumentsDialog }))
)

export interface ConversationComposerProps {
  /** False until the host's state is known. */
  readonly isReady: boolean
  readonly conversationId: string | null
  readonly isRunning: boolean
  readonly model: string
  readonly models: ModelsView
  readonly connectedCount: number
  /** A tool that was chosen in the command menu, a message or the empty state. */
  readonly requestedTool: SuggestedTool | null
  readonly onToolTaken: () => void
  readonly onBegun: (conversationId: string) => void
  readonly onChooseModel: (model: string) => void
  readonly onOpenServers: () => void
  readonly onOpenSettings: (section?: 'usage') => void
}

export function ConversationComposer(props: ConversationComposerProps) {
  const { conversationId, model, models, connectedCount } = props
  const textbox = useRef<HTMLTextAreaElement>(null)
  const state = useConversationComposer({ ...props, freshness: connectedCount })
  const offers = useComposerOffers({ conversationId, text: state.text, textbox })
  const isCalledUp = offers.list.offers.length > 0 || offers.list.emptyNote !== null
  const chips = attachmentChips(offers, (pasted) => state.setText(state.text + pasted))
  const queue = useQueue(conversationId)
  const isDropping = useDroppedFiles(conversationId)
  useComposerFocus(textbox, conversationId)
  useEarlyTyping({ textbox, setText: state.setText, setCaret: offers.setCaret, submit: state.submit })
  return (
    <div className={styles.conversationComposer}>
      <Above {...props} failure={state.failure} queue={queue} />
      <div className={styles.composerAnchor} onBlur={(event) => hasLeft(event) && state.tools.close()}>
        {isCalledUp ? <OfferList state={offers.list} onChoose={offers.choose} /> : <Tools state={state} />}
        <Composer
          text={state.text}
          onChange={state.setText}
          onCaret={offers.setCaret}
          onSend={state.submit}
          onStop={() => stopAnswer(conversationId)}
          onEscape={() => goToQuestionOrStop(conversationId)}
          onTakeBack={chips === null ? queue.takeBack : undefined}
          isRunning={props.isRunning}
          connectedCount={connectedCount}
          onOpenServers={props.onOpenServers}
          placeholder={state.isDirect ? texts.typeToolName() : texts.writeMessage()}
          suggestions={isCalledUp ? offers.list.suggestions : state.tools.suggestions}
          onAttach={() => offers.setIsPicking(true)}
          onPaste={(event) =>
            takePaste(event, { conversationId, keepsText: state.isDirect && state.text.trim() !== '' })
          }
          files={<FilesButton conversationId={conversationId} />}
          attachments={chips}
          context={<ViewContextChips conversationId={conversationId} />}
          onUnusedKey={state.tools.openOnArrow}
          textbox={textbox}
          folders={<FoldersButton conversationId={conversationId} />}
        >
          {props.isReady && (
            <Models models={models} model={model} onChoose={props.onChooseModel} textbox={textbox} />
          )}
        </Composer>
        {isDropping && <DropPlace />}
      </div>
      <Below {...props} isDirect={state.isDirect} hasAttachments={chips !== null} />
      <Arguments state={state} />
      <OfferDialogs
        offers={offers}
        isDirect={state.isDirect}
        onOpenServers={props.onOpenServers}
        textbox={textbox}
      />
    </div>
  )
}

function stopAnswer(conversationId: string | null): void {
  if (conversationId !== null) void call('conversation.stop', { conversationId }).catch(report)
}

/**
 * While a question waits in the conversation, Escape focuses it. A user who presses Escape to deny the next of
 * several questions before it has the focus would otherwise stop everything. The Stop button works as always.
 */
function goToQuestionOrStop(conversationId: string | null): void {
  if (isAskedIn(conversationId, useProjection.getState())) goToQuestion()
  else stopAnswer(conversationId)
}

function isAskedIn(conversationId: string | null, { questions }: Pick<Projection, 'questions'>): boolean {
  return questions.some((each) => 'conversationId' in each && each.conversationId === conversationId)
}

function SearchedTools({ model }: { readonly model: string }) {
  const count = useSearchedTools(model)
  return count !== null && <span>{texts.toolsSearched({ count })} </span>
}

function Models(props: ModelPickerProps) {
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

interface AboveProps extends Pick<
  ConversationComposerProps,
  'conversationId' | 'isRunning' | 'onOpenSettings' | 'models' | 'model' | 'connectedCount'
> {
  readonly failure: ConversationComposerState['failure']
  readonly queue: Queue
}

/** What failed when sending, what won't be sent, and waiting messages. */
function Above(props: AboveProps) {
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

type BelowProps = NoteProps & Pick<ConversationComposerProps, 'isReady'>

/** How full the context is, the conversation's usage, and keyboard hints. */
function Below({ isReady, ...note }: BelowProps) {
  const { conversationId, model, isRunning } = note
  return (
    <p className={styles.composerNote}>
      {conversationId !== null && (
        <>
          <ContextMeter conversationId={conversationId} model={model} isRunning={isRunning} />{' '}
          <ConversationUsage conversationId={conversationId} isRunning={isRunning} />
        </>
      )}
      {isReady && <Note {...note} />}
    </p>
  )
}

interface NoteProps extends Pick<ConversationComposerProps, 'model' | 'conversationId' | 'isRunning'> {
  readonly isDirect: boolean
  readonly hasAttachments: boolean
}

function Note({ model, conversationId, isRunning, isDirect, hasAttachments }: NoteProps) {
  return (
    <>
      <SearchedTools model={model} />
      {isRunning ? <QueueNote conversationId={conversationId} /> : note(isDirect, hasAttachments)}
    </>
  )
}

/** What keys of the message box do while an answer is written. */
function QueueNote({ conversationId }: Pick<NoteProps, 'conversationId'>) {
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

/** The focus moved within the window; switching to another window doesn't count. */
function hasLeft({ currentTarget, relatedTarget }: FocusEvent): boolean {
  return document.hasFocus() && !currentTarget.contains(relatedTarget as Node | null)
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
