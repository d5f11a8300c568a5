/**
 * Conversations that contain the words, best first, and where the words are. A very frequent word is searched only in
 * the newest messages, because ranking all would take longer as the history grows and help little.
 */
import type { SearchHit } from '../contract/conversations'
import type { Database, DatabaseRow } from './database'
import { searchData, type RequestedWord } from './data-search'
import { cutOut } from './excerpts'
import { titleRow } from './message-table'
import { isSingleCharacter, toSearchExpressions } from './search-query'

/** Messages and titles per word that are ranked. */
const weighedRows = 1_000

/** Conversations with all previous words whose older messages are searched for this word. */
const askedAgain = 200

export interface ConversationHit {
  readonly conversationId: string
  /** The best matching message; null: only the title matches. */
  readonly hit: SearchHit | null
}

/** The best match in a conversation. */
interface Place {
  readonly messageId: string
  readonly row: number
  /** SQLite's bm25: lower is better. */
  readonly score: number
}

interface Word {
  readonly expression: string
  readonly places: ReadonlyMap<string, Place>
  readonly titles: ReadonlySet<string>
  /** Whether older messages were omitted. */
  readonly isCut: boolean
}

interface Candidate {
  readonly conversationId: string
  readonly wordsInTitle: number
  readonly score: number
  readonly place: Place | null
}

/**
 * A conversation matches if its title and messages together contain all words. Ranking: how many words are in its
 * title, then the rank of its messages (most of all of a single message), then age. Conversations that match only with
 * results and attachments come last.
 */
export function searchConversations(database: Database, query: string, limit: number): ConversationHit[] {
  const expressions = toSearchExpressions(query)
  if (expressions.length === 0) return []
  const words = expressions.map((expression) => lookUp(database, expression, expressions.length === 1))
  // One message with all words ranks above several with one word each.
  const together =
    words.length > 1 ? getPlaces(database, expressions.join(' AND ')).places : new Map<string, Place>()
  const candidates = idsWithAll(database, words, together).map((id) => weigh(id, words, together.get(id)))
  const best = bestFirst(database, candidates).slice(0, limit)
  const remaining = limit - best.length
  const written = new Set(candidates.map(({ conversationId }) => conversationId))
  const inData =
    remaining === 0
      ? []
      : searchData(
          database,
          words.map((word) => askedWord(database, word)),
          { but: written, limit: remaining }
        )
  const rows = best.flatMap(({ place }) => place?.row ?? [])
  const pieces = cutOut(database, rows, expressions.join(' OR '))
  const inWords = best.map(({ conversationId, place }) => ({
    conversationId,
    hit: place && { messageId: place.messageId, pieces: pieces.get(place.row) ?? [] }
  }))
  return [...inWords, ...inData]
}

function askedWord(database: Database, { expression, places, titles, isCut }: Word): RequestedWord {
  return {
    expression,
    isWrittenIn: (id) => places.has(id) || titles.has(id),
    olderIn: (ids) => (isCut ? thoseThatHold(database, expression, ids.slice(0, askedAgain)) : new Set())
  }
}

/**
 * A single letter is searched only together with other words: most messages contain it, and ranking them takes longest.
 */
const unweighed = { places: new Map<string, Place>(), isCut: true }

function lookUp(database: Database, expression: string, isAlone: boolean): Word {
  const titles = database.all(
    `SELECT conversation_id FROM (SELECT rowid AS row FROM title_index WHERE title_index MATCH ? ORDER BY rowid DESC
     LIMIT ${weighedRows}) JOIN searchable USING (row)`,
    [expression]
  )
  return {
    expression,
    titles: new Set(titles.map((row) => String(row['conversation_id']))),
    ...(isAlone || !isSingleCharacter(expression) ? getPlaces(database, expression) : unweighed)
  }
}

function getPlaces(database: Database, expression: string): Pick<Word, 'places' | 'isCut'> {
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

function toPlace(row: DatabaseRow): [conversationId: string, place: Place] {
  const place = { messageId: String(row['message_id']), row: Number(row['row']), score: Number(row['score']) }
  return [String(row['conversation_id']), place]
}

/** Conversations that contain every word. Those with a single message that has all words come first. */
function idsWithAll(
  database: Database,
  words: readonly Word[],
  together: ReadonlyMap<string, Place>
): string[] {
  const [rarest, ...others] = words.toSorted((one, other) => sizeOf(one) - sizeOf(other))
  if (rarest === undefined) return []
  let apart = [...new Set([...rarest.places.keys(), ...rarest.titles])].filter((id) => !together.has(id))
  for (const word of others) {
    const isIn = (id: string): boolean => word.places.has(id) || word.titles.has(id)
    const unknown = word.isCut ? apart.filter((id) => !isIn(id)).slice(0, askedAgain) : []
    const olderToo = thoseThatHold(database, word.expression, unknown)
    apart = apart.filter((id) => isIn(id) || olderToo.has(id))
  }
  return [...together.keys(), ...apart]
}

const sizeOf = ({ places, titles, isCut }: Word): number =>
  isCut ? Number.POSITIVE_INFINITY : places.size + titles.size

/** One query, because finding all positions of a word or one-letter prefix is the slowest part. */
function thoseThatHold(
  database: Database,
  expression: string,
  conversationIds: readonly string[]
): ReadonlySet<string> {
  if (conversationIds.length === 0) return new Set()
  const rows = database.all(
    `SELECT value AS id FROM json_each(?) WHERE EXISTS (SELECT 1 FROM searchable WHERE conversation_id = value
     AND row IN (SELECT rowid FROM search_index WHERE search_index MATCH ?))`,
    [JSON.stringify(conversationIds), expression]
  )
  return new Set(rows.map((row) => String(row['id'])))
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
