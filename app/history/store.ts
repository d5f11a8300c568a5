/**
 * The methods of HistoryStore over an open database, synchronously; one commit a call. Which thread
 * they run on is the business of `worker.ts` and `client.ts`.
 */
import { HostError } from '../base/host-error'
import type { FolderChoice } from '../contract/folders'
import type { Message } from '../contract/conversations'
import type { Database, Row, SqlValue } from './database'
import type { HistoryStore, StoredConversation, StoredGrant, StoredPin, StoredTrust } from './interface'
import { blankExcerpts, ledgerMethods } from './ledger-table'
import { toSearchExpressions } from './search-query'

/** Characters of JSON in one page: answers may hold many images. */
const pageSizeLimit = 32 * 1_048_576

type Synchronous<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => Promise<infer R> ? (...args: A) => R : never
}

/** What the worker serves: HistoryStore without the waiting. */
export type SynchronousStore = Synchronous<HistoryStore>

/** `notice`: what `openHistoryFile` had to say. */
export function createStore(database: Database, notice: string | null): SynchronousStore {
  return {
    ...conversationMethods(database),
    ...messageMethods(database),
    ...grantMethods(database),
    ...trustMethods(database),
    ...pinMethods(database),
    ...ledgerMethods(database),
    ...factMethods(database),
    notice: () => notice,
    close: () => database.close()
  }
}

/** Titles stand in `searchable` under this in place of a message's id. */
const titleRow = ''

const putSearchable = `
  INSERT INTO searchable (conversation_id, message_id, text) VALUES (?, ?, ?)
  ON CONFLICT (conversation_id, message_id) DO UPDATE SET text = excluded.text`

function conversationMethods(database: Database) {
  return {
    listConversations: (): StoredConversation[] =>
      database.all('SELECT * FROM conversations ORDER BY updated_at DESC, id').map(toConversation),
    saveConversation: ({ id, title, createdAt, updatedAt, model, folders = [] }: StoredConversation): void =>
      database.transaction(() => {
        database.run(
          `INSERT INTO conversations (id, title, created_at, updated_at, model, folders) VALUES (?, ?, ?, ?, ?, ?)
           ON CONFLICT (id) DO UPDATE SET title = excluded.title, created_at = excluded.created_at,
             updated_at = excluded.updated_at, model = excluded.model, folders = excluded.folders`,
          [id, title, createdAt, updatedAt, model, JSON.stringify(folders)]
        )
        database.run(putSearchable, [id, titleRow, title])
      }),
    deleteConversation: (conversationId: string): void =>
      database.transaction(() => {
        database.run('DELETE FROM conversations WHERE id = ?', [conversationId])
        blankExcerpts(database, conversationId)
      }),
    searchConversations: (query: string, limit: number): string[] =>
      searchConversations(database, query, limit)
  }
}

/**
 * A conversation is found when its title and messages together hold all words; each word counts where it
 * fits best, and the title weighs three times. `rank` is SQLite's bm25: the smaller, the better.
 */
function searchConversations(database: Database, query: string, limit: number): string[] {
  const expressions = toSearchExpressions(query)
  if (expressions.length === 0) return []
  const oneWord = `
    SELECT conversation_id, min(search_index.rank * iif(message_id = '${titleRow}', 3, 1)) AS score
    FROM search_index JOIN searchable ON searchable.row = search_index.rowid
    WHERE search_index MATCH ? GROUP BY conversation_id`
  const sql = `
    SELECT conversation_id AS id FROM (${expressions.map(() => oneWord).join(' UNION ALL ')}) AS hits
    JOIN conversations ON conversations.id = conversation_id
    GROUP BY conversation_id HAVING count(*) = ${expressions.length}
    ORDER BY sum(score), max(updated_at) DESC LIMIT ?`
  return database.all(sql, [...expressions, limit]).map((row) => text(row, 'id'))
}

function messageMethods(database: Database) {
  return {
    saveMessage: (message: Message): void => database.transaction(() => saveMessage(database, message)),
    deleteMessage: (conversationId: string, messageId: string): void =>
      database.transaction(() => {
        database.run('DELETE FROM messages WHERE conversation_id = ? AND id = ?', [conversationId, messageId])
        database.run('DELETE FROM searchable WHERE conversation_id = ? AND message_id = ?', [
          conversationId,
          messageId
        ])
      }),
    readMessages: (conversationId: string, beforePosition: number | null, limit: number) => {
      const newestFirst = database.all(
        `SELECT json FROM messages WHERE conversation_id = ?1 AND (?2 IS NULL OR position < ?2)
         ORDER BY position DESC, id DESC LIMIT ?3`,
        [conversationId, beforePosition, limit + 1]
      )
      const kept = withinSize(newestFirst.slice(0, limit))
      return {
        conversationId,
        messages: kept.toReversed().map(toMessage),
        hasEarlier: newestFirst.length > kept.length
      }
    },
    readAllMessages: (conversationId: string): Message[] =>
      database
        .all('SELECT json FROM messages WHERE conversation_id = ? ORDER BY position, id', [conversationId])
        .map(toMessage)
  }
}

/** The newest of the rows that go into a window at once without a stall; at least one. */
function withinSize(newestFirst: readonly Row[]): readonly Row[] {
  let size = 0
  const end = newestFirst.findIndex((row) => (size += text(row, 'json').length) > pageSizeLimit)
  return end < 0 ? newestFirst : newestFirst.slice(0, Math.max(1, end))
}

function saveMessage(database: Database, message: Message): void {
  const { conversationId, id, position } = message
  if (database.get('SELECT 1 FROM conversations WHERE id = ?', [conversationId]) === undefined) {
    throw new HostError('CONVERSATION_UNKNOWN', 'The conversation of this message has been deleted.')
  }
  database.run(
    `INSERT INTO messages (conversation_id, id, position, json) VALUES (?, ?, ?, ?)
     ON CONFLICT (conversation_id, id) DO UPDATE SET position = excluded.position, json = excluded.json`,
    [conversationId, id, position, JSON.stringify(message)]
  )
  database.run(putSearchable, [conversationId, id, searchableText(message)])
}

/** What a person remembers of a message: its words, not the data of its tools. */
function searchableText(message: Message): string {
  return message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
}

function grantMethods(database: Database) {
  return {
    listGrants: (): StoredGrant[] =>
      database.all('SELECT * FROM grants ORDER BY created_at, id').map(toGrant),
    saveGrant: (grant: StoredGrant): void =>
      database.run(
        `INSERT OR REPLACE INTO grants
           (id, scope, server_name, tool_name, conversation_id, definition_hash, created_at, json)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          grant.id,
          grant.scope,
          grant.serverName,
          grant.toolName ?? '',
          grant.conversationId,
          grant.definitionHash,
          grant.createdAt,
          JSON.stringify(restOf(grant))
        ]
      ),
    deleteGrant: (grantId: string): void => database.run('DELETE FROM grants WHERE id = ?', [grantId])
  }
}

function trustMethods(database: Database) {
  return {
    listTrust: (): StoredTrust[] =>
      database.all('SELECT * FROM trust ORDER BY created_at, server_name').map(toTrust),
    saveTrust: ({ serverName, fingerprint, act, createdAt }: StoredTrust): void =>
      database.run(
        'INSERT OR REPLACE INTO trust (server_name, fingerprint, act, created_at) VALUES (?, ?, ?, ?)',
        [serverName, fingerprint, JSON.stringify(act), createdAt]
      ),
    deleteTrust: (serverName: string): void =>
      database.run('DELETE FROM trust WHERE server_name = ?', [serverName])
  }
}

function pinMethods(database: Database) {
  return {
    listPins: (): StoredPin[] =>
      database.all('SELECT * FROM pins ORDER BY server_name, tool_name').map(toPin),
    savePins: (pins: readonly StoredPin[]): void =>
      database.transaction(() => {
        for (const { serverName, toolName, hash, definition, pinnedAt } of pins)
          database.run(
            'INSERT OR REPLACE INTO pins (server_name, tool_name, hash, definition, pinned_at) VALUES (?, ?, ?, ?, ?)',
            [serverName, toolName, hash, JSON.stringify(definition), pinnedAt]
          )
      })
  }
}

function factMethods(database: Database) {
  return {
    readFact: (name: string): string | null => {
      const row = database.get('SELECT json FROM facts WHERE name = ?', [name])
      return row === undefined ? null : text(row, 'json')
    },
    writeFact: (name: string, json: string): void =>
      database.run('INSERT OR REPLACE INTO facts (name, json) VALUES (?, ?)', [name, json])
  }
}

function toConversation(row: Row): StoredConversation {
  const folders = JSON.parse(text(row, 'folders')) as FolderChoice[]
  return {
    id: text(row, 'id'),
    title: text(row, 'title'),
    createdAt: Number(row['created_at']),
    updatedAt: Number(row['updated_at']),
    model: text(row, 'model'),
    ...(folders.length === 0 ? {} : { folders })
  }
}

function toMessage(row: Row): Message {
  return JSON.parse(text(row, 'json')) as Message
}

type RestOfGrant = Pick<
  StoredGrant,
  'conditions' | 'usesLeft' | 'coveredTools' | 'serverFingerprint' | 'flows'
>

/** What a grant holds beyond its columns. */
function restOf({ conditions, usesLeft, coveredTools, serverFingerprint, flows }: StoredGrant): RestOfGrant {
  const rest = { conditions, usesLeft, coveredTools, serverFingerprint }
  return flows === undefined ? rest : { ...rest, flows }
}

/** As of grants from before there was more. */
const plainRest: RestOfGrant = { conditions: [], usesLeft: null, coveredTools: {}, serverFingerprint: null }

function toGrant(row: Row): StoredGrant {
  const toolName = text(row, 'tool_name')
  return {
    ...plainRest,
    ...(JSON.parse(text(row, 'json')) as Partial<RestOfGrant>),
    id: text(row, 'id'),
    scope: text(row, 'scope') as StoredGrant['scope'],
    serverName: text(row, 'server_name'),
    toolName: toolName === '' ? null : toolName,
    conversationId: row['conversation_id'] === null ? null : text(row, 'conversation_id'),
    definitionHash: text(row, 'definition_hash'),
    createdAt: Number(row['created_at'])
  }
}

function toPin(row: Row): StoredPin {
  return {
    serverName: text(row, 'server_name'),
    toolName: text(row, 'tool_name'),
    hash: text(row, 'hash'),
    definition: JSON.parse(text(row, 'definition')) as StoredPin['definition'],
    pinnedAt: Number(row['pinned_at'])
  }
}

function toTrust(row: Row): StoredTrust {
  return {
    serverName: text(row, 'server_name'),
    fingerprint: text(row, 'fingerprint'),
    act: JSON.parse(text(row, 'act')) as StoredTrust['act'],
    createdAt: Number(row['created_at'])
  }
}

function text(row: Row, column: string): string {
  return String(row[column] satisfies SqlValue | undefined)
}
