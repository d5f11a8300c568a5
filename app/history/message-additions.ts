/** Text that was added to messages since their rows were written, because a growing answer is saved many times. */
import type { Message } from '../contract/conversations'
import type { Database } from './database'

/** Text appended to a streaming message. */
export interface MessageAddition {
  readonly conversationId: string
  readonly messageId: string
  /** Number of additions since the message was saved whole. */
  readonly number: number
  /** Index of the text in the message's parts. */
  readonly part: number
  /** Length of the text before. */
  readonly at: number
  readonly text: string
}

export function additionMethods(database: Database) {
  return {
    addToMessage: (addition: MessageAddition): boolean =>
      database.transaction(() => addToMessage(database, addition))
  }
}

function addToMessage(database: Database, addition: MessageAddition): boolean {
  const { conversationId, messageId, number, part, at, text } = addition
  const place = [conversationId, messageId]
  const row = database.get(
    `SELECT (SELECT count(*) FROM message_additions WHERE conversation_id = ?1 AND message_id = ?2) AS count
     FROM messages WHERE conversation_id = ?1 AND id = ?2`,
    place
  )
  if (row?.['count'] !== number) return false
  database.run(
    'INSERT INTO message_additions (conversation_id, message_id, number, part, at, json) VALUES (?, ?, ?, ?, ?, ?)',
    [...place, number, part, at, JSON.stringify(text)] // only JSON preserves half of a surrogate pair
  )
  return true
}

/**
 * The message with its additions. An addition that doesn't fit, as in a damaged file, is omitted together with all
 * later ones.
 */
export function withAdditions(database: Database, message: Message): Message {
  // Additions end with the answer, which is then written whole.
  if (message.state !== 'streaming') return message
  const rows = database.all(
    'SELECT part, at, json FROM message_additions WHERE conversation_id = ? AND message_id = ? ORDER BY number',
    [message.conversationId, message.id]
  )
  const parts = [...message.parts]
  for (const row of rows) {
    const index = Number(row['part'])
    const part = parts[index]
    if ((part?.type !== 'text' && part?.type !== 'thinking') || part.text.length !== row['at']) break
    parts[index] = { ...part, text: part.text + String(JSON.parse(String(row['json']))) }
  }
  return rows.length === 0 ? message : { ...message, parts }
}

export function removeAdditions(database: Database, conversationId: string, messageId: string): void {
  database.run('DELETE FROM message_additions WHERE conversation_id = ? AND message_id = ?', [
    conversationId,
    messageId
  ])
}
