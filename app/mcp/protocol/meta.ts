/**
 * `_meta`: additional data of a server, for programs and not for users. It is kept unchanged if it is small, shown as
 * data, and never sent to a model.
 *
 * @spec 2025-11-25 basic#general-fields
 */
import type { JsonObject } from '../../contract/json'
import { isFitToKeep } from './content'
import { isJsonFields } from './json-fields'
import type { JsonFields } from './json-fields'

/** Characters of JSON. */
const sizeLimit = 16_384

/** In every result of the newest revision, but known since the handshake. */
const serverInfo = 'io.modelcontextprotocol/serverInfo'

/** Empty if there is none, or none that can be kept. */
export function toMeta({ _meta }: JsonFields): { readonly meta?: JsonObject } {
  if (!isJsonFields(_meta)) return {}
  const { [serverInfo]: _known, ...meta } = _meta
  if (Object.keys(meta).length === 0 || !isFitToKeep(meta)) return {}
  return JSON.stringify(meta).length > sizeLimit ? {} : { meta: meta as JsonObject }
}
