/** What an answer of a model costs, by what is known of its price. What a provider really bills is its own business. */
import type { Usage } from '../contract/conversations'
import type { FullPrice } from '../contract/models/model-facts'

/** Null: the model's price is not known. */
export function costOf(price: FullPrice | null, usage: Usage): number | null {
  if (price === null) return null
  return (usage.inputTokens * price.inputPerMillion + usage.outputTokens * price.outputPerMillion) / 1_000_000
}
