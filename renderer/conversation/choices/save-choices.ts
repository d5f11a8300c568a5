/** Saves a conversation's settings: at the host, or with the first message of a new conversation. */
import type { ConversationChoices } from '../../../app/contract/conversation/choices'
import type { Assistant } from '../../../app/contract/settings'
import { call } from '../../bridge/call'
import { chooseForNew, readWaitingChoices } from '../content/choices-view-store'
import { placeFolders } from '../folders/folders-view-store'

/** Null: a new conversation. */
export type ChoicesPlace = string | null

/** @throws CallFailed */
export async function saveChoices(place: ChoicesPlace, choices: ConversationChoices): Promise<void> {
  if (place === null || readWaitingChoices(place) !== undefined) chooseForNew(choices)
  else await call('conversation.set-choices', { conversationId: place, choices })
}

/**
 * Applies the whole assistant at once. Folders stay if it names none. So does the model, which the frame chooses for
 * a new conversation. @throws CallFailed
 */
export async function applyAssistant(place: ChoicesPlace, assistant: Assistant): Promise<void> {
  const { id, model, folders } = assistant
  const choices: ConversationChoices = { ...assistant.choices, assistantId: id }
  if (place === null) {
    chooseForNew(choices)
    if (folders.length > 0) placeFolders(folders)
    return
  }
  await call('conversation.set-choices', {
    ...{ conversationId: place, choices },
    ...(folders.length > 0 && { folders: [...folders] }),
    ...(model !== null && { model })
  })
}
