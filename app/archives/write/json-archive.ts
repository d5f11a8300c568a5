/** Conversations as JSON: all branches, all that a message holds. Read again by `read/parley.ts`. */
import type { ArchivedConversation } from '../archived'

export const jsonFormat = 'parley-conversations'
export const jsonVersion = 1

export function jsonHead(exportedAt: number): string {
  const head = { format: jsonFormat, version: jsonVersion, exportedAt: new Date(exportedAt).toISOString() }
  return `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "conversations": [\n`
}

export const jsonEnd = '\n  ]\n}\n'

/** `isFirst`: of the file. */
export function writeJsonArchive(
  { summary, shownId, messages }: ArchivedConversation,
  isFirst: boolean
): string {
  // Named one by one: folders and servers are of this computer, and nobody else's business.
  const { id, title, createdAt, updatedAt, model } = summary
  const json = JSON.stringify({ id, title, createdAt, updatedAt, model, shownMessageId: shownId, messages })
  return `${isFirst ? '' : ',\n'}${json}`
}
