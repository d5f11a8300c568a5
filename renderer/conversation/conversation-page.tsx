/** One conversation: passes data and actions from the projection to the list, the empty state and the composer. */
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useShallow } from 'zustand/shallow'
import type { ReactNode } from 'react'
import type { Branches, ConversationSummary } from '../../app/contract/conversations'
import { directModelId } from '../../app/contract/direct-model'
import { openConversation, readEarlier } from '../bridge/read-messages'
import { setStripPlace } from '../parts/question-places-view-store'
import { useProjection } from '../state/projection'
import { connectedCount as countConnected, startingNames as namesOfStarting } from '../state/servers-slice'
import { Spinner } from '../ui/controls/button'
import { RenderBoundary } from '../ui/controls/render-boundary'
import { Tooltip } from '../ui/controls/tooltip'
import { ChoicesButton } from './choices/choices-button'
import { Announcer } from './announcer'
import { ConversationComposer } from './composer/conversation-composer'
import { focusComposer, proposeDraft, readDraft } from './content/drafts-view-store'
import { conversationText } from './conversation-text'
import { EmptyConversation } from './empty-conversation'
import { FailureNote } from './content/failure-note'
import { LazyDialogs } from './lazy-dialogs'
import { FindBar } from './find/find-bar'
import { find } from './find/find-view-store'
import type { SuggestedTool } from './tool-call/tool-suggestions'
import { offeredModels } from './messages/offered-models'
import { findFirstVisible } from './find/use-marked-words'
import { useMatches } from './find/use-matches'
import { useOutlines } from '../state/shown-messages'
import { useReadUntil, type MessageToShow } from './messages/use-shown-message'
import { useMessageActions } from './use-message-actions'
import { useToolSearch } from './composer/use-tool-search'
import { plainWithMarks, VisibleText } from '../ui/base/hidden-characters'
import styles from './conversation-page.module.css'
import { conversation as texts } from '../../app/texts/compiled/window/conversation'
import { notShown } from '../../app/texts/compiled/window/notShown'

const MessageList = lazy(() =>
  import('./messages/message-list').then((module) => ({ default: module.MessageList }))
)

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
          {isReady && <Content {...props} />}
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
      <Announcer key={id} conversationId={id} />
    </main>
  )
}

function Content(props: ConversationPageProps) {
  const { conversation } = props
  const { status, failure, isEmpty } = useProjection(
    useShallow(({ threads }) => {
      const thread = conversation === null ? undefined : threads[conversation.id]
      return { status: thread?.status, failure: thread?.failure, isEmpty: thread?.messages.length === 0 }
    })
  )
  if (conversation === null) return <Empty {...props} />
  if (status === undefined || status === 'reading') return null
  if (status === 'failed') {
    return (
      <div className={styles.conversationFailure}>
        <Shown onShown={() => props.onShown(conversation.id)} />
        <FailureNote
          failure={{ code: 'HISTORY_UNAVAILABLE', message: failure ?? '' }}
          onRetry={() => void openConversation(conversation.id)}
        />
      </div>
    )
  }
  return isEmpty ? (
    <>
      <Empty {...props} />
      <Shown onShown={() => props.onShown(conversation.id)} />
    </>
  ) : (
    <Messages {...props} conversation={conversation} />
  )
}

function Messages(props: ConversationPageProps & { readonly conversation: ConversationSummary }) {
  const { conversation } = props
  const conversationId = conversation.id
  const messages = useOutlines(conversationId)
  const branches = useProjection((state) => state.threads[conversationId]?.branches ?? noBranches)
  const { models: known } = useProjection((state) => state.models)
  const models = useMemo(() => offeredModels(known), [known])
  const scroller = useRef<HTMLElement>(null)
  const takeScroller = useCallback((element: HTMLElement | null) => void (scroller.current = element), [])
  const matches = useMatches(conversationId, messages, () => findFirstVisible(scroller.current))
  const [away, bring] = useBroughtMessage()
  const wanted = useReadUntil(conversationId, props.wanted ?? away)
  useEffect(() => () => find.leave(conversationId), [conversationId])
  const actions = useMessageActions({ ...props, conversationId })
  return (
    <Suspense
      fallback={
        <div className={styles.conversationLoading} aria-hidden>
          <Spinner />
        </div>
      }
    >
      <FindBar matches={matches} onClosed={focusComposer} />
      <MessageList
        key={conversationId}
        conversationId={conversationId}
        messages={messages}
        branches={branches}
        isRunning={conversation.isRunning}
        models={models}
        onEarlier={() => void readEarlier(conversationId)}
        actions={actions}
        wanted={wanted}
        words={matches.marked}
        onAway={bring}
        onScroller={takeScroller}
      />
      <LazyDialogs conversation={conversation} branches={branches} models={models} />
      <Shown key={`shown ${conversationId}`} onShown={() => props.onShown(conversationId)} />
    </Suspense>
  )
}

const noBranches: Branches = {}

/** A search hit in a message that isn't drawn; the function asks to draw it. */
function useBroughtMessage(): readonly [MessageToShow | null, (messageId: string) => void] {
  const [away, setAway] = useState<MessageToShow | null>(null)
  const bring = useCallback(
    (messageId: string) => setAway({ messageId, isQuiet: true, onShown: () => setAway(null) }),
    []
  )
  return [away, bring]
}

/**
 * By then its first frame has been laid out or never will be. Not requested from the frame, because a hidden window
 * has none.
 */
const shownAfterMs = 300

/** Reports that its neighbor came on the screen. */
function Shown({ onShown }: { readonly onShown: () => void }) {
  const tell = useRef(onShown)
  useEffect(() => {
    const timer = setTimeout(() => tell.current(), shownAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return null
}

function Empty({ conversation, model, onOpenServers, onTool }: ConversationPageProps) {
  const { serverCount, connectedCount } = useProjection(
    useShallow((state) => ({ serverCount: state.servers.length, connectedCount: countConnected(state) }))
  )
  const startingNames = useProjection(useShallow(namesOfStarting))
  const { tools } = useToolSearch('', connectedCount)
  return (
    <div className={styles.conversationEmpty}>
      <EmptyConversation
        serverCount={serverCount}
        connectedCount={connectedCount}
        startingNames={startingNames}
        isDirect={model === directModelId}
        tools={tools}
        onOpenServers={onOpenServers}
        onPrompt={(text) => proposeDraft(conversation?.id ?? null, text)}
        onTool={onTool}
      />
    </div>
  )
}
