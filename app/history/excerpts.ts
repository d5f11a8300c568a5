/**
 * What a message says around the words that were searched for. Cut out of an index of these few messages alone: the index
 * of all would look for the places of every word in the whole history anew for each of them.
 */
import type { SearchHit } from '../contract/conversations'
import type { Database } from './database'
import { tokenizer } from './database-schema'

/** Around the marked words in what the index cuts out; texts hold them hardly ever, and then a mark is only misplaced. */
const begin = '\uE000'
const end = '\uE001'

/** Words of the text in one hit. */
const length = 14

/** A word may be a whole file: so many characters of each piece are shown. */
const pieceLimit = 100

/** Of the rows of `searchable`, those that hold any of what is searched for. */
export function cutOut(
  database: Database,
  rows: readonly number[],
  expression: string
): ReadonlyMap<number, SearchHit['pieces']> {
  if (rows.length === 0) return new Map()
  return cut(database, expression, () =>
    database.run(
      `INSERT INTO temp.found (rowid, text)
       SELECT row, text FROM searchable WHERE row IN (SELECT value FROM json_each(?))`,
      [JSON.stringify(rows)]
    )
  )
}

/** The same of texts that are not kept for the search, by numbers of their own. */
export function cutExcerpt(
  database: Database,
  texts: ReadonlyMap<number, string>,
  expression: string
): ReadonlyMap<number, SearchHit['pieces']> {
  if (texts.size === 0) return new Map()
  return cut(database, expression, () => {
    for (const [number, text] of texts)
      database.run('INSERT INTO temp.found (rowid, text) VALUES (?, ?)', [number, text])
  })
}

function cut(
  database: Database,
  expression: string,
  putTexts: () => void
): ReadonlyMap<number, SearchHit['pieces']> {
  database.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS temp.found USING fts5 (text, tokenize = '${tokenizer}')`)
  // Nothing of it is kept, so nothing of the file is locked but for reading.
  database.exec('BEGIN')
  try {
    putTexts()
    const found = database.all(
      `SELECT rowid AS row, snippet(found, 0, '${begin}', '${end}', '…', ${length}) AS snippet
       FROM temp.found WHERE found MATCH ?`,
      [expression]
    )
    return new Map(found.map(({ row, snippet }) => [Number(row), toPieces(String(snippet))]))
  } finally {
    database.exec('ROLLBACK')
  }
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
