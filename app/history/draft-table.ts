/** Unsent text of message boxes, in the database: deleted with its conversation. */
import type { Database } from './database'
import type { StoredDraft } from './interface'

export function draftMethods(database: Database) {
  return {
    listDrafts: (): StoredDraft[] =>
      database
        .all('SELECT conversation_id, json FROM drafts')
        .map((row) => ({ conversationId: String(row['conversation_id']), json: String(row['json']) })),
    saveDraft: (conversationId: string, json: string | null): void =>
      json === null
        ? database.run('DELETE FROM drafts WHERE conversation_id = ?', [conversationId])
        : database.run('INSERT OR REPLACE INTO drafts (conversation_id, json) VALUES (?, ?)', [
            conversationId,
            json
          ])
  }
}
