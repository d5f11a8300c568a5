/**
 * Conversations under headings: pinned ones, those in folders, then Today, Yesterday and Earlier, with archived ones
 * at the end.
 */
import { shell } from '../../../app/texts/compiled/window/shell'
import { list } from '../../../app/texts/compiled/window/list'
import type { ConversationSummary, FoundConversation } from '../../../app/contract/conversations'
import type { ConversationFolder } from '../../../app/contract/conversation/conversation-folders'

export interface Group {
  /** Stable for the same group. */
  readonly key: string
  readonly label: string
  readonly conversations: readonly FoundConversation[]
  /** While folded only its heading is shown. Absent: it can't be folded. */
  readonly folds?: 'open-at-first' | 'shut-at-first'
  readonly drawer?: ConversationFolder
  /** The target folder of conversations dropped here; null: out of theirs. Absent: nothing can be dropped. */
  readonly dropTo?: string | null
}

const archiveKey = 'archive'

export const folderKey = (drawerId: string): string => `drawer ${drawerId}`

/** Keeps the order within each group. Omits empty groups, except folders, because the user created those. */
export function groupConversations(
  conversations: readonly ConversationSummary[],
  folders: readonly ConversationFolder[],
  now: number
): readonly Group[] {
  const known = new Set(folders.map(({ id }) => id))
  const isInDrawer = ({ drawerId }: ConversationSummary) => drawerId !== undefined && known.has(drawerId)
  const onShelf = (wanted: ConversationSummary['shelf']) =>
    conversations.filter(({ shelf }) => shelf === wanted)
  const [pinned, archived, others] = [onShelf('pinned'), onShelf('archived'), onShelf(undefined)]
  const groups: readonly Group[] = [
    { key: 'pinned', label: shell.pinned(), conversations: pinned },
    ...folders.map((drawer) => groupOf(drawer, others)),
    ...groupByDay(
      others.filter((item) => !isInDrawer(item)),
      now
    ),
    {
      key: archiveKey,
      label: shell.archivedCount({ count: archived.length }),
      conversations: archived,
      folds: 'shut-at-first'
    }
  ]
  return groups.filter((group) => group.drawer !== undefined || group.conversations.length > 0)
}

function groupOf(drawer: ConversationFolder, all: readonly ConversationSummary[]): Group {
  const conversations = all.filter(({ drawerId }) => drawerId === drawer.id)
  return {
    key: folderKey(drawer.id),
    label: list.drawerCount({ name: drawer.name, count: conversations.length }),
    conversations,
    folds: 'open-at-first',
    drawer,
    dropTo: drawer.id
  }
}

const dayNames = { today: shell.today, yesterday: shell.yesterday, earlier: shell.earlier }

/** Keeps the order; days are in the system's time zone. Omits empty groups. */
export function groupByDay(conversations: readonly ConversationSummary[], now: number): readonly Group[] {
  const today = new Date(now).setHours(0, 0, 0, 0)
  // Noon of the day before can be found by hours, midnight can't: days have 23 or 25 hours twice a year.
  const yesterday = new Date(today - 12 * 3_600_000).setHours(0, 0, 0, 0)
  const dayOf = (at: number) => (at >= today ? 'today' : at >= yesterday ? 'yesterday' : 'earlier')
  return (['today', 'yesterday', 'earlier'] as const)
    .map((key) => ({
      key,
      label: dayNames[key](),
      conversations: conversations.filter(({ updatedAt }) => dayOf(updatedAt) === key),
      dropTo: null
    }))
    .filter((group) => group.conversations.length > 0)
}
