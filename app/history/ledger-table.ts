/**
 * Rows of the activity log in the history. `app/ledger` computes and checks hashes. Triggers in `database-schema.ts`
 * prevent changes and deletions.
 */
import type { LedgerEntry, LedgerPage, LedgerQuery, LedgerRecipient } from '../contract/ledger'
import type { Database, DatabaseRow, SqlValue } from './database'
import type { StoredLedgerEntry } from './interface'

const columns = [
  'position',
  'at',
  'recipient_type',
  'recipient',
  'kind',
  'subject',
  'bytes',
  'conversation_id',
  'message_id',
  'call_id',
  'decided_by',
  'decision',
  'excerpt_digest',
  'previous_hash',
  'hash',
  'excerpt',
  'salt'
] as const

type LedgerEnd = Pick<LedgerEntry, 'position' | 'hash'>

/** A second record of the log's end, which shows that entries were cut off. */
const endFact = 'ledger-end'

const insert = `INSERT INTO ledger (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`

export function ledgerMethods(database: Database) {
  return {
    appendLedger: (entries: readonly StoredLedgerEntry[]): void =>
      database.transaction(() => {
        for (const entry of entries) database.run(insert, getValues(entry))
        const last = entries.at(-1)
        if (last !== undefined) noteEnd(database, last)
      }),
    readLedgerEnd: (): LedgerEnd | null => {
      const row = database.get('SELECT position, hash FROM ledger ORDER BY position DESC LIMIT 1')
      return row === undefined ? null : { position: Number(row['position']), hash: text(row, 'hash') }
    },
    readNotedLedgerEnd: (): LedgerEnd | null => {
      const row = database.get('SELECT json FROM facts WHERE name = ?', [endFact])
      return row === undefined ? null : readEnd(text(row, 'json'))
    },
    searchLedger: (query: LedgerQuery): LedgerPage => searchLedger(database, query),
    readLedger: (afterPosition: number, limit: number): StoredLedgerEntry[] =>
      database
        .all('SELECT * FROM ledger WHERE position > ? ORDER BY position LIMIT ?', [afterPosition, limit])
        .map(toStoredEntry)
  }
}

/** Null for an invalid record: a writer who can damage it could also have removed it. */
function readEnd(json: string): LedgerEnd | null {
  const [, position, hash] = /^\{"position":(\d+),"hash":"([0-9a-f]{64})"\}$/.exec(json) ?? []
  return position === undefined || hash === undefined ? null : { position: Number(position), hash }
}

function noteEnd(database: Database, { position, hash }: LedgerEnd): void {
  database.run('INSERT OR REPLACE INTO facts (name, json) VALUES (?, ?)', [
    endFact,
    JSON.stringify({ position, hash })
  ])
}

/** Deletes excerpts with their conversation, but keeps recipients and sizes. */
export function blankExcerpts(database: Database, conversationId: string): void {
  database.run('UPDATE ledger SET excerpt = NULL, salt = NULL WHERE conversation_id = ?', [conversationId])
}

function searchLedger(database: Database, query: LedgerQuery): LedgerPage {
  const pattern = `%${query.text.trim().replace(/[\\%_]/g, (found) => `\\${found}`)}%`
  const rows = database.all(
    `SELECT * FROM ledger
     WHERE (?1 IS NULL OR recipient_type = ?1) AND (?2 IS NULL OR recipient = ?2)
       AND (?3 IS NULL OR at >= ?3) AND (?4 IS NULL OR at <= ?4) AND (?5 IS NULL OR position < ?5)
       AND (?8 IS NULL OR message_id = ?8)
       AND (?6 = '%%' OR recipient LIKE ?6 ESCAPE '\\' OR subject LIKE ?6 ESCAPE '\\'
         OR kind LIKE ?6 ESCAPE '\\' OR excerpt LIKE ?6 ESCAPE '\\')
     ORDER BY position DESC LIMIT ?7`,
    [
      query.recipientType,
      query.recipient,
      query.from,
      query.to,
      query.beforePosition,
      pattern,
      query.limit + 1,
      query.messageId ?? null
    ]
  )
  return {
    entries: rows.slice(0, query.limit).map(toEntry),
    hasEarlier: rows.length > query.limit,
    recipients: readRecipients(database)
  }
}

function readRecipients(database: Database): LedgerRecipient[] {
  const rows = database.all(
    `SELECT recipient_type, recipient, count(*) AS entries, sum(bytes) AS bytes FROM ledger
     GROUP BY recipient_type, recipient ORDER BY sum(bytes) DESC, recipient LIMIT 1000`
  )
  return rows.map((row) => ({
    recipientType: text(row, 'recipient_type') as LedgerRecipient['recipientType'],
    recipient: text(row, 'recipient'),
    entries: Number(row['entries']),
    bytes: Number(row['bytes'])
  }))
}

function getValues(entry: StoredLedgerEntry): SqlValue[] {
  return [
    entry.position,
    entry.at,
    entry.recipientType,
    entry.recipient,
    entry.kind,
    entry.subject,
    entry.bytes,
    entry.conversationId,
    entry.messageId,
    entry.callId,
    entry.decidedBy,
    entry.decision,
    entry.excerptDigest,
    entry.previousHash,
    entry.hash,
    entry.excerpt,
    entry.salt
  ]
}

export function toStoredEntry(row: DatabaseRow): StoredLedgerEntry {
  return {
    ...toEntry(row),
    previousHash: text(row, 'previous_hash'),
    excerptDigest: text(row, 'excerpt_digest'),
    salt: textOrNull(row, 'salt')
  }
}

function toEntry(row: DatabaseRow): LedgerEntry {
  return {
    position: Number(row['position']),
    at: Number(row['at']),
    recipientType: text(row, 'recipient_type') as LedgerEntry['recipientType'],
    recipient: text(row, 'recipient'),
    kind: text(row, 'kind') as LedgerEntry['kind'],
    subject: text(row, 'subject'),
    bytes: Number(row['bytes']),
    conversationId: textOrNull(row, 'conversation_id'),
    messageId: textOrNull(row, 'message_id'),
    callId: textOrNull(row, 'call_id'),
    decidedBy: text(row, 'decided_by') as LedgerEntry['decidedBy'],
    decision: textOrNull(row, 'decision'),
    excerpt: textOrNull(row, 'excerpt'),
    hash: text(row, 'hash')
  }
}

function textOrNull(row: DatabaseRow, column: string): string | null {
  return row[column] === null || row[column] === undefined ? null : text(row, column)
}

function text(row: DatabaseRow, column: string): string {
  return String(row[column] satisfies SqlValue | undefined)
}
