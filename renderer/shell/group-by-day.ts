/** Conversations under the headings Today, Yesterday and Earlier. */
import { shell } from '../../app/texts/compiled/window/shell'
import type { ConversationSummary } from '../../app/contract/conversations'

export interface DayGroup {
  readonly label: string
  readonly conversations: readonly ConversationSummary[]
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
