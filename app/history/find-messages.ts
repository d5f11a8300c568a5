/** Where words stand in the messages of one conversation: for the way from one place to the next. */
import { foldText, findTextPositions } from '../contract/content/find-words'
import type { FoundMessage } from '../contract/conversations'
import type { Database } from './database'
import { walkBack } from './message-table'

export function findMethods(database: Database) {
  return {
    /** In the order of the conversation. What is searched is what the person and the models wrote. */
    findMessages: (conversationId: string, words: string): FoundMessage[] => {
      const folded = foldText(words)
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

/** Stored is what was written, the person sees it laid out: marks that stand between the words are not on the screen. */
const marks = /\*+|`+|~~|\[|\](?:\([^()\s]*\))?/gu

function countIn(text: string, folded: string): number {
  const asWritten = findTextPositions(foldText(text), folded).length
  return Math.max(asWritten, findTextPositions(foldText(text.replaceAll(marks, '')), folded).length)
}
