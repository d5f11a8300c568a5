/** Of what a model read, what the service had kept from an earlier request. Services say it in one word, or not at all. */
import type { Usage } from '../../contract/conversations'

export function cacheTokens(cached: unknown): Pick<Usage, 'cacheReadTokens'> {
  return typeof cached === 'number' && cached > 0 ? { cacheReadTokens: cached } : {}
}
