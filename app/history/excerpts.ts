/**
 * Excerpts of messages around the search words. Uses an index of only these messages, because the index of all messages
 * would look up every word in the whole history again for each of them.
 */
import type { SearchHit } from '../contract/conversations'
import type { Database } from './database'
import { tokenizer } from './database-schema'

/** Mark a match in an excerpt. Texts hardly ever contain these characters; if one does, a mark is misplaced. */
const begin = '\uE000'
const end = '\uE001'

/** Counted by word. */
const length = 14

/** Characters per piece, because a single word may be a whole file. */
const pieceLimit = 100

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

/** The same for texts that the search index doesn't store, by separate numbers. */
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
  // Only a read lock: nothing is saved.
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

/** On one line, without Markdown syntax. Of the text before the first match, only the end. */
function shorten(text: string, isBefore: boolean): string {
  const plain = text.replaceAll(/[*`#|~]+/gu, '').replaceAll(/\s+/gu, ' ')
  return isBefore ? plain.slice(-pieceLimit) : plain.slice(0, pieceLimit)
}
