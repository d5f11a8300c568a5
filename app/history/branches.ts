/**
 * The branches of a conversation in the database. The displayed branch ends with the message of the highest position:
 * new messages get it, and showing a different branch assigns it to the end of that one. A message arrives after its
 * parent, so the highest position in any subtree belongs to a leaf.
 */
import type { Branches } from '../contract/conversations'
import type { Database, DatabaseRow } from './database'

/** The given messages that have alternatives, each with all alternatives in the order in which they were written. */
export function readBranches(database: Database, conversationId: string, ids: readonly string[]): Branches {
  // Row ids grow as messages are written; '' is the parent of first messages.
  const rows = database.all(
    `SELECT id, coalesce(parent_id, '') AS parent FROM messages WHERE conversation_id = ?1 AND parent IN (
       SELECT coalesce(parent_id, '') FROM messages WHERE conversation_id = ?1 GROUP BY parent_id HAVING count(*) > 1
     ) ORDER BY rowid`,
    [conversationId]
  )
  const groups = new Map<unknown, string[]>()
  for (const row of rows) groups.set(row['parent'], [...(groups.get(row['parent']) ?? []), getId(row)])
  const wanted = new Set(ids)
  const all = [...groups.values()].flatMap((group) => group.map((id) => [id, group] as const))
  return Object.fromEntries(all.filter(([id]) => wanted.has(id)))
}

/** The message and its descendants, each after its parent; the last is the newest end. */
export function branchFrom(database: Database, conversationId: string, messageId: string): readonly string[] {
  // Two index scans each: in the table, the parent is stored after the JSON, which may be long.
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
    const id = getId(message)
    if (id === messageId || found.has(String(message['parent_id']))) found.add(id)
  }
  return [...found]
}

/** Ignores unknown messages. */
export function showBranch(database: Database, conversationId: string, messageId: string): void {
  const end = branchFrom(database, conversationId, messageId).at(-1)
  if (end === undefined) return
  database.run(
    `UPDATE messages SET position = (SELECT max(position) + 1 FROM messages WHERE conversation_id = ?1)
     WHERE conversation_id = ?1 AND id = ?2`,
    [conversationId, end]
  )
}

function getId(row: DatabaseRow): string {
  return String(row['id'])
}
