/**
 * The branches of a conversation in the database. The one that is shown ends with the message of the highest position:
 * new messages take it, and showing another branch gives it to the end of that one. As a message arrives after the one
 * that it follows, the highest of any part of the tree that begins with one message is a leaf of it.
 */
import type { Branches } from '../contract/conversations'
import type { Database, DatabaseRow } from './database'

/** Of these messages those that have others in their place, with all that stand there, in the order in which they were written. */
export function readBranches(database: Database, conversationId: string, ids: readonly string[]): Branches {
  // Rows are numbered as messages are written; '' stands for the parent of first ones.
  const rows = database.all(
    `SELECT id, coalesce(parent_id, '') AS parent FROM messages WHERE conversation_id = ?1 AND parent IN (
       SELECT coalesce(parent_id, '') FROM messages WHERE conversation_id = ?1 GROUP BY parent_id HAVING count(*) > 1
     ) ORDER BY rowid`,
    [conversationId]
  )
  const groups = new Map<unknown, string[]>()
  for (const row of rows) groups.set(row['parent'], [...(groups.get(row['parent']) ?? []), idOf(row)])
  const wanted = new Set(ids)
  const all = [...groups.values()].flatMap((group) => group.map((id) => [id, group] as const))
  return Object.fromEntries(all.filter(([id]) => wanted.has(id)))
}

/** The message and all that follow it, each after the one that it follows; the last is the newest end. */
export function branchFrom(database: Database, conversationId: string, messageId: string): readonly string[] {
  // Two walks over an index each: parents stand behind the JSON in the table, which may be long.
  const byRow = new Map(
    database
      .all('SELECT rowid AS row, id, parent_id FROM messages WHERE conversation_id = ?', [conversationId])
      .map((row) => [row['row'], row])
  )
  const found = new Set<string>()
  for (const { row } of database.all(
    'SELECT rowid AS row FROM messages WHERE conversation_id = ? ORDER BY position, id',
    [conversationId]
  )) {
    const message = byRow.get(row)
    if (message === undefined) continue
    const id = idOf(message)
    if (id === messageId || found.has(String(message['parent_id']))) found.add(id)
  }
  return [...found]
}

/** What is not there is not shown. */
export function showBranch(database: Database, conversationId: string, messageId: string): void {
  const end = branchFrom(database, conversationId, messageId).at(-1)
  if (end === undefined) return
  database.run(
    `UPDATE messages SET position = (SELECT max(position) + 1 FROM messages WHERE conversation_id = ?1)
     WHERE conversation_id = ?1 AND id = ?2`,
    [conversationId, end]
  )
}

function idOf(row: DatabaseRow): string {
  return String(row['id'])
}
