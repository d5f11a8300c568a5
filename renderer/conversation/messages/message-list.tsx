/**
 * The messages of one conversation; only those on screen are in the page. Follows the end while an answer grows,
 * until the user scrolls up. In its own chunk with Markdown and the virtual list.
 */
import { ArrowDown } from 'lucide-react'
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Virtuoso } from 'react-virtuoso'
import type { ContextProp, ListProps, VirtuosoHandle } from 'react-virtuoso'
import type { Branches } from '../../../app/contract/conversations'
import { Button } from '../../ui/controls/button'
import { RenderBoundary } from '../../ui/controls/render-boundary'
import { SummaryCard } from '../context/summary-card'
import { stickToBottom, type EndFollower } from './stick-to-bottom'
import { ComparedAnswers } from './compared-answers'
import { comparison, useComparedAnswer } from './comparison-view-store'
import { MessageArticle } from './message-article'
import type { MessageActions, MessageArticleProps } from './message-article'
import type { OfferedModel } from './offered-models'
import { readMessageText } from './message-text'
import { useMessage, type MessageOutline } from '../../state/shown-messages'
import { useProjection } from '../../state/projection'
import { useMarkedWords } from '../find/use-marked-words'
import { useShownMessage, type MessageToShow } from './use-shown-message'
import type { MarkedWords } from '../find/word-ranges'
import styles from './message-list.module.css'
import { notShown } from '../../../app/texts/compiled/window/notShown'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

export interface MessageListProps {
  readonly conversationId: string
  /** Oldest first, at least one. */
  readonly messages: readonly MessageOutline[]
  readonly branches: Branches
  readonly isRunning: boolean
  /** Models that an answer can be requested from. Must be stable between renders. */
  readonly models: readonly OfferedModel[]
  readonly onEarlier: () => void
  readonly actions: MessageActions
  /** Shown instead of the end; null: no particular message. */
  readonly wanted: MessageToShow | null
  /** Must be stable while its content is the same. */
  readonly words: MarkedWords | null
  /** The message with the current match must be read or scrolled to first. Must be stable between renders. */
  readonly onAway: (messageId: string) => void
  /** Gets the scrolling element. Must be stable between renders. */
  readonly onScroller: (scroller: HTMLElement | null) => void
}

/** Positions grow from here when earlier pages are added in front. */
const firstPosition = 1_000_000

/** Use the conversation's id as key: another conversation starts at its own end. */
export function MessageList(props: MessageListProps) {
  const { messages, isRunning, wanted, words, onAway, onScroller } = props
  const isFar = useProjection(({ views }) =>
    Object.values(views).some(({ displayMode }) => displayMode === 'pip')
  )
  const list = useRef<VirtuosoHandle>(null)
  const [first] = useState(() => messages.findIndex(({ id }) => id === wanted?.messageId))
  const startsAtEnd = first < 0
  const [isAtEnd, setIsAtEnd] = useState(startsAtEnd)
  const follower = useMemo(() => stickToBottom(setIsAtEnd, startsAtEnd), [startsAtEnd])
  useEffect(() => () => follower.attach(null), [follower])
  const firstItemIndex = useFirstItemIndex(messages)
  const hasRun = useHasBeen(isRunning)
  useOwnMessage(messages, follower.jump)
  const marked = useShownMessage(messages, wanted, { list, letGo: follower.letGo })
  const [scroller, takeScroller] = useScroller(follower, onScroller)
  const isShownAtOnce = useIsEndDrawn(startsAtEnd ? scroller : null) || hasRun
  const context = useMemo(() => ({ isShownAtOnce }), [isShownAtOnce])
  const around = startsAtEnd && !isShownAtOnce ? nothingAround : nearAround
  useMarkedWords(words, { scroller, onAway, letGo: follower.letGo })
  const actions = useStayingActions(props.actions, follower.letGo)
  const renderMessage = useRows({ ...props, actions }, { firstItemIndex, marked })
  return (
    <div className={styles.messageList}>
      <Virtuoso
        ref={list}
        className={styles.messageScroller}
        data-scrollbar="steady"
        data={messages as MessageOutline[]}
        context={context}
        components={parts}
        computeItemKey={(_index, message) => message.id}
        firstItemIndex={firstItemIndex}
        initialTopMostItemIndex={
          startsAtEnd ? { index: 'LAST', align: 'end' } : { index: first, align: 'start' }
        }
        increaseViewportBy={isFar ? farAround : around}
        itemContent={renderMessage}
        scrollerRef={takeScroller}
        totalListHeightChanged={follower.grown}
        startReached={props.onEarlier}
        role="group"
        aria-label={texts.messages()}
      />
      {!isAtEnd && (
        <Button size="small" icon={ArrowDown} className={styles.jumpToLatest} onClick={follower.jumpAndFocus}>
          {texts.jumpToLatest()}
        </Button>
      )}
    </div>
  )
}

/** Until the end is in place. */
const nothingAround = 0
const nearAround = { top: 600, bottom: 400 }
/** A view in a corner of the window ends with its row. */
const farAround = { top: 20_000, bottom: 20_000 }

interface ListContext {
  readonly isShownAtOnce: boolean
}

/**
 * The list is hidden until its first position has settled, to avoid a visible jump. It waits 200 ms for that, so it is shown as
 * soon as its end is in place. While an answer grows it would not settle until the end, so a growing answer is shown at once.
 */
function List({ context, style, ...rest }: ListProps & ContextProp<ListContext>) {
  const { visibility, ...shown } = style ?? {}
  return <div {...rest} style={context.isShownAtOnce ? shown : { ...shown, visibility }} />
}

const parts = { List }

interface Rows {
  readonly firstItemIndex: number
  /** The id of the highlighted message. */
  readonly marked: string | null
}

/** How a message is rendered. */
function useRows(props: MessageListProps, { firstItemIndex, marked }: Rows) {
  const { conversationId, messages, branches, isRunning, models, actions } = props
  const lastId = messages.at(-1)?.id
  const summedUpTo = messages.findLast(({ summary }) => summary !== undefined)?.id
  return useCallback(
    (index: number, { id }: MessageOutline) => (
      <Row
        conversationId={conversationId}
        id={id}
        place={index - firstItemIndex}
        isMarked={id === marked}
        isSummedUp={id === summedUpTo}
        canRetry={!isRunning && id === lastId}
        canChange={!isRunning}
        branches={branches[id]}
        models={models}
        actions={actions}
      />
    ),
    [actions, branches, conversationId, firstItemIndex, isRunning, lastId, marked, models, summedUpTo]
  )
}

interface RowProps extends Omit<MessageArticleProps, 'message'> {
  readonly conversationId: string
  readonly id: string
  /** Among the messages. */
  readonly place: number
  readonly isMarked: boolean
  /** Its summary replaces everything up to it. */
  readonly isSummedUp: boolean
}

/** Subscribes to its own message, so that pieces of an answer don't redraw the list. */
const Row = memo(function Row(props: RowProps) {
  const { conversationId, id, place, isMarked, isSummedUp, ...article } = props
  const message = useMessage(conversationId, id, place)
  if (message === undefined) return null
  const { summary } = message
  const { actions, canChange } = article
  return (
    <div className={styles.messageRow} data-message={id} data-marked={isMarked || undefined}>
      <RenderBoundary
        sentence={notShown.message()}
        text={() => readMessageText(message)}
        resetKeys={[message]}
      >
        <Answer {...article} message={message} />
        {isSummedUp && summary !== undefined && (
          <SummaryCard
            summary={summary}
            canChange={canChange}
            onEdit={() => actions.summaries?.onEdit(id, summary.text)}
            onRemove={() => actions.summaries?.onRemove(id)}
          />
        )}
      </RenderBoundary>
    </div>
  )
})

/** Next to another answer where the user compares them. */
function Answer(props: MessageArticleProps) {
  const { message, canChange, actions } = props
  const beside = useComparedAnswer(message)
  if (beside === null) return <MessageArticle {...props} />
  return (
    <ComparedAnswers
      shown={message}
      beside={beside}
      canChange={canChange}
      drawnShown={<MessageArticle {...props} canRetry={false} isCompared />}
      drawnBeside={<MessageArticle {...props} message={beside} canRetry={false} isCompared />}
      onChoose={({ id }) => actions.onChooseAnswer(id, id === message.id)}
      onClose={comparison.end}
    />
  )
}

/** The scrolling element, and a callback that passes it from the list to all users of it. */
function useScroller({ attach }: EndFollower, onScroller: MessageListProps['onScroller']) {
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const take = useCallback(
    (element: HTMLElement | Window | null) => {
      const own = element instanceof HTMLElement ? element : null
      attach(own)
      setScroller(own)
      onScroller(own)
    },
    [attach, onScroller]
  )
  return [scroller, take] as const
}

/** By then the list has found its position itself. */
const mostFrames = 30

/** Whether the rows fill the scroller to its end, or never will because there are few. */
function useIsEndDrawn(scroller: HTMLElement | null): boolean {
  const [isDrawn, setIsDrawn] = useState(false)
  useEffect(() => {
    if (scroller === null || isDrawn) return
    let frames = 0
    let frame = requestAnimationFrame(function look() {
      if (isFilledToEnd(scroller) || ++frames === mostFrames) setIsDrawn(true)
      else frame = requestAnimationFrame(look)
    })
    return () => cancelAnimationFrame(frame)
  }, [scroller, isDrawn])
  return isDrawn
}

/** Pixels by which the last row may miss the end. */
const endSlack = 4

function isFilledToEnd(scroller: HTMLElement): boolean {
  const rows = scroller.querySelectorAll(`.${styles.messageRow}`)
  const [first, last] = [rows[0], rows[rows.length - 1]]
  if (first === undefined || last === undefined) return false
  const { top, bottom } = scroller.getBoundingClientRect()
  const end = last.getBoundingClientRect().bottom
  return Math.abs(end - bottom) <= endSlack && first.getBoundingClientRect().top <= top
}

/** Whether it was true at any time since the list was mounted. */
function useHasBeen(isSo: boolean): boolean {
  const [hasBeen, setHasBeen] = useState(isSo)
  if (isSo && !hasBeen) setHasBeen(true)
  return hasBeen || isSo
}

/** Decreases by the number of messages added in front, so that the list keeps its place. */
function useFirstItemIndex(messages: readonly MessageOutline[]): number {
  const state = useRef({ oldestId: messages[0]?.id, index: firstPosition })
  const { oldestId } = state.current
  const current = messages[0]?.id
  if (current !== oldestId) {
    const added = messages.findIndex(({ id }) => id === oldestId)
    state.current = {
      oldestId: current,
      index: added > 0 ? state.current.index - added : state.current.index
    }
  }
  return state.current.index
}

/** After switching the branch the list stays where the branch begins, even if it was at its end. */
function useStayingActions(actions: MessageActions, letGo: () => void): MessageActions {
  return useMemo(() => {
    const onShowBranch = (messageId: string) => {
      letGo()
      actions.onShowBranch(messageId)
    }
    return { ...actions, onShowBranch }
  }, [actions, letGo])
}

/**
 * After sending, the list shows the new message wherever it was scrolled to. A message of another branch has its
 * answer already.
 */
function useOwnMessage(messages: readonly MessageOutline[], jump: () => void): void {
  const lastOwn = messages.findLast(({ role }) => role === 'user')?.id
  const last = messages.at(-1)
  const isNew = last?.role === 'user' || last?.state === 'streaming'
  const seen = useRef(lastOwn)
  useEffect(() => {
    if (lastOwn !== seen.current && isNew) jump()
    seen.current = lastOwn
  }, [lastOwn, isNew, jump])
}
