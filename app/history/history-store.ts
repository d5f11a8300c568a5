/**
 * The methods of `HistoryStore` on an open database, synchronously and with one commit per call. `history-worker.ts`
 * and `history-client.ts` decide which thread they run on.
 */
import { importSources } from '../contract/conversation/import-limits'
import type { ConversationChoices } from '../contract/conversation/choices'
import type { Message } from '../contract/conversations'
import type { FolderChoice } from '../contract/conversation/folders'
import { listPlaces } from '../contract/limits'
import type { Database, DatabaseRow, SqlValue } from './database'
import type { HistoryStore, StoredConversation, StoredGrant, StoredPin, StoredTrust } from './interface'
import { blankExcerpts, ledgerMethods } from './ledger-table'
import { draftMethods } from './draft-table'
import { findMethods } from './find-messages'
import { healthMethods } from './health-table'
import { resultMethods } from './kept-results'
import { additionMethods } from './message-additions'
import {
  deleteBranch,
  importMessages,
  messageMethods,
  putSearchable,
  saveMessage,
  titleRow
} from './message-table'
import type { ImportedTree } from './message-table'
import type { OpenedDatabase } from './open-history-file'
import { searchConversations, type ConversationHit } from './search'

type Synchronous<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => Promise<infer R> ? (...args: A) => R : never
}

/** `HistoryStore` without promises. */
export type SynchronousStore = Synchronous<HistoryStore>

export function createStore({ database, notice, removeBackups }: OpenedDatabase): SynchronousStore {
  return {
    ...conversationMethods(database, removeBackups),
    ...messageMethods(database),
    ...additionMethods(database),
    ...findMethods(database),
    ...draftMethods(database),
    ...resultMethods(database),
    ...grantMethods(database),
    ...trustMethods(database),
    ...pinMethods(database),
    ...ledgerMethods(database),
    ...factMethods(database),
    ...healthMethods(database),
    notice: () => notice,
    close: () => database.close()
  }
}

function conversationMethods(database: Database, removeBackups: () => void) {
  return {
    listConversations: (): StoredConversation[] =>
      database.all('SELECT * FROM conversations ORDER BY updated_at DESC, id').map(toConversation),
    saveConversation: (conversation: StoredConversation, message?: Message): void =>
      database.transaction(() => {
        saveConversation(database, conversation)
        if (message !== undefined) saveMessage(database, message)
      }),
    importConversations: (imported: readonly ImportedTree[]): number[] =>
      database.transaction(() =>
        imported.map(({ conversation, ...tree }) => {
          const isThere = database.get('SELECT 1 FROM conversations WHERE id = ?', [conversation.id])
          if (isThere === undefined) saveConversation(database, conversation)
          return importMessages(database, tree)
        })
      ),
    deleteConversation: (conversationId: string): void => {
      removeBackups()
      database.transaction(() => {
        database.run('DELETE FROM conversations WHERE id = ?', [conversationId])
        blankExcerpts(database, conversationId)
      })
    },
    deleteBranch: (conversationId: string, messageId: string): void => {
      removeBackups()
      database.transaction(() => deleteBranch(database, conversationId, messageId))
    },
    searchConversations: (query: string, limit: number): ConversationHit[] =>
      searchConversations(database, query, limit)
  }
}

function saveConversation(database: Database, conversation: StoredConversation): void {
  const { id, title, createdAt, updatedAt, model, folders = [], shelf = null, choices = {} } = conversation
  database.run(
    `INSERT INTO conversations
       (id, title, created_at, updated_at, model, folders, shelf, left_out, imported_from, choices, drawer_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET title = excluded.title, created_at = excluded.created_at,
       updated_at = excluded.updated_at, model = excluded.model, folders = excluded.folders,
       shelf = excluded.shelf, left_out = excluded.left_out, choices = excluded.choices,
       drawer_id = excluded.drawer_id`,
    [
      id,
      title,
      createdAt,
      updatedAt,
      model,
      JSON.stringify(folders),
      shelf,
      JSON.stringify(conversation.leftOut ?? []),
      conversation.importedFrom ?? null,
      JSON.stringify(choices),
      conversation.drawerId ?? null
    ]
  )
  database.run(putSearchable, [id, titleRow, title])
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

function toConversation(row: DatabaseRow): StoredConversation {
  const shelf = listPlaces.find((known) => known === row['shelf'])
  const folders = JSON.parse(text(row, 'folders')) as FolderChoice[]
  const leftOut = JSON.parse(text(row, 'left_out')) as string[]
  const importedFrom = importSources.find((known) => known === row['imported_from'])
  const choices = JSON.parse(text(row, 'choices')) as ConversationChoices
  return {
    id: text(row, 'id'),
    title: text(row, 'title'),
    createdAt: Number(row['created_at']),
    updatedAt: Number(row['updated_at']),
    model: text(row, 'model'),
    ...(folders.length === 0 ? {} : { folders }),
    ...(shelf !== undefined && { shelf }),
    ...(Object.keys(choices).length > 0 && { choices }),
    ...(row['drawer_id'] !== null && { drawerId: text(row, 'drawer_id') }),
    ...(leftOut.length > 0 && { leftOut }),
    ...(importedFrom !== undefined && { importedFrom })
  }
}

type RestOfGrant = Pick<
  StoredGrant,
  'conditions' | 'usesLeft' | 'coveredTools' | 'serverFingerprint' | 'argumentNames' | 'folderPlaces'
>

function restOf(grant: RestOfGrant): RestOfGrant {
  const { conditions, usesLeft, coveredTools, serverFingerprint, argumentNames, folderPlaces } = grant
  return {
    conditions,
    usesLeft,
    coveredTools,
    serverFingerprint,
    ...(argumentNames !== undefined && { argumentNames }),
    ...(folderPlaces !== undefined && { folderPlaces })
  }
}

/** Defaults for grants that were stored before these fields existed. */
const plainRest: RestOfGrant = { conditions: [], usesLeft: null, coveredTools: {}, serverFingerprint: null }

function toGrant(row: DatabaseRow): StoredGrant {
  const toolName = text(row, 'tool_name')
  return {
    // Older ones have more fields. These no longer count, because data sharing has its own permissions.
    ...restOf({ ...plainRest, ...(JSON.parse(text(row, 'json')) as Partial<RestOfGrant>) }),
    id: text(row, 'id'),
    scope: text(row, 'scope') as StoredGrant['scope'],
    serverName: text(row, 'server_name'),
    toolName: toolName === '' ? null : toolName,
    conversationId: row['conversation_id'] === null ? null : text(row, 'conversation_id'),
    definitionHash: text(row, 'definition_hash'),
    createdAt: Number(row['created_at'])
  }
}

function toPin(row: DatabaseRow): StoredPin {
  return {
    serverName: text(row, 'server_name'),
    toolName: text(row, 'tool_name'),
    hash: text(row, 'hash'),
    definition: JSON.parse(text(row, 'definition')) as StoredPin['definition'],
    pinnedAt: Number(row['pinned_at'])
  }
}

function toTrust(row: DatabaseRow): StoredTrust {
  return {
    serverName: text(row, 'server_name'),
    fingerprint: text(row, 'fingerprint'),
    act: JSON.parse(text(row, 'act')) as StoredTrust['act'],
    createdAt: Number(row['created_at'])
  }
}

function text(row: DatabaseRow, column: string): string {
  return String(row[column] satisfies SqlValue | undefined)
}
