/** Leaves the open conversation for a new one, with an assistant or the default settings. */
import type { Assistant } from '../../app/contract/settings'
import { chooseForNew, readWaitingChoices } from '../conversation/content/choices-view-store'
import { placeFolders } from '../conversation/folders/folders-view-store'
import { navigate } from './navigation-view-store'

export function newConversation(): void {
  // Removes what an assistant brought; folders that the user added stay.
  if (readWaitingChoices(null)?.assistantId !== undefined) placeFolders([])
  chooseForNew({})
  navigate.toNewConversation()
}

/** Its folders wait visibly for the first message, like those that the user chooses. */
export function newWithAssistant({ id, model, folders, choices }: Assistant): void {
  newConversation()
  if (model !== null) navigate.chooseDraftModel(model)
  chooseForNew({ ...choices, assistantId: id })
  placeFolders(folders)
}
