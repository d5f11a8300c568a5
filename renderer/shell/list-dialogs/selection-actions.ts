/** Actions on conversations of the list, for one or several. */
import type { ConversationSummary } from '../../../app/contract/conversations'
import type { ListPlace } from '../../../app/contract/limits'
import { call } from '../../bridge/call'
import { report } from '../../bridge/report'
import { useProjection } from '../../state/projection'
import { select, useSelection } from './selection-view-store'

/** As they are now; deleted ones are omitted. */
export function listConversations(ids: readonly string[]): readonly ConversationSummary[] {
  const known = new Map(useProjection.getState().conversations.map((one) => [one.id, one]))
  return ids.flatMap((id) => known.get(id) ?? [])
}

/** In the order of the list. */
export function listSelectedIds(): readonly string[] {
  const { shown, chosen } = useSelection.getState()
  return shown.filter((id) => chosen.has(id))
}

export function moveToListPlace(ids: readonly string[], shelf: ListPlace | null): void {
  const [only, ...others] = ids
  if (only === undefined) return
  const done =
    others.length === 0
      ? call('conversation.set-shelf', { conversationId: only, shelf })
      : call('list.set-shelf', { conversationIds: [...ids], shelf })
  void done.catch(report)
  select.none()
}

export function moveToFolder(ids: readonly string[], drawerId: string | null): void {
  const moved = listConversations(ids).filter((one) => (one.drawerId ?? null) !== drawerId)
  if (moved.length > 0)
    void call('drawer.put', { conversationIds: moved.map(({ id }) => id), drawerId }).catch(report)
  select.none()
}
