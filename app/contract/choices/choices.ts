/** What the person chose for one conversation, in place of what holds for all. What is absent follows the settings. */
import { z } from 'zod'

const id = z.string().min(1).max(64)
const name = z.string().min(1).max(500)

export const conversationChoices = z.strictObject({
  /** The assistant that it was taken from, as it was then. */
  assistantId: id.optional(),
  /** In place of `conversation.systemPrompt`; empty: none. */
  systemPrompt: z.string().max(100_000).optional(),
  /** Servers of which nothing is offered here: no tool, no resource, no prompt, no instructions. */
  offServers: z.array(name).max(1_000).optional(),
  offTools: z
    .array(z.strictObject({ serverName: name, toolName: name }))
    .max(10_000)
    .optional(),
  /** Whether the model writes scripts here, in place of `conversation.codeMode`. */
  codeMode: z.boolean().optional(),
  thinking: z.enum(['off', 'low', 'medium', 'high']).optional(),
  temperature: z.number().min(0).max(2).optional(),
  maxOutputTokens: z.int().min(1).max(1_000_000).optional(),
  maxToolSteps: z.int().min(1).max(1_000).optional()
})
export type ConversationChoices = z.infer<typeof conversationChoices>
