/**
 * `_meta`: what a server says beside what it says, for programs and not for people. It is kept as it came where it is
 * small, shown as data, and never told to a model.
 *
 * @spec 2025-11-25 basic#general-fields
 */
import type { JsonObject } from '../../contract/json'
import { isFitToKeep } from './content'
import { isFields } from './json-fields'
import type { Fields } from './json-fields'

/** Characters of JSON. */
const sizeLimit = 16_384

/** Empty where there is none, or none that can be kept. */
export function toMeta({ _meta: meta }: Fields): { readonly meta?: JsonObject } {
  if (!isFields(meta) || !isFitToKeep(meta) || JSON.stringify(meta).length > sizeLimit) return {}
  return Object.keys(meta).length === 0 ? {} : { meta: meta as JsonObject }
}
