/** Conversations under headings: pinned ones, then Today, Yesterday and Earlier, and at the end the archived ones. */
import { shell } from '../../app/texts/compiled/window/shell'
import type { ConversationSummary, FoundConversation } from '../../app/contract/conversations'

export interface DayGroup {
  readonly label: string
  readonly conversations: readonly FoundConversation[]
  /** Only its heading is shown until the person opens it. */
  readonly isFolded?: boolean
}

/** Keeps the order within each group. Empty groups are left out. */
export function groupConversations(
  conversations: readonly ConversationSummary[],
  now: number
): readonly DayGroup[] {
  const archived = conversations.filter(({ shelf }) => shelf === 'archived')
  const groups: readonly DayGroup[] = [
    { label: shell.pinned(), conversations: conversations.filter(({ shelf }) => shelf === 'pinned') },
    ...groupByDay(
      conversations.filter(({ shelf }) => shelf === undefined),
      now
    ),
    { label: shell.archivedCount({ count: archived.length }), conversations: archived, isFolded: true }
  ]
  return groups.filter((group) => group.conversations.length > 0)
}

/** Keeps the order; days are those of the system's time zone. Empty groups are left out. */
export function groupByDay(conversations: readonly ConversationSummary[], now: number): readonly DayGroup[] {
  const today = new Date(now).setHours(0, 0, 0, 0)
  // Noon of the day before is found by the hour, midnight is not: days have 23 or 25 hours twice a year.
  const yesterday = new Date(today - 12 * 3_600_000).setHours(0, 0, 0, 0)
  const labelOf = (at: number) =>
    at >= today ? shell.today : at >= yesterday ? shell.yesterday : shell.earlier
  return [shell.today, shell.yesterday, shell.earlier]
    .map((label) => ({
      label: label(),
      conversations: conversations.filter(({ updatedAt }) => labelOf(updatedAt) === label)
    }))
    .filter((group) => group.conversations.length > 0)
}
