/** The mark of a question about several conversations, equally short for two and for thousands. Separate from `own-places`, because it needs a package. */
import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils'

/** Before exactly these conversations are permanently deleted. Their order doesn't matter. */
export function deletionPlaceForSeveral(conversationIds: readonly string[]): string {
  const ids = [...new Set(conversationIds)].toSorted()
  return `delete-several:${bytesToHex(sha256(utf8ToBytes(JSON.stringify(ids))))}`
}
