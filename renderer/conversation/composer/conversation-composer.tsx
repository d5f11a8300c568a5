/** The composer of one conversation and what surrounds it: tools in Direct mode, model, failures. */
import { useRef } from 'react'
import type { ComponentProps, FocusEvent } from 'react'
import type { ModelsView } from '../../../app/contract/settings'
import { call } from '../../bridge/call'
import { report } from '../../bridge/report'
import { Composer } from './composer'
import { isEmpty } from '../content/attachments-view-store'
import { useComposerFocus } from '../content/use-composer-focus'
import { takePaste, useDroppedFiles } from '../files/file-entry'
import { FilesButton } from '../files/files-button'
import { FoldersButton } from '../folders/folders-button'
import { goToQuestion } from '../../parts/question-places-view-store'
import { useProjection } from '../../state/projection'
import { statePart } from '../../ui/controls/late-part'
import type { SuggestedTool } from '../tool-call/tool-suggestions'
import { isAskedIn } from './is-asked-in'
import { useQueue } from './use-queue'
import { useComposerOffers } from './use-composer-offers'
import { useConversationComposer } from './use-conversation-composer'
import { useEarlyTyping } from './use-early-typing'
import styles from './conversation-composer.module.css'
import { composer as texts } from '../../../app/texts/compiled/window/composer'

const AboveComposer = statePart(async () => (await import('./composer-parts')).AboveComposer)
const AttachedChips = statePart(async () => (await import('./composer-parts')).AttachedChips)
const BelowComposer = statePart(async () => (await import('./composer-parts')).BelowComposer)
const ComposerDialogs = statePart(async () => (await import('./composer-parts')).ComposerDialogs)
const ComposerList = statePart(async () => (await import('./composer-parts')).ComposerList)
const DropPlace = statePart(async () => (await import('./composer-parts')).DropPlace)
const Models = statePart(async () => (await import('./composer-parts')).Models)
const ViewContextChips = statePart(async () => (await import('./composer-parts')).ViewContextChips)

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
  const hasChips = props.isReady && !isEmpty(offers.attachments)
  const queue = useQueue(conversationId)
  const isDropping = useDroppedFiles(conversationId)
  useComposerFocus(textbox, conversationId)
  useEarlyTyping({ textbox, setText: state.setText, setCaret: offers.setCaret, submit: state.submit })
  return (
    <div className={styles.conversationComposer}>
      <Above {...props} failure={state.failure} queue={queue} />
      <div className={styles.composerAnchor} onBlur={(event) => hasLeft(event) && state.tools.close()}>
        {props.isReady && <ComposerList state={state} offers={offers} isCalledUp={isCalledUp} />}
        <Composer
          text={state.text}
          onChange={state.setText}
          onCaret={offers.setCaret}
          onSend={state.submit}
          onStop={() => stopAnswer(conversationId)}
          onEscape={() => goToQuestionOrStop(conversationId)}
          onTakeBack={hasChips ? undefined : queue.takeBack}
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
          attachments={
            hasChips ? (
              <AttachedChips
                offers={offers}
                onPutIntoMessage={(pasted) => state.setText(state.text + pasted)}
              />
            ) : null
          }
          context={props.isReady && <ViewContextChips conversationId={conversationId} />}
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
      <p className={styles.composerNote}>
        {props.isReady && <BelowComposer {...props} isDirect={state.isDirect} hasAttachments={hasChips} />}
      </p>
      {props.isReady && <ComposerDialogs {...props} state={state} offers={offers} textbox={textbox} />}
    </div>
  )
}

type AboveProps = Pick<ConversationComposerProps, 'isReady'> & ComponentProps<typeof AboveComposer>

function Above({ isReady, ...props }: AboveProps) {
  // Its place: a status that is there from the start.
  return isReady ? <AboveComposer {...props} /> : <div role="status" />
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

/** The focus moved within the window; switching to another window doesn't count. */
function hasLeft({ currentTarget, relatedTarget }: FocusEvent): boolean {
  return document.hasFocus() && !currentTarget.contains(relatedTarget as Node | null)
}
