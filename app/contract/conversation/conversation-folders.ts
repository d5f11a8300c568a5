/** Folders in the list of conversations. A stored conversation names its folder in `drawerId`. */
import { z } from 'zod'

export const conversationFolder = z.strictObject({
  id: z.string().min(1).max(64),
  name: z.string().min(1).max(100)
})
export type ConversationFolder = z.infer<typeof conversationFolder>
