/** What an answer of a model costs, by the price that the person set. What a provider really bills is its own business. */
import type { Usage } from '../contract/conversations'
import type { ModelPrice } from '../contract/settings'

/** Null: no price is set for the model. */
export function costOf(price: ModelPrice | undefined, usage: Usage): number | null {
  if (price === undefined) return null
  return (usage.inputTokens * price.inputPerMillion + usage.outputTokens * price.outputPerMillion) / 1_000_000
}
