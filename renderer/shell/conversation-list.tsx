/** The rows of the sidebar: pinned, by day, archived; or in order of rank while a search runs. Arrows go from row to row. */
import { ChevronDown, ChevronRight } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { ConversationSummary, FoundConversation, SearchHit } from '../../app/contract/conversations'
import { call } from '../bridge/call'
import { report } from '../bridge/report'
import { useProjection } from '../state/projection'
import { ConversationRow, type ConversationRowProps } from './conversation-row'
import { groupConversations, type DayGroup } from './group-by-day'
import styles from './conversation-list.module.css'
import { shell } from '../../app/texts/compiled/window/shell'

const DeleteDialog = lazy(() =>
  import('./delete-dialog').then((module) => ({ default: module.DeleteDialog }))
)
const ExportDialog = lazy(() =>
  import('./archives/export-dialog').then((module) => ({ default: module.ExportDialog }))
)

export interface ConversationListProps {
  readonly conversations: readonly FoundConversation[]
  /** Search results keep their order. */
  readonly isRanked: boolean
  readonly currentId: string | null
  readonly onOpen: (conversationId: string, hit?: SearchHit) => void
}

export function ConversationList({ conversations, isRanked, currentId, onOpen }: ConversationListProps) {
  const [asked, setAsked] = useState<ConversationSummary | null>(null)
  const [isAsking, setIsAsking] = useState<'delete' | 'export' | null>(null)
  const ask = (what: 'delete' | 'export') => (conversation: ConversationSummary) => {
    setAsked(conversation)
    setIsAsking(what)
  }
  const close = () => setIsAsking(null)
  const [isArchiveOpen, setIsArchiveOpen] = useState(false)
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const groups = isRanked
    ? [{ label: shell.results(), conversations: stillThere(conversations) }]
    : groupConversations(conversations, Date.now())
  const isShut = (group: DayGroup) => group.isFolded === true && !isArchiveOpen
  const shown = groups.flatMap((group) => (isShut(group) ? [] : group.conversations.map(({ id }) => id)))
  const tabStop = [focusedId, currentId].find((id) => id !== null && shown.includes(id)) ?? shown[0]
  const acts: RowActs = {
    onOpen,
    onFocus: setFocusedId,
    onDelete: ask('delete'),
    onExport: ask('export'),
    onRename: (conversationId, title) =>
      void call('conversation.rename', { conversationId, title }).catch(report),
    onShelf: (conversationId, shelf) =>
      void call('conversation.set-shelf', { conversationId, shelf }).catch(report)
  }
  return (
    <div onKeyDown={moveFocus}>
      {groups.map((group) => (
        <section key={group.isFolded === true ? 'archive' : group.label} aria-label={group.label}>
          {group.isFolded === true ? (
            <ArchiveHeading label={group.label} isOpen={isArchiveOpen} onChange={setIsArchiveOpen} />
          ) : (
            <h2 className={styles.dayLabel}>{group.label}</h2>
          )}
          {!isShut(group) && (
            <ul>
              {group.conversations.map((conversation) => (
                <ConversationRow
                  key={conversation.id}
                  conversation={conversation}
                  isCurrent={conversation.id === currentId}
                  isTabStop={conversation.id === tabStop}
                  {...acts}
                />
              ))}
            </ul>
          )}
        </section>
      ))}
      {asked !== null && (
        <Suspense>
          <DeleteDialog conversation={asked} open={isAsking === 'delete'} onClose={close} />
          <ExportDialog conversations={[asked]} open={isAsking === 'export'} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}

type RowActs = Pick<
  ConversationRowProps,
  'onOpen' | 'onFocus' | 'onDelete' | 'onExport' | 'onRename' | 'onShelf'
>

interface ArchiveHeadingProps {
  readonly label: string
  readonly isOpen: boolean
  readonly onChange: (isOpen: boolean) => void
}

function ArchiveHeading({ label, isOpen, onChange }: ArchiveHeadingProps) {
  const Icon = isOpen ? ChevronDown : ChevronRight
  return (
    <h2>
      <button
        type="button"
        className={styles.archiveLabel}
        aria-expanded={isOpen}
        onClick={() => onChange(!isOpen)}
      >
        <Icon size={14} aria-hidden />
        {label}
      </button>
    </h2>
  )
}

/** For arrows that come from above the list; false: it has no rows. */
export function focusFirstRow(list: Element | null): boolean {
  const first = list?.querySelector<HTMLElement>(rowSelector) ?? null
  first?.focus()
  return first !== null
}

const rowSelector = '[data-conversation]'

/** Arrows, Home and End; all rows together are one stop of Tab. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(rowSelector)]
  const at = rows.findIndex((row) => row === event.target)
  if (at < 0) return
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: rows.length - 1
  }
  const next = rows[steps[event.key] ?? -1]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

/** Found rows as they are now: renamed ones with their new name, deleted ones gone. */
function stillThere(found: readonly FoundConversation[]): readonly FoundConversation[] {
  const known = new Map(
    useProjection.getState().conversations.map((conversation) => [conversation.id, conversation])
  )
  return found.flatMap(({ id, hit }) => {
    const conversation = known.get(id)
    if (conversation === undefined) return []
    return hit === undefined ? conversation : { ...conversation, hit }
  })
}
