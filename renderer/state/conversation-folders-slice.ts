import type { ConversationFolder } from '../../app/contract/list/conversation-folders'

export interface ConversationFoldersSlice {
  /** Folders of the conversation list, in the order of creation. */
  readonly drawers: readonly ConversationFolder[]
}

export const emptyConversationFoldersSlice: ConversationFoldersSlice = { drawers: [] }
