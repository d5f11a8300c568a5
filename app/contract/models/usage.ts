/** What an answer took, what its request was taken for, and what stands for it in later requests. */
import { z } from 'zod'

export const tokenUsage = z.strictObject({
  /** All that the model read, from the cache of the provider as well. */
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** Of them those that came from the cache, and those that went into it; absent: none, or the provider doesn't say. */
  cacheReadTokens: z.number().optional(),
  cacheWriteTokens: z.number().optional(),
  /** In the currency of the settings, by the price that was known then; absent: none was. */
  cost: z.number().optional()
})
export type Usage = z.infer<typeof tokenUsage>

/** Stands for this message and all before it in what models are sent; those are kept as they were. */
const contextSummary = z.strictObject({ text: z.string(), at: z.number() })
export type ContextSummary = z.infer<typeof contextSummary>

/** Of a message. */
export const messageContext = {
  /** Milliseconds from its request to its end, with what the person was asked meanwhile; absent: from before it was kept. */
  tookMs: z.number().optional(),
  /** Of the last request for this answer, in tokens: what the provider read, and what Parley had taken it for. */
  requestSize: z.strictObject({ read: z.number(), estimated: z.number() }).optional(),
  summary: contextSummary.optional()
} as const
