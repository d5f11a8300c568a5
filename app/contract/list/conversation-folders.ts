/** Folders of the list of conversations: called drawers here, to tell them from folders of the disk. */
import { z } from 'zod'

export const conversationFolder = z.strictObject({
  id: z.string().min(1).max(64),
  name: z.string().min(1).max(100)
})
export type ConversationFolder = z.infer<typeof conversationFolder>
