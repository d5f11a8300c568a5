/**
 * Conversations that hold words, best first, and where in them the words stand. A word that stands in very many messages
 * is looked for in the newest of them: to weigh them all would take longer the longer the history is, and say little.
 */
import type { SearchHit } from '../contract/conversations'
import type { Database, Row } from './database'
import { titleRow } from './message-table'
import { toSearchExpressions } from './search-query'

/** Around the marked words in what the index cuts out; texts hold them hardly ever, and then a mark is only misplaced. */
const begin = '\uE000'
const end = '\uE001'

/** Words of the text in one hit. */
const length = 14

/** A word may be a whole file: so many characters of each piece are shown. */
const pieceLimit = 100

/** Messages, and titles, that a word is weighed in. */
const weighedRows = 1_000

/** Conversations that have all but one word, whose older messages are then asked for it. */
const askedAgain = 20

export interface FoundConversation {
  readonly conversationId: string
  /** The message that fits best; null: the words stand in the title alone. */
  readonly hit: SearchHit | null
}

/** Where in a conversation something fits best. */
interface Place {
  readonly messageId: string
  readonly row: number
  /** SQLite's bm25: the smaller, the better. */
  readonly score: number
}

interface Word {
  readonly expression: string
  readonly places: ReadonlyMap<string, Place>
  readonly titles: ReadonlySet<string>
  /** Whether older messages were left out. */
  readonly isCut: boolean
}

interface Candidate {
  readonly conversationId: string
  readonly wordsInTitle: number
  readonly score: number
  readonly place: Place | null
}

/**
 * A conversation is found when its title and messages together hold all words. The more of them stand in its title, the
 * better it is; then, the better they fit its messages, most of all one message; then, the newer it is.
 */
export function searchConversations(database: Database, query: string, limit: number): FoundConversation[] {
  const expressions = toSearchExpressions(query)
  if (expressions.length === 0) return []
  const words = expressions.map((expression) => lookUp(database, expression))
  // One message that holds all words says more than several that hold one each.
  const together =
    words.length > 1 ? placesOf(database, expressions.join(' AND ')).places : new Map<string, Place>()
  const candidates = idsWithAll(database, words, together).map((id) => weigh(id, words, together.get(id)))
  const any = expressions.join(' OR ')
  return bestFirst(database, candidates)
    .slice(0, limit)
    .map(({ conversationId, place }) => ({ conversationId, hit: place && readHit(database, any, place) }))
}

function lookUp(database: Database, expression: string): Word {
  const titles = database.all(
    `SELECT conversation_id FROM (SELECT rowid AS row FROM title_index WHERE title_index MATCH ? ORDER BY rowid DESC
     LIMIT ${weighedRows}) JOIN searchable USING (row)`,
    [expression]
  )
  return {
    expression,
    titles: new Set(titles.map((row) => String(row['conversation_id']))),
    ...placesOf(database, expression)
  }
}

function placesOf(database: Database, expression: string): Pick<Word, 'places' | 'isCut'> {
  const rows = database.all(
    `SELECT conversation_id, message_id, row, min(iif(message_id = '${titleRow}', 0, score)) AS score, count(*) AS count
     FROM (SELECT rowid AS row, rank AS score FROM search_index WHERE search_index MATCH ? ORDER BY rowid DESC
     LIMIT ${weighedRows}) JOIN searchable USING (row) GROUP BY conversation_id`,
    [expression]
  )
  const weighed = rows.reduce((sum, row) => sum + Number(row['count']), 0)
  const inMessages = rows.filter((row) => row['message_id'] !== titleRow)
  return { places: new Map(inMessages.map(toPlace)), isCut: weighed === weighedRows }
}

function toPlace(row: Row): [conversationId: string, place: Place] {
  const place = { messageId: String(row['message_id']), row: Number(row['row']), score: Number(row['score']) }
  return [String(row['conversation_id']), place]
}

/** Those that hold every word, the ones of which one message does before the others. */
function idsWithAll(
  database: Database,
  words: readonly Word[],
  together: ReadonlyMap<string, Place>
): string[] {
  const [rarest, ...others] = words.toSorted((one, other) => sizeOf(one) - sizeOf(other))
  if (rarest === undefined) return []
  let questionsLeft = askedAgain
  const holds = (word: Word, id: string): boolean => {
    if (word.places.has(id) || word.titles.has(id)) return true
    return word.isCut && questionsLeft-- > 0 && holdsSomewhere(database, word.expression, id)
  }
  const apart = [...new Set([...rarest.places.keys(), ...rarest.titles])].filter(
    (id) => !together.has(id) && others.every((word) => holds(word, id))
  )
  return [...together.keys(), ...apart]
}

const sizeOf = ({ places, titles, isCut }: Word): number =>
  isCut ? Number.POSITIVE_INFINITY : places.size + titles.size

function holdsSomewhere(database: Database, expression: string, conversationId: string): boolean {
  const row = database.get(
    `SELECT 1 FROM search_index WHERE search_index MATCH ?
     AND rowid IN (SELECT row FROM searchable WHERE conversation_id = ?) LIMIT 1`,
    [expression, conversationId]
  )
  return row !== undefined
}

function weigh(conversationId: string, words: readonly Word[], together: Place | undefined): Candidate {
  const apart = words.flatMap(({ places }) => places.get(conversationId) ?? [])
  const all = together === undefined ? apart : [together, ...apart]
  const best = together ?? apart.toSorted((one, other) => one.score - other.score)[0]
  return {
    conversationId,
    wordsInTitle: words.filter(({ titles }) => titles.has(conversationId)).length,
    score: all.reduce((sum, { score }) => sum + score, 0),
    place: best ?? null
  }
}

function bestFirst(database: Database, candidates: readonly Candidate[]): Candidate[] {
  const rows = database.all(
    'SELECT id, updated_at FROM conversations WHERE id IN (SELECT value FROM json_each(?))',
    [JSON.stringify(candidates.map(({ conversationId }) => conversationId))]
  )
  const changedAt = new Map(rows.map((row) => [String(row['id']), Number(row['updated_at'])]))
  const newness = ({ conversationId }: Candidate): number => changedAt.get(conversationId) ?? 0
  return candidates.toSorted(
    (one, other) =>
      other.wordsInTitle - one.wordsInTitle || one.score - other.score || newness(other) - newness(one)
  )
}

function readHit(database: Database, any: string, { messageId, row }: Place): SearchHit {
  // Node's own SQLite is given every number as a fraction, and its index takes no fraction for the number of a row: it
  // would answer with the first message that fits at all.
  const cut = database.get(
    `SELECT snippet(search_index, 0, '${begin}', '${end}', '…', ${length}) AS snippet
     FROM search_index WHERE search_index MATCH ? AND rowid = CAST(? AS INTEGER)`,
    [any, row]
  )
  return { messageId, pieces: toPieces(String(cut?.['snippet'] ?? '')) }
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
