/** The questions before an action on conversations of the list, one or several. */
import { openDialogAbout } from '../list-dialogs/list-dialogs-view-store'
import { listSelectedIds, listConversations } from '../list-dialogs/selection-actions'
import { listIdsForAction } from '../list-dialogs/selection-view-store'

export function ask(what: 'delete' | 'export' | 'move', ids: readonly string[]): void {
  const conversations = listConversations(ids)
  if (conversations.length > 0) openDialogAbout(what, ...conversations)
}

/** Delete pressed on a row: the selection is deleted, wherever the focus is in the list. */
export function askToDelete(id: string): void {
  const chosen = listSelectedIds()
  ask('delete', chosen.length > 0 ? chosen : listIdsForAction(id))
}
