/**
 * Durable storage of everything that is not settings or secrets: conversations, grants, trust.
 * `history-store.ts` implements it over SQLite; `history-worker.ts` serves it off the main thread. One commit a call.
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

export type { ImportedTree, MessageAddition }

export type StoredConversation = Omit<ConversationSummary, 'isRunning'>

/** A permission and its scope: the definition of its tools, the program or address of its server. */
export interface StoredGrant extends Grant {
  /** Of its tool; '' for a grant that reaches several. */
  readonly definitionHash: string
  /** For a grant that reaches several tools: the hash of each by its name. */
  readonly coveredTools: Readonly<Record<string, string>>
  /** Fingerprint under which the server was trusted then; null when it was not. */
  readonly serverFingerprint: string | null
  /** With limits on arguments: the places of all names of the call that it was given for. Absent in older ones. */
  readonly argumentNames?: readonly string[]
  /** With limits to folders: where each led then, links followed. Absent in older ones. */
  readonly folderPlaces?: Readonly<Record<string, string>>
}

/** The tool definition that the user approved last. */
export interface StoredPin {
  readonly serverName: string
  readonly toolName: string
  readonly hash: string
  readonly definition: ToolDefinition
  readonly pinnedAt: number
}

export interface StoredTrust {
  readonly serverName: string
  /** Hash of the whole definition, values included. */
  readonly fingerprint: string
  readonly act: ServerAct
  readonly createdAt: number
}

/** An entry with what its hash is checked by. */
export interface StoredLedgerEntry extends LedgerEntry {
  readonly previousHash: string
  /** SHA-256 of salt and excerpt. */
  readonly excerptDigest: string
  /** Null when the excerpt was blanked with its conversation. */
  readonly salt: string | null
}

/** The text of a result that is too long for its message. */
export interface KeptResult {
  readonly conversationId: string
  readonly messageId: string
  readonly callId: string
  readonly text: string
}

/** Text of a message box; the conversation '' is the one that has not started. */
export interface StoredDraft {
  readonly conversationId: string
  readonly json: string
}

export interface ResultPiece {
  readonly text: string
  /** Of the whole text, in characters of UTF-16. */
  readonly length: number
}

/** All methods throw HostError HISTORY_UNAVAILABLE when the database can't be read or written. */
export interface HistoryStore {
  listConversations(): Promise<StoredConversation[]>
  /** With a message of it both are one commit. Durable when it resolves. */
  saveConversation(conversation: StoredConversation, message?: Message): Promise<void>
  /** Excerpts of the ledger that belong to it are blanked. */
  deleteConversation(conversationId: string): Promise<void>
  /** Conversations that contain the words, in title, messages, tool results and attachments together, best first. */
  searchConversations(query: string, limit: number): Promise<ConversationHit[]>
  /** Messages that contain exactly these words, ignoring case, in the order of the conversation. */
  findMessages(conversationId: string, words: string): Promise<FoundMessage[]>

  /** Inserts or replaces one message. Durable when it resolves. */
  saveMessage(message: Message): Promise<void>
  /**
   * Durable when it resolves. The search finds it only after the message is saved whole. False, and nothing is saved,
   * when the message doesn't exist or was changed by another writer since.
   */
  addToMessage(addition: MessageAddition): Promise<boolean>
  /**
   * Several conversations at once, all or none: existing ones don't change, except that missing messages are added.
   * Returns the number added to each.
   */
  importConversations(imported: readonly ImportedTree[]): Promise<number[]>
  /** Its children get its parent. */
  deleteMessage(conversationId: string, messageId: string): Promise<void>
  /** With all messages that follow it; then the branch of its parent is displayed. */
  deleteBranch(conversationId: string, messageId: string): Promise<void>
  readMessage(conversationId: string, messageId: string): Promise<Message | null>
  /** From now on displays the branch of the message up to its newest end. Unknown messages change nothing. */
  showBranch(conversationId: string, messageId: string): Promise<void>
  /**
   * The newest `limit` of the messages up to and including `lastId`; null: to the end of the displayed branch, which is
   * the branch of the newest message unless a different one was displayed since.
   */
  readMessages(conversationId: string, lastId: string | null, limit: number): Promise<MessagePage>
  /** All messages of the branch that is shown, oldest first: what a model request is made of. */
  readAllMessages(conversationId: string): Promise<Message[]>
  /** All messages of all branches, each after its parent, and the end of the displayed branch. */
  readTree(conversationId: string): Promise<MessageTree>

  /** The result of a call; replaces a result that was stored before. Deleted with its message. */
  keepResult(result: KeptResult): Promise<void>
  /** At most so many characters from one on; null: nothing is kept of the call. */
  readResult(
    conversationId: string,
    callId: string,
    piece: { readonly from: number; readonly most: number }
  ): Promise<ResultPiece | null>

  listDrafts(): Promise<StoredDraft[]>
  /** Null: the box is empty. */
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

  /** Adds entries whose positions follow the last one; all or none. There is no way to take one back. */
  appendLedger(entries: readonly StoredLedgerEntry[]): Promise<void>
  readLedgerEnd(): Promise<Pick<LedgerEntry, 'position' | 'hash'> | null>
  /** The end as recorded with the last added entry; null: before the first, and in older files. */
  readNotedLedgerEnd(): Promise<Pick<LedgerEntry, 'position' | 'hash'> | null>
  searchLedger(query: LedgerQuery): Promise<LedgerPage>
  /** Oldest first. */
  readLedger(afterPosition: number, limit: number): Promise<StoredLedgerEntry[]>

  /** Small facts of the program (`welcome-finished`), as JSON text. */
  readFact(name: string): Promise<string | null>
  writeFact(name: string, json: string): Promise<void>

  /** What the user should know about opening the history (a damaged file set aside); null when all went well. */
  notice(): Promise<LocalizedText | null>
  close(): Promise<void>
}
