/** Known properties of a model: its context size, the input it accepts, its price. */
import { z } from 'zod'

/** Input that a model can accept in addition to text, and its abilities in addition to answering. */
export const modelAbilities = ['images', 'pdf', 'audio', 'tools', 'thinking'] as const
export type ModelAbility = (typeof modelAbilities)[number]

/** A price for a million tokens. The `cache…` prices are for text that the provider caches between requests. */
const price = z.number().min(0).max(1_000_000)

/** One entry of a model table; a less specific entry can supply missing fields. */
export const modelFacts = z.strictObject({
  /** Context size including the answer, in tokens. */
  contextTokens: z.int().min(1).max(1_000_000_000).optional(),
  /** For one answer. */
  maxOutputTokens: z.int().min(1).max(1_000_000_000).optional(),
  abilities: z.array(z.enum(modelAbilities)).max(20).optional(),
  inputPerMillion: price.optional(),
  outputPerMillion: price.optional(),
  cacheReadPerMillion: price.optional(),
  cacheWritePerMillion: price.optional()
})
export type ModelFacts = z.infer<typeof modelFacts>

/** For a million tokens; without cache prices, caching costs the input price. */
export const fullPrice = z.strictObject({
  inputPerMillion: z.number(),
  outputPerMillion: z.number(),
  cacheReadPerMillion: z.number().optional(),
  cacheWritePerMillion: z.number().optional()
})
export type FullPrice = z.infer<typeof fullPrice>

/**
 * Source of the context size: the program that runs the model, the user's table, the table that comes with Parley, or a
 * careful guess.
 */
export const factSources = ['program', 'own', 'table', 'guess'] as const
export type FactSource = (typeof factSources)[number]
