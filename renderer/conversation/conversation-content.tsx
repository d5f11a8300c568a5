/** What one conversation shows between its title and the message box: its messages, or what to begin with. */
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useShallow } from 'zustand/shallow'
import type { Branches, ConversationSummary } from '../../app/contract/conversations'
import { directModelId } from '../../app/contract/direct-model'
import { openConversation, readEarlier } from '../bridge/read-messages'
import { useProjection } from '../state/projection'
import { connectedCount as countConnected, startingNames as namesOfStarting } from '../state/servers-slice'
import { Spinner } from '../ui/controls/button'
import { latePart } from '../ui/controls/late-part'
import { focusComposer, proposeDraft } from './content/drafts-view-store'
import type { ConversationPageProps } from './conversation-page'
import { EmptyConversation } from './empty-conversation'
import { FailureNote } from './content/failure-note'
import { LazyDialogs } from './lazy-dialogs'
import { FindBar } from './find/find-bar'
import { find } from './find/find-view-store'
import { offeredModels } from './messages/offered-models'
import { findFirstVisible } from './find/use-marked-words'
import { useMatches } from './find/use-matches'
import { useOutlines } from '../state/shown-messages'
import { useReadUntil, type MessageToShow } from './messages/use-shown-message'
import { useMessageActions } from './use-message-actions'
import { useToolSearch } from './composer/use-tool-search'
import styles from './conversation-page.module.css'

export const MessageList = latePart(async () => (await import('./messages/message-list')).MessageList)
// The first conversation needs it, and a failure is shown there.
void MessageList.load().catch(() => {})

export function ConversationContent(props: ConversationPageProps) {
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
