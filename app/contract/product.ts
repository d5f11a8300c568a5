/** Who publishes this build, and where. `npm run release` refuses placeholders, see scripts/release/product.mjs. */
import facts from './product.json'

export const product: typeof facts = facts

/** Until Parley has a publisher, its addresses are in a domain that leads nowhere. */
export function isPlaceholder(address: string): boolean {
  return /^https:\/\/[^/]*\.invalid(?:\/|$)/.test(address)
}
