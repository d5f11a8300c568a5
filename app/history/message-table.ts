/**
 * Messages in the database: a tree per conversation, read along the parents of one message. `branches.ts` selects the
 * displayed branch.
 */
import { HostError } from '../base/host-error'
import type { ConversationSummary, Message, MessagePage, MessagePart } from '../contract/conversations'
import type { ToolCallState } from '../contract/tool-calls'
import { readBranches, branchFrom, showBranch } from './branches'
import type { Database, DatabaseRow, SqlValue } from './database'
import { indexData } from './data-index'
import { say } from '../texts/render-localized'
import { localizeStoredTexts } from './localize-stored-texts'
import { removeAdditions, withAdditions } from './message-additions'

/** Characters of JSON per page, because answers may contain many images. */
const pageSizeLimit = 32 * 1_048_576

/** The message id of titles in `searchable`. */
export const titleRow = ''

export const putSearchable = `
  INSERT INTO searchable (conversation_id, message_id, text) VALUES (?, ?, ?)
  ON CONFLICT (conversation_id, message_id) DO UPDATE SET text = excluded.text`

export interface MessageTree {
  readonly messages: readonly Message[]
  readonly shownId: string | null
}

export interface ImportedTree extends MessageTree {
  readonly conversation: Omit<ConversationSummary, 'isRunning'>
}

export function messageMethods(database: Database) {
  return {
    saveMessage: (message: Message): void => database.transaction(() => saveMessage(database, message)),
    deleteMessage: (conversationId: string, messageId: string): void =>
      database.transaction(() => deleteMessage(database, conversationId, messageId)),
    showBranch: (conversationId: string, messageId: string): void =>
      database.transaction(() => showBranch(database, conversationId, messageId)),
    readMessage: (conversationId: string, messageId: string): Message | null =>
      readMessage(database, conversationId, messageId),
    readMessages: (conversationId: string, lastId: string | null, limit: number): MessagePage => {
      const ids = walkBack(database, { conversationId, lastId }, limit + 1)
      const newestFirst = readWithinSize(database, conversationId, ids.slice(0, limit))
      return {
        conversationId,
        messages: newestFirst.toReversed(),
        hasEarlier: ids.length > newestFirst.length,
        branches: readBranches(database, conversationId, ids.slice(0, newestFirst.length))
      }
    },
    readAllMessages: (conversationId: string): Message[] => {
      const count = database.get('SELECT count(*) AS count FROM messages WHERE conversation_id = ?', [
        conversationId
      ])
      const ids = walkBack(database, { conversationId, lastId: null }, Number(count?.['count']))
      return ids.toReversed().flatMap((id) => readMessage(database, conversationId, id) ?? [])
    },
    readTree: (conversationId: string): MessageTree => ({
      // In the order of writing.
      messages: database
        .all('SELECT json, parent_id FROM messages WHERE conversation_id = ? ORDER BY rowid', [
          conversationId
        ])
        .map((row) => withAdditions(database, toMessage(row))),
      shownId: walkBack(database, { conversationId, lastId: null }, 1)[0] ?? null
    })
  }
}

export interface PathEnd {
  readonly conversationId: string
  /** Null: the end of the displayed branch. */
  readonly lastId: string | null
}

/** Ids from the end towards the first message. Limited, because a damaged file may contain a cycle. */
export function walkBack(
  database: Database,
  { conversationId, lastId }: PathEnd,
  limit: number
): readonly string[] {
  const rows = database.all(
    `WITH RECURSIVE path (id, parent_id, depth) AS (
       SELECT id, parent_id, 0 FROM messages WHERE conversation_id = ?1 AND id = coalesce(?2, (
         SELECT id FROM messages WHERE conversation_id = ?1 ORDER BY position DESC, id DESC LIMIT 1
       ))
       UNION ALL
       SELECT messages.id, messages.parent_id, depth + 1 FROM path JOIN messages
         ON messages.conversation_id = ?1 AND messages.id = path.parent_id
       LIMIT ?3
     )
     SELECT id FROM path ORDER BY depth`,
    [conversationId, lastId, limit]
  )
  return rows.map((row) => text(row, 'id'))
}

/** As many of the first messages as a window gets without a stall, at least one. */
function readWithinSize(
  database: Database,
  conversationId: string,
  ids: readonly string[]
): readonly Message[] {
  const read: Message[] = []
  let size = 0
  for (const id of ids) {
    const row = readRow(database, conversationId, id)
    if (row === undefined) break
    size += text(row, 'json').length
    if (size > pageSizeLimit && read.length > 0) break
    read.push(withAdditions(database, toMessage(row)))
  }
  return read
}

function readMessage(database: Database, conversationId: string, messageId: string): Message | null {
  const row = readRow(database, conversationId, messageId)
  return row === undefined ? null : withAdditions(database, toMessage(row))
}

function readRow(database: Database, conversationId: string, messageId: string): DatabaseRow | undefined {
  return database.get('SELECT json, parent_id FROM messages WHERE conversation_id = ? AND id = ?', [
    conversationId,
    messageId
  ])
}

/** The column has the parent. In files from before that column, the JSON has a position. */
function toMessage(row: DatabaseRow): Message {
  const stored = JSON.parse(text(row, 'json')) as Message & { readonly position?: number }
  const { position: _position, ...message } = stored
  const parentId = row['parent_id'] === null ? null : text(row, 'parent_id')
  return localizeStoredTexts({ ...withStateCodes(message), parentId })
}

/** Older files have display text where newer ones have a code. */
const oldStates: Readonly<Record<string, ToolCallState>> = { 'waiting for approval': 'waiting-for-approval' }

/** A damaged file may lack parts. */
function withStateCodes<Stored extends { readonly parts?: Message['parts'] }>(stored: Stored): Stored {
  const isOld = (part: MessagePart) => part.type === 'tool-call' && oldStates[part.state] !== undefined
  if (stored.parts?.some(isOld) !== true) return stored
  const parts = stored.parts.map((part) =>
    part.type === 'tool-call' ? { ...part, state: oldStates[part.state] ?? part.state } : part
  )
  return { ...stored, parts }
}

export function saveMessage(database: Database, message: Message): void {
  const { conversationId, id, parentId } = message
  if (database.get('SELECT 1 FROM conversations WHERE id = ?', [conversationId]) === undefined) {
    throw new HostError('CONVERSATION_UNKNOWN', say('history.conversationDeleted'))
  }
  database.run(
    `INSERT INTO messages (conversation_id, id, parent_id, json, position) VALUES (?1, ?2, ?3, ?4, (
       SELECT coalesce(max(position), 0) + 1 FROM messages WHERE conversation_id = ?1
     ))
     ON CONFLICT (conversation_id, id) DO UPDATE SET parent_id = excluded.parent_id, json = excluded.json`,
    [conversationId, id, parentId, JSON.stringify(message)]
  )
  removeAdditions(database, conversationId, id)
  database.run(putSearchable, [conversationId, id, searchableText(message)])
  indexData(database, message)
}

/** Adds missing messages and changes no existing ones. Returns the number added. */
export function importMessages(database: Database, { messages, shownId }: MessageTree): number {
  const fresh = messages.filter(
    ({ conversationId, id }) => readRow(database, conversationId, id) === undefined
  )
  for (const message of fresh) saveMessage(database, message)
  const [first] = messages
  if (first !== undefined && shownId !== null) showBranch(database, first.conversationId, shownId)
  return fresh.length
}

function deleteMessage(database: Database, conversationId: string, messageId: string): void {
  const place = [conversationId, messageId] as const
  database.run(
    `UPDATE messages SET parent_id = (SELECT parent_id FROM messages WHERE conversation_id = ?1 AND id = ?2)
     WHERE conversation_id = ?1 AND parent_id = ?2`,
    place
  )
  removeRows(database, place)
}

/** Also deletes all messages that follow. The displayed branch then ends where the parent's branch ends. */
export function deleteBranch(database: Database, conversationId: string, messageId: string): void {
  const parentId = readMessage(database, conversationId, messageId)?.parentId ?? null
  for (const id of branchFrom(database, conversationId, messageId)) removeRows(database, [conversationId, id])
  if (parentId !== null) showBranch(database, conversationId, parentId)
}

function removeRows(database: Database, place: readonly [conversationId: string, messageId: string]): void {
  database.run('DELETE FROM messages WHERE conversation_id = ? AND id = ?', place)
  database.run('DELETE FROM searchable WHERE conversation_id = ? AND message_id = ?', place)
  database.run('DELETE FROM kept_results WHERE conversation_id = ? AND message_id = ?', place)
}

/** Only written text: tool data and text of files have their own index. */
function searchableText(message: Message): string {
  return message.parts
    .flatMap((part) => (part.type === 'text' ? [part.text] : part.type === 'file' ? [part.name] : []))
    .join('\n')
}

function text(row: DatabaseRow, column: string): string {
  return String(row[column] satisfies SqlValue | undefined)
}
