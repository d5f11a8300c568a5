/** The rows of the sidebar: by day, or in order of rank while a search runs. */
import { lazy, Suspense, useState } from 'react'
import type { ConversationSummary } from '../../app/contract/conversations'
import { call } from '../bridge/call'
import { report } from '../bridge/report'
import { useProjection } from '../state/projection'
import { ConversationRow } from './conversation-row'
import { groupByDay } from './group-by-day'
import styles from './conversation-list.module.css'
import { shell } from '../../app/texts/compiled/window/shell'

const DeleteDialog = lazy(() =>
  import('./delete-dialog').then((module) => ({ default: module.DeleteDialog }))
)

export interface ConversationListProps {
  readonly conversations: readonly ConversationSummary[]
  /** Search results keep their order. */
  readonly isRanked: boolean
  readonly currentId: string | null
  readonly onOpen: (conversationId: string) => void
}

export function ConversationList({ conversations, isRanked, currentId, onOpen }: ConversationListProps) {
  const [asked, setAsked] = useState<ConversationSummary | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const askToDelete = (conversation: ConversationSummary) => {
    setAsked(conversation)
    setIsAsking(true)
  }
  const groups = isRanked
    ? [{ label: shell.results(), conversations: stillThere(conversations) }]
    : groupByDay(conversations, Date.now())
  return (
    <>
      {groups.map((group) => (
        <section key={group.label} aria-label={group.label}>
          <h2 className={styles.dayLabel}>{group.label}</h2>
          <ul>
            {group.conversations.map((conversation) => (
              <ConversationRow
                key={conversation.id}
                conversation={conversation}
                isCurrent={conversation.id === currentId}
                onOpen={onOpen}
                onRename={(conversationId, title) =>
                  void call('conversation.rename', { conversationId, title }).catch(report)
                }
                onDelete={askToDelete}
              />
            ))}
          </ul>
        </section>
      ))}
      {asked !== null && (
        <Suspense>
          <DeleteDialog conversation={asked} open={isAsking} onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Found rows as they are now: renamed ones with their new name, deleted ones gone. */
function stillThere(found: readonly ConversationSummary[]): readonly ConversationSummary[] {
  const known = new Map(
    useProjection.getState().conversations.map((conversation) => [conversation.id, conversation])
  )
  return found.flatMap(({ id }) => known.get(id) ?? [])
}
