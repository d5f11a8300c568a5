/** Texts of results that are too long for their message. Deleted with it, and read in pieces. */
import type { Database } from './database'
import type { KeptResult, ResultPiece } from './interface'

export function resultMethods(database: Database) {
  return {
    keepResult: ({ conversationId, messageId, callId, text }: KeptResult): void =>
      database.run(
        'INSERT OR REPLACE INTO kept_results (conversation_id, message_id, call_id, text) VALUES (?, ?, ?, ?)',
        [conversationId, messageId, callId, text]
      ),
    readResult: (
      conversationId: string,
      callId: string,
      { from, most }: { readonly from: number; readonly most: number }
    ): ResultPiece | null => {
      const row = database.get('SELECT text FROM kept_results WHERE conversation_id = ? AND call_id = ?', [
        conversationId,
        callId
      ])
      if (row === undefined) return null
      const text = String(row['text'])
      return { text: text.slice(from, from + most), length: text.length }
    }
  }
}
