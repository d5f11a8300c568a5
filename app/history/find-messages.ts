/** Matches in the messages of one conversation, to step from one to the next. */
import { foldSearchText, findTextPositions } from '../contract/content/find-words'
import type { FoundMessage } from '../contract/conversations'
import type { Database } from './database'
import { walkBack } from './message-table'

export function findMethods(database: Database) {
  return {
    /** In order. Searches the text that the user and the models wrote. */
    findMessages: (conversationId: string, text: string): FoundMessage[] => {
      const folded = foldSearchText(text)
      const all = database.get('SELECT count(*) AS count FROM messages WHERE conversation_id = ?', [
        conversationId
      ])
      const ids = walkBack(database, { conversationId, lastId: null }, Number(all?.['count']))
      return ids.toReversed().flatMap((messageId) => {
        const row = database.get('SELECT text FROM searchable WHERE conversation_id = ? AND message_id = ?', [
          conversationId,
          messageId
        ])
        const count = countIn(String(row?.['text'] ?? ''), folded)
        return count === 0 ? [] : [{ messageId, count }]
      })
    }
  }
}

/** Ignores Markdown syntax between words, because the user doesn't see it. */
const marks = /\*+|`+|~~|\[|\](?:\([^()\s]*\))?/gu

function countIn(text: string, folded: string): number {
  const asWritten = findTextPositions(foldSearchText(text), folded).length
  return Math.max(asWritten, findTextPositions(foldSearchText(text.replaceAll(marks, '')), folded).length)
}
