/** Unsent text of message boxes. */
import { z } from 'zod'

const id = z.string().min(1).max(64)

export const draft = z.strictObject({
  /** Null: the conversation that has not started. */
  conversationId: id.nullable(),
  text: z.string().max(2_000_000),
  resources: z
    .array(
      z.strictObject({
        serverName: z.string().min(1).max(500),
        uri: z.string().max(8_192),
        name: z.string().max(1_000)
      })
    )
    .max(100),
  /** Names of attached files; they are no longer attached after a restart. */
  files: z.array(z.string().max(300)).max(100)
})
export type ComposerDraft = z.infer<typeof draft>
