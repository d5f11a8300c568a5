/** Settings of one conversation, which override the general settings. Absent fields follow the general settings. */
import { z } from 'zod'

const id = z.string().min(1).max(64)
const name = z.string().min(1).max(500)

export const conversationChoices = z.strictObject({
  /** The assistant that the values were copied from. */
  assistantId: id.optional(),
  /** Overrides `conversation.systemPrompt`; empty: no system prompt. */
  systemPrompt: z.string().max(100_000).optional(),
  /** Servers that are turned off here: no tools, resources, prompts or instructions. */
  offServers: z.array(name).max(1_000).optional(),
  offTools: z
    .array(z.strictObject({ serverName: name, toolName: name }))
    .max(10_000)
    .optional(),
  /** Overrides `conversation.codeMode`: whether the model writes scripts. */
  codeMode: z.boolean().optional(),
  thinking: z.enum(['off', 'low', 'medium', 'high']).optional(),
  temperature: z.number().min(0).max(2).optional(),
  maxOutputTokens: z.int().min(1).max(1_000_000).optional(),
  maxToolSteps: z.int().min(1).max(1_000).optional()
})
export type ConversationChoices = z.infer<typeof conversationChoices>
