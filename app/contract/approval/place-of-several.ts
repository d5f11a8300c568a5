/** The area of a question about many things: as short for thousands of them as for two. Beside `own-places`, as it needs a package. */
import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils'

/** Before these conversations go for good, and no others; their order says nothing. */
export function deletionOfSeveral(conversationIds: readonly string[]): string {
  const ids = [...new Set(conversationIds)].toSorted()
  return `delete-several:${bytesToHex(sha256(utf8ToBytes(JSON.stringify(ids))))}`
}
