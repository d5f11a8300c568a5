/** Where in a found conversation the words stand: the message that fits best, and a few words around them. */
import type { SearchHit } from '../contract/conversations'
import type { Database } from './database'
import { titleRow } from './message-table'
import { toSearchExpressions } from './search-query'

/** Around the marked words in what the index cuts out; texts hold them hardly ever, and then a mark is only misplaced. */
const begin = '\uE000'
const end = '\uE001'

/** Words of the text in one hit. */
const length = 14

/** A word may be a whole file: so many characters of each piece are shown. */
const pieceLimit = 100

export interface ConversationHit {
  readonly conversationId: string
  readonly hit: SearchHit
}

export function searchHitMethods(database: Database) {
  return {
    /** Of each conversation the best; none for one whose title alone has the words. */
    readSearchHits: (query: string, conversationIds: readonly string[]): ConversationHit[] => {
      const expressions = toSearchExpressions(query)
      if (expressions.length === 0) return []
      const any = expressions.join(' OR ')
      const wanted = new Set(conversationIds)
      return bestRows(database, any)
        .filter(({ conversationId }) => wanted.has(conversationId))
        .map(({ conversationId, messageId, row }) => {
          const cut = database.get(
            `SELECT snippet(search_index, 0, '${begin}', '${end}', '…', ${length}) AS snippet
             FROM search_index WHERE search_index MATCH ? AND rowid = ?`,
            [any, row]
          )
          return { conversationId, hit: { messageId, pieces: toPieces(String(cut?.['snippet'] ?? '')) } }
        })
    }
  }
}

interface BestRow {
  readonly conversationId: string
  readonly messageId: string
  readonly row: number
}

function bestRows(database: Database, expression: string): BestRow[] {
  const rows = database.all(
    `SELECT conversation_id, message_id, row FROM (
       SELECT conversation_id, message_id, row,
         row_number() OVER (PARTITION BY conversation_id ORDER BY search_index.rank, row) AS place
       FROM search_index JOIN searchable ON searchable.row = search_index.rowid
       WHERE search_index MATCH ? AND message_id != '${titleRow}'
     ) WHERE place = 1`,
    [expression]
  )
  return rows.map((row) => ({
    conversationId: String(row['conversation_id']),
    messageId: String(row['message_id']),
    row: Number(row['row'])
  }))
}

function toPieces(snippet: string): SearchHit['pieces'] {
  return snippet.split(begin).flatMap((part, index) => {
    const [marked = '', rest = ''] = index === 0 ? ['', part] : part.split(end)
    return [
      { text: marked.slice(0, pieceLimit), isFound: true },
      { text: shorten(rest, index === 0), isFound: false }
    ].filter(({ text }) => text !== '')
  })
}

/** In one line, without the marks of Markdown; of what leads to the first word its end. */
function shorten(text: string, isBefore: boolean): string {
  const plain = text.replaceAll(/[*`#|~]+/gu, '').replaceAll(/\s+/gu, ' ')
  return isBefore ? plain.slice(-pieceLimit) : plain.slice(0, pieceLimit)
}
