/**
 * Durable storage of conversations, grants and trust, but not of settings or secrets. `history-store.ts` implements it
 * with SQLite, and `history-worker.ts` runs it off the main thread. One commit per call.
 */
import type { LocalizedText } from '../contract/localized-text'
import type { Grant } from '../contract/grants'
import type { ServerAct } from '../contract/server-act'
import type { ToolDefinition } from '../contract/tool-definition'
import type { ConversationSummary, FoundMessage, Message, MessagePage } from '../contract/conversations'
import type { MessageAddition } from './message-additions'
import type { ImportedTree, MessageTree } from './message-table'
import type { ConversationHit } from './search'
import type { LedgerEntry, LedgerPage, LedgerQuery } from '../contract/ledger'
import type { HealthQuery, HealthRow } from '../contract/workbench/health-rows'

export type { ImportedTree, MessageAddition }

export type StoredConversation = Omit<ConversationSummary, 'isRunning'>

/** A permission and its scope: the definitions of its tools, and the program or address of its server. */
export interface StoredGrant extends Grant {
  /** Of its tool; '' for a grant of several. */
  readonly definitionHash: string
  /** For a grant of several tools: the hash of each by name. */
  readonly coveredTools: Readonly<Record<string, string>>
  /** Hash under which the server was trusted at that time; null if it wasn't. */
  readonly serverFingerprint: string | null
  /** For limits on arguments: the locations of all names in the call that it was granted for. Absent in older ones. */
  readonly argumentNames?: readonly string[]
  /** For limits to folders: the real path of each at that time. Absent in older ones. */
  readonly folderPlaces?: Readonly<Record<string, string>>
}

/** The definition of the tool that the user approved last. */
export interface StoredPin {
  readonly serverName: string
  readonly toolName: string
  readonly hash: string
  readonly definition: ToolDefinition
  readonly pinnedAt: number
}

export interface StoredTrust {
  readonly serverName: string
  /** Hash of the whole definition, including values. */
  readonly fingerprint: string
  readonly act: ServerAct
  readonly createdAt: number
}

/** An entry with the data to check its hash. */
export interface StoredLedgerEntry extends LedgerEntry {
  readonly previousHash: string
  /** SHA-256 of salt and excerpt. */
  readonly excerptDigest: string
  /** Null if it was erased with its conversation. */
  readonly salt: string | null
}

/** The text of a result that is too long for its message. */
export interface KeptResult {
  readonly conversationId: string
  readonly messageId: string
  readonly callId: string
  readonly text: string
}

/** Text of a message box. The conversation '' hasn't started. */
export interface StoredDraft {
  readonly conversationId: string
  readonly json: string
}

export interface ResultPiece {
  readonly text: string
  /** Length of the whole text, in UTF-16 characters. */
  readonly length: number
}

/** All methods throw HostError HISTORY_UNAVAILABLE if the database can't be read or written. */
export interface HistoryStore {
  listConversations(): Promise<StoredConversation[]>
  /** With a message, both are saved in one commit. Durable when it resolves. */
  saveConversation(conversation: StoredConversation, message?: Message): Promise<void>
  /** Also erases its excerpts in the activity log. */
  deleteConversation(conversationId: string): Promise<void>
  /** Conversations that contain the words in title, messages, tool results and attachments together, best first. */
  searchConversations(query: string, limit: number): Promise<ConversationHit[]>
  /** Messages that contain exactly these words, ignoring case, in order. */
  findMessages(conversationId: string, text: string): Promise<FoundMessage[]>

  /** Inserts or replaces one message. Durable when it resolves. */
  saveMessage(message: Message): Promise<void>
  /**
   * Durable when it resolves. The search finds the text only after the message is saved whole. False if the message
   * doesn't exist or another writer has changed it; then nothing is saved.
   */
  addToMessage(addition: MessageAddition): Promise<boolean>
  /**
   * Imports several conversations, all or none. Existing ones only get missing messages. Returns the number added to
   * each.
   */
  importConversations(imported: readonly ImportedTree[]): Promise<number[]>
  /** Its children get its parent. */
  deleteMessage(conversationId: string, messageId: string): Promise<void>
  /** Also deletes all messages that follow it, and displays the branch of its parent. */
  deleteBranch(conversationId: string, messageId: string): Promise<void>
  readMessage(conversationId: string, messageId: string): Promise<Message | null>
  /** Displays the branch of the message up to its newest end. Ignores unknown messages. */
  showBranch(conversationId: string, messageId: string): Promise<void>
  /**
   * The newest `limit` messages up to and including `lastId`; null: to the end of the displayed branch. That is the
   * branch of the newest message unless the user switched.
   */
  readMessages(conversationId: string, lastId: string | null, limit: number): Promise<MessagePage>
  /** All messages of the displayed branch, oldest first. Model requests use them. */
  readAllMessages(conversationId: string): Promise<Message[]>
  /** All messages of all branches, each after its parent, and the end of the displayed branch. */
  readTree(conversationId: string): Promise<MessageTree>

  /** Stores or replaces the result of a call. Deleted with its message. */
  keepResult(result: KeptResult): Promise<void>
  /** `length` characters from `from` on; null: no stored result. */
  readResult(
    conversationId: string,
    callId: string,
    piece: { readonly from: number; readonly most: number }
  ): Promise<ResultPiece | null>

  listDrafts(): Promise<StoredDraft[]>
  /** Null: empty. */
  saveDraft(conversationId: string, json: string | null): Promise<void>

  listGrants(): Promise<StoredGrant[]>
  saveGrant(grant: StoredGrant): Promise<void>
  deleteGrant(grantId: string): Promise<void>

  listTrust(): Promise<StoredTrust[]>
  saveTrust(trust: StoredTrust): Promise<void>
  deleteTrust(serverName: string): Promise<void>

  listPins(): Promise<StoredPin[]>
  /** Inserts or replaces them, all or none. */
  savePins(pins: readonly StoredPin[]): Promise<void>

  /** Adds entries whose positions follow the last one, all or none. Entries can't be removed. */
  appendLedger(entries: readonly StoredLedgerEntry[]): Promise<void>
  readLedgerEnd(): Promise<Pick<LedgerEntry, 'position' | 'hash'> | null>
  /** The end as recorded with the last added entry; null before the first one and in older files. */
  readNotedLedgerEnd(): Promise<Pick<LedgerEntry, 'position' | 'hash'> | null>
  searchLedger(query: LedgerQuery): Promise<LedgerPage>
  readLedger(afterPosition: number, limit: number): Promise<StoredLedgerEntry[]>

  /** Small facts of the program such as `welcome-finished`, as JSON text. */
  readFact(name: string): Promise<string | null>
  writeFact(name: string, json: string): Promise<void>

  /** Adds to the rows of the same spans, all or none. */
  addHealth(rows: readonly HealthRow[]): Promise<void>
  /** Oldest first. */
  readHealth(query: HealthQuery): Promise<HealthRow[]>
  /** Removes the rows of this span that begin before the time. */
  forgetHealth(spanMs: number, before: number): Promise<void>

  /**
   * A message for the user about opening the history, such as a damaged file that was replaced; null if all went well.
   */
  notice(): Promise<LocalizedText | null>
  close(): Promise<void>
}
