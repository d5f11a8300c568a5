/** The questions before something is done with conversations of the list, with one as with several. */
import { askAbout } from '../asked/asked-view-store'
import { chosenIds, conversationsOf } from '../chosen/acts'
import { withChosen } from '../chosen/selection-view-store'

export function ask(what: 'delete' | 'export' | 'move', ids: readonly string[]): void {
  const conversations = conversationsOf(ids)
  if (conversations.length > 0) askAbout(what, ...conversations)
}

/** Delete pressed on a row: what is chosen goes, wherever the keyboard stands. */
export function askToDelete(id: string): void {
  const chosen = chosenIds()
  ask('delete', chosen.length > 0 ? chosen : withChosen(id))
}
