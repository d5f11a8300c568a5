/** Leaves what is on the screen for a conversation that has not begun, with an assistant or as the settings have it. */
import type { Assistant } from '../../app/contract/settings'
import { chooseForNew, readWaitingChoices } from '../conversation/content/choices-view-store'
import { placeFolders } from '../conversation/folders/folders-view-store'
import { navigate } from './navigation-view-store'

export function newConversation(): void {
  // What an assistant brought goes with it; folders that the person put there stay.
  if (readWaitingChoices(null)?.assistantId !== undefined) placeFolders([])
  chooseForNew({})
  navigate.toNewConversation()
}

/** Its folders wait, in sight, for the first message, as those do that the person chooses. */
export function newWithAssistant({ id, model, folders, choices }: Assistant): void {
  newConversation()
  if (model !== null) navigate.chooseDraftModel(model)
  chooseForNew({ ...choices, assistantId: id })
  placeFolders(folders)
}
