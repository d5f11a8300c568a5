/** The sampling rules and today's use, as stored in the history. Data that can't be read is ignored. */
import { z } from 'zod'
import { defaultSamplingLimits } from '../contract/limits'
import { samplingLimits, samplingModes } from '../contract/sampling-rules'

const keptRule = samplingLimits.extend({
  mode: z.enum(samplingModes),
  /** When the mode was chosen, in milliseconds since the epoch. */
  decidedAt: z.number(),
  // Rules of earlier versions have neither.
  moneyPerDay: samplingLimits.shape.moneyPerDay.default(defaultSamplingLimits.moneyPerDay),
  maxTokens: samplingLimits.shape.maxTokens.default(defaultSamplingLimits.maxTokens)
})
export type KeptRule = z.infer<typeof keptRule>

const dayUse = z.strictObject({
  /** The day of this computer's clock, in the format of `Date.toDateString`. */
  day: z.string(),
  requests: z.number(),
  tokens: z.number(),
  money: z.number().default(0)
})
export type DayUse = z.infer<typeof dayUse>

const stored = z.strictObject({
  rules: z.array(z.tuple([z.string(), keptRule])),
  uses: z.array(z.tuple([z.string(), dayUse]))
})

export function parseBudgets(json: string | null): z.infer<typeof stored> {
  const nothing = { rules: [], uses: [] }
  if (json === null) return nothing
  try {
    const parsed = stored.safeParse(JSON.parse(json))
    return parsed.success ? parsed.data : nothing
  } catch {
    return nothing // then Parley asks about every request, as initially
  }
}

export function toStored(rules: ReadonlyMap<string, KeptRule>, uses: ReadonlyMap<string, DayUse>): string {
  return JSON.stringify({ rules: [...rules], uses: [...uses] })
}
