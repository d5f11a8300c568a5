/** Files in the format of earlier versions of Parley. These formats never change. */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { openDatabase, type Database } from '../database'
import { migrate } from '../database-schema'

/** Formats in which messages have a position and no parent. */
export type OldFormat = 1 | 2 | 3 | 4

export interface OldMessage {
  readonly id: string
  readonly position: number
  readonly text: string
}

/** Writes a file with the conversation `c` and closes it. */
export async function writeOldFile(
  file: string,
  format: OldFormat,
  messages: readonly OldMessage[]
): Promise<void> {
  mkdirSync(path.dirname(file), { recursive: true })
  const database = await openDatabase(file)
  database.exec('PRAGMA journal_mode = WAL')
  migrate(database, format)
  database.transaction(() => {
    database.run(
      'INSERT INTO conversations (id, title, created_at, updated_at, model) VALUES (?, ?, 1, 1, ?)',
      ['c', 'Title of c', 'direct']
    )
    for (const message of messages) writeOldMessage(database, message)
  })
  database.close()
}

function writeOldMessage(database: Database, { id, position, text }: OldMessage): void {
  const json = JSON.stringify({
    id,
    conversationId: 'c',
    position,
    role: 'user',
    createdAt: position,
    model: null,
    state: 'complete',
    parts: [{ type: 'text', step: 0, text }],
    failure: null,
    stopReason: null,
    usage: null
  })
  database.run('INSERT INTO messages (conversation_id, id, position, json) VALUES (?, ?, ?, ?)', [
    'c',
    id,
    position,
    json
  ])
  database.run('INSERT INTO searchable (conversation_id, message_id, text) VALUES (?, ?, ?)', ['c', id, text])
}
