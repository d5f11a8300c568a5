/** Tokens and cost of models for the screen. Money is in the currency of the settings. */
import { z } from 'zod'

export const usageTotals = z.strictObject({
  requests: z.number(),
  /** All tokens read, including those from the cache. */
  inputTokens: z.number(),
  outputTokens: z.number(),
  cacheReadTokens: z.number(),
  cacheWriteTokens: z.number(),
  /** Of requests with a known price. */
  cost: z.number(),
  /** Requests of models with an unknown price: they are not in `cost`. */
  unpriced: z.number(),
  /** Requests without reported usage, because they were cut off: their tokens are estimated. */
  estimated: z.number()
})
export type UsageTotals = z.infer<typeof usageTotals>

/** One part of the total: a day (`2026-11-23`), a model, a requesting server, a conversation. */
export const usagePart = z.strictObject({ name: z.string(), ...usageTotals.shape })
export type UsagePart = z.infer<typeof usagePart>

export const usageView = z.strictObject({
  today: usageTotals,
  month: usageTotals,
  /** Of the last 31 days, newest first, without empty days. */
  days: z.array(usagePart).max(31),
  /** Of these days, most expensive first. */
  models: z.array(usagePart).max(200),
  /** Servers whose sampling requests were approved. */
  servers: z.array(usagePart).max(200),
  /**
   * What servers added to model requests: tool definitions and call results. Their share of the input tokens, an
   * estimate that is part of the sums.
   */
  brought: z.array(usagePart).max(200),
  /** By id. */
  conversations: z.array(usagePart).max(200)
})
export type UsageView = z.infer<typeof usageView>

export const usageCalls = {
  /** Lists the models of all providers again. Asks about untrusted ones until the user denies. */
  'model.refresh': { approval: null, input: z.strictObject({}), output: z.null() },
  /** Recent input and output of models, and the cost. */
  'usage.read': { approval: null, input: z.strictObject({}), output: usageView },
  /** The same for one conversation, including requests of servers, for the days that `usage.read` covers. */
  'usage.read-conversation': {
    approval: null,
    input: z.strictObject({ conversationId: z.string().min(1).max(100) }),
    output: usageTotals
  }
} as const
