/** Keeps what is chosen for a conversation: at the host, or, before it has begun, for its first message. */
import type { ConversationChoices } from '../../../app/contract/choices/choices'
import type { Assistant } from '../../../app/contract/settings'
import { call } from '../../bridge/call'
import { chooseForNew, readWaitingChoices } from '../content/choices-view-store'
import { placeFolders } from '../folders/folders-view-store'

/** Null: the conversation that has not begun. */
export type ChoicesPlace = string | null

/** @throws CallFailed */
export async function keepChoices(place: ChoicesPlace, choices: ConversationChoices): Promise<void> {
  if (place === null || readWaitingChoices(place) !== undefined) chooseForNew(choices)
  else await call('conversation.set-choices', { conversationId: place, choices })
}

/**
 * All that the assistant holds, as one act. Folders stay where it names none; so does the model, which for the
 * conversation that has not begun is the frame's to choose. @throws CallFailed
 */
export async function takeAssistant(place: ChoicesPlace, assistant: Assistant): Promise<void> {
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
