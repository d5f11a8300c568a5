/** What an answer of a model costs, by what is known of its price. What a provider really bills is its own business. */
import type { FullPrice } from './model-facts'

interface Tokens {
  /** All that was read, from the cache as well. */
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens?: number | undefined
  readonly cacheWriteTokens?: number | undefined
}

/** Null: the model's price is not known. What is read from the cache or kept there has a price of its own. */
export function calculateCost(price: FullPrice | null, usage: Tokens): number | null {
  if (price === null) return null
  const { inputPerMillion, outputPerMillion } = price
  const { inputTokens, outputTokens, cacheReadTokens: read = 0, cacheWriteTokens: written = 0 } = usage
  const plain = Math.max(0, inputTokens - read - written)
  const input =
    plain * inputPerMillion +
    read * (price.cacheReadPerMillion ?? inputPerMillion) +
    written * (price.cacheWritePerMillion ?? inputPerMillion)
  return (input + outputTokens * outputPerMillion) / 1_000_000
}
