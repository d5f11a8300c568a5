import type { ConversationFolder } from '../../app/contract/list/conversation-folders'

export interface ConversationFoldersSlice {
  /** Folders of the list of conversations, in the order in which they were made. */
  readonly drawers: readonly ConversationFolder[]
}

export const emptyConversationFoldersSlice: ConversationFoldersSlice = { drawers: [] }
