/** One conversation: passes data and actions from the projection to the list, the empty state and the composer. */
import { useEffect, useMemo } from 'react'
import type { ReactNode } from 'react'
import type { ConversationSummary } from '../../app/contract/conversations'
import { openConversation } from '../bridge/read-messages'
import { setStripPlace } from '../parts/question-places-view-store'
import { useProjection } from '../state/projection'
import { connectedCount as countConnected } from '../state/servers-slice'
import { RenderBoundary } from '../ui/controls/render-boundary'
import { statePart } from '../ui/controls/late-part'
import { Tooltip } from '../ui/controls/tooltip'
import { ChoicesButton } from './choices/choices-button'
import { ConversationComposer } from './composer/conversation-composer'
import { readDraft } from './content/drafts-view-store'
import { conversationText } from './conversation-text'
import type { SuggestedTool } from './tool-call/tool-suggestions'
import type { MessageToShow } from './messages/use-shown-message'
import { plainWithMarks, VisibleText } from '../ui/base/hidden-characters'
import styles from './conversation-page.module.css'
import { composer as texts } from '../../app/texts/compiled/window/composer'
import { notShown } from '../../app/texts/compiled/window/notShown'

const Announcer = statePart(async () => (await import('./page-parts')).Announcer)
const ConversationContent = statePart(async () => (await import('./page-parts')).ConversationContent)

export interface ConversationPageProps {
  /** Null: not started yet. */
  readonly conversation: ConversationSummary | null
  /** Model of the conversation, or of the next new one. */
  readonly model: string
  readonly requestedTool: SuggestedTool | null
  readonly onTool: (tool: SuggestedTool | null) => void
  readonly onBegun: (conversationId: string) => void
  /** Leaves the conversation for a new one. */
  readonly onNew: () => void
  /** Called when the conversation is on the screen. Must be stable between renders. */
  readonly onShown: (conversationId: string) => void
  readonly onChooseModel: (model: string) => void
  readonly onOpenServers: () => void
  readonly onShowLog: (serverName: string) => void
  readonly onOpenSettings: (section?: 'usage') => void
  /** The message to show; null: the end. */
  readonly wanted: MessageToShow | null
  /** Buttons of the frame at the start of the title line. */
  readonly leading: ReactNode
}

export function ConversationPage(props: ConversationPageProps) {
  const { conversation, model, onTool } = props
  const id = conversation?.id ?? null
  const title = conversation?.title ?? texts.newConversation()
  const isReady = useProjection((state) => state.isReady)
  const models = useProjection((state) => state.models)
  const connectedCount = useProjection(countConnected)
  useEffect(() => {
    if (id !== null) void openConversation(id)
  }, [id])
  return (
    <main aria-label={texts.landmark()} className={styles.conversation}>
      <header className={styles.conversationHeader}>
        {props.leading}
        <Tooltip text={plainWithMarks(title)} isForCutText>
          <h1 className={styles.conversationHeading}>
            <span className={styles.conversationTitle} data-may-be-cut>
              <VisibleText text={title} />
            </span>
          </h1>
        </Tooltip>
        <ChoicesButton conversationId={id} model={model} onChooseModel={props.onChooseModel} />
      </header>
      <div className={styles.conversationContent}>
        <RenderBoundary
          sentence={notShown.conversation()}
          text={() => conversationText(id)}
          waysOn={[{ label: texts.newConversation(), onPress: props.onNew }]}
          resetKeys={[id]}
        >
          {isReady && <ConversationContent {...props} />}
        </RenderBoundary>
      </div>
      <div ref={setStripPlace} className={styles.conversationLine} />
      <RenderBoundary sentence={notShown.messageField()} text={() => readDraft(id)} resetKeys={[id]}>
        <ConversationComposer
          isReady={isReady}
          conversationId={id}
          isRunning={conversation?.isRunning ?? false}
          model={model}
          models={models}
          connectedCount={connectedCount}
          requestedTool={props.requestedTool}
          onToolTaken={useMemo(() => () => onTool(null), [onTool])}
          onBegun={props.onBegun}
          onChooseModel={props.onChooseModel}
          onOpenServers={props.onOpenServers}
          onOpenSettings={props.onOpenSettings}
        />
      </RenderBoundary>
      {isReady && <Announcer key={id} conversationId={id} />}
    </main>
  )
}
