/**
 * Finds conversations that match all words only together with tool results and attachments. Used only if matches in
 * written text don't fill the list, so that frequent words don't become slower.
 */
import type { SearchHit } from '../contract/conversations'
import { HostError } from '../base/host-error'
import { readDataHits, type DataPlace } from './data-hits'
import type { Database, DatabaseRow } from './database'
import { cutExcerpt } from './excerpts'
import { isSingleCharacter } from './search-query'

/** The newest places per word. */
const newestPlaces = 500

export interface RequestedWord {
  readonly expression: string
  readonly isWrittenIn: (conversationId: string) => boolean
  /** Searches the rest of the messages of these conversations. */
  readonly olderIn: (conversationIds: readonly string[]) => ReadonlySet<string>
}

interface Wanted {
  readonly but: ReadonlySet<string>
  readonly limit: number
}

/** Conversations with all words in one part come first, then the newest. */
export function searchData(
  database: Database,
  words: readonly RequestedWord[],
  { but, limit }: Wanted
): { readonly conversationId: string; readonly hit: SearchHit }[] {
  const expressions = words.map(({ expression }) => expression)
  const isNew = ({ conversationId }: DataPlace): boolean => !but.has(conversationId)
  const together = getPlaces(database, expressions)
  const inOne = [...together.values()].filter(isNew)
  const apart = words.length > 1 && inOne.length < limit ? [...placesOfAll(database, words).values()] : []
  const inSeveral = apart.filter((place) => isNew(place) && !together.has(place.conversationId))
  const best = [...inOne, ...inSeveral].slice(0, limit)
  return withHits(database, best, expressions)
}

/** Matches per conversation, in data and in written text; the newest match in data first. */
function placesOfAll(database: Database, words: readonly RequestedWord[]): ReadonlyMap<string, DataPlace> {
  const places = words.map(({ expression }) => getPlaces(database, [expression]))
  const newest = places
    .flatMap((item) => [...item.values()])
    .toSorted((one, other) => other.row - one.row)
    .map((place) => [place.conversationId, place] as const)
  let all = new Map(newest.toReversed())
  for (const [index, { isWrittenIn, olderIn }] of words.entries()) {
    const isIn = (id: string): boolean => isWrittenIn(id) || places[index]?.has(id) === true
    const older = olderIn([...all.keys()].filter((id) => !isIn(id)))
    all = new Map([...all].filter(([id]) => isIn(id) || older.has(id)))
  }
  return all
}

/** By conversation, newest first. A single letter isn't searched as a prefix, because every result contains it. */
function getPlaces(database: Database, expressions: readonly string[]): ReadonlyMap<string, DataPlace> {
  if (expressions.some(isSingleCharacter)) return new Map()
  const rows = matching(database, expressions.join(' AND '))
  return new Map(rows.map(toPlace))
}

function toPlace(row: DatabaseRow): [conversationId: string, place: DataPlace] {
  const conversationId = String(row['conversation_id'])
  const messageId = String(row['message_id'])
  return [conversationId, { conversationId, messageId, row: Number(row['place']), part: Number(row['part']) }]
}

function matching(database: Database, expression: string): DatabaseRow[] {
  try {
    return database.all(
      `SELECT conversation_id, message_id, part, max(place) AS place FROM (
         SELECT rowid AS place FROM data_index WHERE data_index MATCH ? ORDER BY rowid DESC LIMIT ${newestPlaces}
       ) JOIN data_rows ON data_rows.row = place JOIN searchable ON searchable.row = searchable_row
       GROUP BY conversation_id ORDER BY place DESC`,
      [expression]
    )
  } catch (error) {
    // The index ignores word order. A word with letters newer than its Unicode version is split in two.
    if (!(error instanceof HostError) || !String(error.cause).includes('phrase queries')) throw error
    return []
  }
}

function withHits(database: Database, places: readonly DataPlace[], expressions: readonly string[]) {
  const hits = readDataHits(database, places, expressions)
  const texts = new Map([...hits].map(([row, { text }]) => [row, text]))
  const pieces = cutExcerpt(database, texts, expressions.join(' OR '))
  return places.map(({ conversationId, messageId, row }) => {
    const place = hits.get(row)?.place
    return { conversationId, hit: { messageId, pieces: pieces.get(row) ?? [], ...(place && { place }) } }
  })
}
