/** What is known of a model beside its name: how much it reads, what it takes, what it costs. */
import { z } from 'zod'

/** What a model can take beside text, and do beside answering. */
export const modelAbilities = ['images', 'pdf', 'audio', 'tools', 'thinking'] as const
export type ModelAbility = (typeof modelAbilities)[number]

/** A part of a price, for a million tokens. The `cache…` parts are for text that the provider keeps between requests. */
const price = z.number().min(0).max(1_000_000)

/** What one entry of a model table says; what it leaves out, an entry that is less exact may say. */
export const modelFacts = z.strictObject({
  /** What it reads at once, its answer included, in tokens. */
  contextTokens: z.int().min(1).max(1_000_000_000).optional(),
  /** Of one answer. */
  maxOutputTokens: z.int().min(1).max(1_000_000_000).optional(),
  abilities: z.array(z.enum(modelAbilities)).max(20).optional(),
  inputPerMillion: price.optional(),
  outputPerMillion: price.optional(),
  cacheReadPerMillion: price.optional(),
  cacheWritePerMillion: price.optional()
})
export type ModelFacts = z.infer<typeof modelFacts>

/** Of a million tokens; without prices for the cache it costs what reading costs. */
export const fullPrice = z.strictObject({
  inputPerMillion: z.number(),
  outputPerMillion: z.number(),
  cacheReadPerMillion: z.number().optional(),
  cacheWritePerMillion: z.number().optional()
})
export type FullPrice = z.infer<typeof fullPrice>

/**
 * Who says how much a model reads: the program that runs it, the person's table, the one that comes with Parley, or nobody:
 * then it is a careful guess.
 */
export const factSources = ['program', 'own', 'table', 'guess'] as const
export type FactSource = (typeof factSources)[number]
