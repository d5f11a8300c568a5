/**
 * The index of results and attachments. It stores words and the numbers of parts, but no texts: those are in the
 * messages and in `kept_results`. Consecutive numbers keep the index small. New messages count upwards from 1, messages
 * from before the index existed count downwards from 0, so the highest number is the newest.
 */
import { HostError } from '../base/host-error'
import type { Message } from '../contract/conversations'
import type { Database } from './database'
import { dataLimit, listDataParts, mayHoldData, fingerprintDataPart, readPartText } from './data-parts'
import type { DataPart } from './data-parts'

/** The migration that created the index uses the same name. */
const unreadUpTo = 'data-unread-up-to'

/** Messages per batch. */
const readAtOnce = 20

/** Characters per batch. */
const piece = 200_000

/** A part that isn't indexed yet, or has changed since. */
interface NewPart {
  readonly searchableRow: number
  readonly part: number
  readonly sign: number
  readonly text: string
}

/** Runs in the transaction that saves the message. Skips content that is already indexed. */
export function indexData(database: Database, message: Message): void {
  const { conversationId, id } = message
  const found = database.get('SELECT row FROM searchable WHERE conversation_id = ? AND message_id = ?', [
    conversationId,
    id
  ])
  if (found === undefined) return
  const parts = ifSound(() => takeNew(database, Number(found['row']), message)) ?? []
  const last = database.get('SELECT max(row) AS row FROM data_rows')
  let row = Math.max(Number(last?.['row'] ?? 0), 0)
  for (const part of parts) put(database, (row += 1), part)
}

/** Removes parts that the message no longer has. Returns the parts to index. */
function takeNew(database: Database, searchableRow: number, message: Message): readonly NewPart[] {
  const known = new Map(
    database
      .all('SELECT part, sign FROM data_rows WHERE searchable_row = ?', [searchableRow])
      .map((row) => [Number(row['part']), Number(row['sign'])])
  )
  const all = listDataParts(message).map(([number, part]) => ({
    number,
    part,
    sign: fingerprintDataPart(part)
  }))
  const signs = new Map(all.map(({ number, sign }) => [number, sign]))
  for (const [number, sign] of known)
    if (signs.get(number) !== sign)
      database.run('DELETE FROM data_rows WHERE searchable_row = ? AND part = ?', [searchableRow, number])
  return all
    .filter(({ number, sign }) => known.get(number) !== sign)
    .map(({ number, part, sign }) => {
      const kept = readIndexed(database, message.conversationId, part)
      const text = ifSound(() => readPartText(part, kept).text) ?? ''
      return { searchableRow, part: number, sign, text }
    })
}

function put(database: Database, row: number, { searchableRow, part, sign, text }: NewPart): void {
  database.run('INSERT INTO data_rows (row, searchable_row, part, sign) VALUES (?, ?, ?, ?)', [
    row,
    searchableRow,
    part,
    sign
  ])
  database.run('INSERT INTO data_index (rowid, text) VALUES (?, ?)', [row, text])
}

/** The part of a long result that the search reads; null: the message contains the whole result. */
export function readIndexed(database: Database, conversationId: string, part: DataPart): string | null {
  if (part.type !== 'tool-call' || part.kept === undefined) return null
  const row = database.get(
    `SELECT substr(text, 1, ${dataLimit}) AS text FROM kept_results WHERE conversation_id = ? AND call_id = ?`,
    [conversationId, part.callId]
  )
  return row === undefined ? null : String(row['text'])
}

/**
 * Indexes messages from before the index existed, newest first, for about this time and in one commit together with the
 * progress. False: none are left.
 */
export function indexOlder(database: Database, forMs: number): boolean {
  if (readUnread(database) === 0) return false
  return database.transaction(() => {
    const end = performance.now() + forMs
    const parts: NewPart[] = []
    let remaining = readUnread(database)
    do remaining = readBefore(database, remaining, parts)
    while (remaining > 0 && performance.now() < end && getSize(parts) < piece)
    putOlder(database, parts)
    if (remaining === 0) database.run('DELETE FROM facts WHERE name = ?', [unreadUpTo])
    else database.run('UPDATE facts SET json = ? WHERE name = ?', [String(remaining), unreadUpTo])
    return remaining > 0
  })
}

/** Ascending numbers: in descending order, each part would start a new segment of the index. */
function putOlder(database: Database, newestFirst: readonly NewPart[]): void {
  const first = database.get('SELECT min(row) AS row FROM data_rows')
  let row = Math.min(Number(first?.['row'] ?? 1), 1) - newestFirst.length - 1
  for (const part of newestFirst.toReversed()) put(database, (row += 1), part)
}

function getSize(parts: readonly NewPart[]): number {
  return parts.reduce((sum, { text }) => sum + text.length, 0)
}

/** The newest row that isn't indexed; 0: all are. */
function readUnread(database: Database): number {
  const fact = database.get('SELECT json FROM facts WHERE name = ?', [unreadUpTo])
  return fact === undefined ? 0 : Number(fact['json'])
}

/** Returns the newest remaining row. */
function readBefore(database: Database, newest: number, parts: NewPart[]): number {
  const rows = database.all(
    `SELECT row, json FROM searchable JOIN messages ON messages.conversation_id = searchable.conversation_id
     AND messages.id = searchable.message_id WHERE row <= ? ORDER BY row DESC LIMIT ${readAtOnce}`,
    [newest]
  )
  for (const { row, json } of rows) {
    if (!mayHoldData(String(json))) continue
    const found = ifSound(() => takeNew(database, Number(row), JSON.parse(String(json)) as Message)) ?? []
    parts.push(...found.toReversed())
  }
  return rows.length < readAtOnce ? 0 : Number(rows.at(-1)?.['row']) - 1
}

/** Null if a damaged row contains no message, or only part of one. */
export function ifSound<T>(work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    if (error instanceof HostError) throw error
    return null
  }
}
