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

export function moveToListPlace(ids: readonly string[], place: ListPlace | null): void {
  if (ids.length === 0) return
  void call('folder.set-place', { conversationIds: [...ids], place }).catch(report)
  select.none()
}

export function moveToFolder(ids: readonly string[], drawerId: string | null): void {
  const moved = listConversations(ids).filter((one) => (one.drawerId ?? null) !== drawerId)
  if (moved.length > 0)
    void call('folder.move-conversations', {
      conversationIds: moved.map(({ id }) => id),
      folderId: drawerId
    }).catch(report)
  select.none()
}
