/** Cost of a model's answer by its known price. The provider's bill may differ. */
import type { FullPrice } from './model-facts'

interface Tokens {
  /** All tokens read, including those from the cache. */
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens?: number | undefined
  readonly cacheWriteTokens?: number | undefined
}

/** Null: the model's price is unknown. Reading from and writing to the cache have separate prices. */
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
