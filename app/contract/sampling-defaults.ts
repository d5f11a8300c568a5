/** The limits of sampling that hold until the person says otherwise. Free of zod: the window needs them at run time. */
import type { SamplingLimits } from './sampling-rules'

/** An ISO 4217 code. */
export const defaultCurrency = 'USD'

export const defaultSamplingLimits: SamplingLimits = {
  requestsPerMinute: 30,
  requestsPerDay: 200,
  tokensPerDay: 200_000,
  moneyPerDay: null,
  maxTokens: 16_000
}
