/** Folders in the list of conversations. `drawer` in code, unlike folders on disk. */
import { z } from 'zod'

export const conversationFolder = z.strictObject({
  id: z.string().min(1).max(64),
  name: z.string().min(1).max(100)
})
export type ConversationFolder = z.infer<typeof conversationFolder>
