/** A few rows of one group, with its heading if they are its first. */
import { memo, useEffect, useState } from 'react'
import type { DragEvent } from 'react'
import type { SearchHit } from '../../../app/contract/conversations'
import { plainWithMarks } from '../../ui/base/hidden-characters'
import { headingKey, rowKey, type Block } from './blocks'
import { ConversationRow } from './conversation-row'
import { FoldHeading } from './fold-heading'
import { moveToFolder } from '../list-dialogs/selection-actions'
import { useSelection } from '../list-dialogs/selection-view-store'
import styles from './conversation-list.module.css'
import { list } from '../../../app/texts/compiled/window/list'

export interface ListBlockProps {
  readonly block: Block
  readonly currentId: string | null
  /** The key of the Tab stop. */
  readonly tabStop: string | undefined
  readonly onOpen: (conversationId: string, hit?: SearchHit) => void
  /** It was added to or removed from the page. */
  readonly onDrawn: (key: string, isDrawn: boolean) => void
}

export const ListBlock = memo(function ListBlock(props: ListBlockProps) {
  const { block, currentId, tabStop, onOpen, onDrawn } = props
  const { key, group, isShut, start, conversations } = block
  useEffect(() => {
    onDrawn(key, true)
    return () => onDrawn(key, false)
  }, [key, onDrawn])
  const { isOver, ...drop } = useDrop(group.dropTo)
  const isFirst = start === 0
  return (
    <section
      aria-label={isFirst ? plainWithMarks(group.drawer?.name ?? group.label) : undefined}
      className={styles.block}
      data-drop={isOver || undefined}
      {...drop}
    >
      {isFirst && group.folds !== undefined && (
        <FoldHeading group={group} isShut={isShut} isTabStop={headingKey(group) === tabStop} />
      )}
      {isFirst && group.folds === undefined && <h2 className={styles.dayLabel}>{group.label}</h2>}
      {!isShut && conversations.length === 0 && <p className={styles.empty}>{list.drawerEmpty()}</p>}
      {conversations.length > 0 && (
        <ul>
          {conversations.map((conversation, at) => (
            <ConversationRow
              key={conversation.id}
              conversation={conversation}
              isCurrent={conversation.id === currentId}
              isTabStop={rowKey(conversation.id) === tabStop}
              place={start + at + 1}
              of={group.conversations.length}
              namesDrawer={group.drawer === undefined}
              onOpen={onOpen}
            />
          ))}
        </ul>
      )}
    </section>
  )
})

/** Conversations that are dragged here move to its folder, or out of theirs. */
function useDrop(dropTo: string | null | undefined) {
  const [isOver, setIsOver] = useState(false)
  const takes = () => dropTo !== undefined && useSelection.getState().dragged.length > 0
  return {
    isOver,
    onDragOver: (event: DragEvent) => {
      if (!takes()) return
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setIsOver(false)
    },
    onDrop: (event: DragEvent) => {
      setIsOver(false)
      if (!takes()) return
      event.preventDefault()
      moveToFolder(useSelection.getState().dragged, dropTo ?? null)
    }
  }
}
