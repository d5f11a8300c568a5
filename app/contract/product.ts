/** Who publishes this build, and where. `npm run release` refuses placeholders, see scripts/release/product.mjs. */
import facts from './product.json'

export const product: typeof facts = facts
