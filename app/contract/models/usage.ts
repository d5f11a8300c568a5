/** Tokens of an answer, the estimate of its request, and its summary in later requests. */
import { z } from 'zod'

export const tokenUsage = z.strictObject({
  /** All tokens that the model read, including those from the provider's cache. */
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** Of them those that came from the cache, and those that went into it; absent: none, or the provider doesn't say. */
  cacheReadTokens: z.number().optional(),
  cacheWriteTokens: z.number().optional(),
  /** In the currency of the settings, by the price that was known then; absent: none was. */
  cost: z.number().optional()
})
export type Usage = z.infer<typeof tokenUsage>

/** Replaces this message and all before it in model requests; the stored messages don't change. */
const contextSummary = z.strictObject({ text: z.string(), at: z.number() })
export type ContextSummary = z.infer<typeof contextSummary>

/** Of a message. */
export const messageContext = {
  /**
   * Milliseconds from its request to its end, including the time that questions waited for the user; absent: the
   * message is older than this field.
   */
  tookMs: z.number().optional(),
  /** Of the last request for this answer, in tokens: what the provider read, and what Parley had taken it for. */
  requestSize: z.strictObject({ read: z.number(), estimated: z.number() }).optional(),
  summary: contextSummary.optional()
} as const
