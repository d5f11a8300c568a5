/** The questions before something is done with conversations of the list, with one as with several. */
import { openDialogAbout } from '../list-dialogs/list-dialogs-view-store'
import { chosenIds, listConversations } from '../chosen/acts'
import { withChosen } from '../chosen/selection-view-store'

export function ask(what: 'delete' | 'export' | 'move', ids: readonly string[]): void {
  const conversations = listConversations(ids)
  if (conversations.length > 0) openDialogAbout(what, ...conversations)
}

/** Delete pressed on a row: what is chosen goes, wherever the keyboard stands. */
export function askToDelete(id: string): void {
  const chosen = chosenIds()
  ask('delete', chosen.length > 0 ? chosen : withChosen(id))
}
