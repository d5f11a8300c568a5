/** Limits of one server's model requests: the user's rule, and today's use. */
import { z } from 'zod'
import { serverName } from './servers'

/** `ask`: every request is reviewed. `automatic`: none, within the budget. `off`: the server learns that there is no sampling. */
export const samplingModes = ['ask', 'automatic', 'off'] as const

export const samplingLimits = z.strictObject({
  requestsPerMinute: z.number().int().min(1).max(600),
  requestsPerDay: z.number().int().min(1).max(100_000),
  /** Tokens in and out together. */
  tokensPerDay: z.number().int().min(1).max(1_000_000_000),
  /** In the currency of the settings; null: no limit. Models without a price do not count. */
  moneyPerDay: z.number().positive().max(1_000_000).nullable(),
  /** Of one answer, even if the server requests more. */
  maxTokens: z.number().int().min(1).max(1_000_000)
})
export type SamplingLimits = z.infer<typeof samplingLimits>

export const samplingBudget = z.strictObject({
  ...samplingLimits.shape,
  /** Since midnight of this computer's clock. */
  requestsToday: z.number().int(),
  tokensToday: z.number().int(),
  moneyToday: z.number()
})
export type SamplingBudget = z.infer<typeof samplingBudget>

export const samplingRule = z.strictObject({
  serverName,
  mode: z.enum(samplingModes),
  ...samplingBudget.shape
})
export type SamplingRule = z.infer<typeof samplingRule>
