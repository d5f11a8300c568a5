/** Conversations as JSON: all branches with all content. `read/parley.ts` imports them. */
import type { ArchivedConversation } from '../archived-conversation'

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
  // Lists each field, because folders and servers are private to this computer.
  const { id, title, createdAt, updatedAt, model } = summary
  const json = JSON.stringify({ id, title, createdAt, updatedAt, model, shownMessageId: shownId, messages })
  return `${isFirst ? '' : ',\n'}${json}`
}
