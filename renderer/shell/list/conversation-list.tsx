/**
 * The rows of the sidebar: pinned, in folders, by day, archived; or by rank during a search. A short list is in the
 * page completely, a long one only near the screen.
 */
import { Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { FoundConversation, SearchHit } from '../../../app/contract/conversations'
import { useProjection } from '../../state/projection'
import { buildBlocks, listStops, type Block } from './blocks'
import { isGroupFolded, useFolds } from './fold-view-store'
import { groupConversations, type Group } from './group-by-day'
import { ListBlock } from './list-block'
import { pressInList } from './list-keys'
import { select } from '../list-dialogs/selection-view-store'
import { useListFocus } from './use-list-focus'
import styles from './conversation-list.module.css'
import { shell } from '../../../app/texts/compiled/window/shell'
import { latePart } from '../../ui/controls/late-part'

// Most lists are short, so code for long ones is not part of the first paint.
const VirtualBlocks = latePart(async () => (await import('./virtual-blocks')).VirtualBlocks)

/** This many rows cost less than a list that is redrawn while scrolling. */
const mostAtOnce = 100
/** The first part of a long list, until its code is loaded. */
const firstBlocks = 3

export interface ConversationListProps {
  readonly conversations: readonly FoundConversation[]
  /** Search results keep their order. */
  readonly isRanked: boolean
  readonly currentId: string | null
  readonly onOpen: (conversationId: string, hit?: SearchHit) => void
  /** The element that scrolls and contains the list. */
  readonly scroller: HTMLElement | null
}

export function ConversationList({ conversations, isRanked, currentId, ...props }: ConversationListProps) {
  const blocks = useBlocks(conversations, isRanked)
  const stops = useMemo(() => listStops(blocks), [blocks])
  useLayoutEffect(
    () =>
      select.show(
        stops.flatMap(({ conversation }) => conversation?.id ?? []),
        currentId
      ),
    [stops, currentId]
  )
  const isLong = useHasBeen(stops.length > mostAtOnce)
  const focus = useListFocus(blocks, stops, currentId)
  const { tabStop, onDrawn } = focus
  const { onOpen, scroller } = props
  const renderBlock = useCallback(
    (block: Block) => (
      <ListBlock
        key={block.key}
        block={block}
        currentId={currentId}
        tabStop={tabStop}
        onOpen={onOpen}
        onDrawn={onDrawn}
      />
    ),
    [currentId, tabStop, onOpen, onDrawn]
  )
  const all = (isLong ? blocks.slice(0, firstBlocks) : blocks).map(renderBlock)
  return (
    <div
      ref={focus.list}
      className={styles.list}
      tabIndex={-1}
      onFocus={focus.onFocus}
      onBlur={focus.onBlur}
      onKeyDown={(event) => pressInList(event, { stops, at: focus.at, goTo: focus.goTo })}
    >
      {isLong && scroller !== null ? (
        <Suspense fallback={all}>
          <VirtualBlocks
            blocks={blocks}
            scroller={scroller}
            handle={focus.handle}
            renderBlock={renderBlock}
          />
        </Suspense>
      ) : (
        all
      )}
    </div>
  )
}

function useBlocks(conversations: readonly FoundConversation[], isRanked: boolean): readonly Block[] {
  const folders = useProjection((state) => state.folders)
  const known = useProjection((state) => state.conversations)
  const changed = useFolds((state) => state.changed)
  const day = useDay()
  return useMemo(() => {
    const groups = isRanked
      ? resultsOf(stillThere(conversations, known))
      : groupConversations(conversations, folders, day)
    return buildBlocks(groups, (group) => isGroupFolded(group, changed))
  }, [conversations, known, isRanked, folders, changed, day])
}

function resultsOf(conversations: readonly FoundConversation[]): readonly Group[] {
  return conversations.length === 0 ? [] : [{ key: 'results', label: shell.results(), conversations }]
}

/** A moment of this day, the same until it is over. */
function useDay(): number {
  const [day, setDay] = useState(() => Date.now())
  useEffect(() => {
    const midnight = new Date(day).setHours(24, 0, 0, 0)
    const timer = setTimeout(() => setDay(Date.now()), Math.max(1_000, midnight - Date.now()))
    return () => clearTimeout(timer)
  }, [day])
  return day
}

/** A list that was long is still drawn as a long one, so that deleting rows doesn't move the user's place. */
function useHasBeen(isSo: boolean): boolean {
  const hasBeen = useRef(isSo)
  hasBeen.current ||= isSo
  return hasBeen.current
}

/** Search results in their current state: renamed ones with their new name, deleted ones removed. */
function stillThere(
  found: readonly FoundConversation[],
  all: readonly FoundConversation[]
): readonly FoundConversation[] {
  const known = new Map(all.map((conversation) => [conversation.id, conversation]))
  return found.flatMap(({ id, hit }) => {
    const conversation = known.get(id)
    if (conversation === undefined) return []
    return hit === undefined ? conversation : { ...conversation, hit }
  })
}
