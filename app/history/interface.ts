/**
 * Durable storage of everything that is not settings or secrets: conversations, grants, trust.
 * `store.ts` implements it over SQLite; `worker.ts` serves it off the main thread. One commit a call.
 */
import type { Grant, ServerAct } from '../contract/consents'
import type { ConversationSummary, Message, MessagePage } from '../contract/conversations'

export type StoredConversation = Omit<ConversationSummary, 'isRunning'>

/** A grant with the hash of the definitions that it was given for. */
export interface StoredGrant extends Grant {
  readonly definitionHash: string
}

export interface StoredTrust {
  readonly serverName: string
  /** Hash of the whole definition, values included. */
  readonly fingerprint: string
  readonly act: ServerAct
  readonly createdAt: number
}

/** All methods throw HostError HISTORY_UNAVAILABLE when the database can not be read or written. */
export interface HistoryStore {
  listConversations(): Promise<StoredConversation[]>
  saveConversation(conversation: StoredConversation): Promise<void>
  deleteConversation(conversationId: string): Promise<void>
  /** Ids of conversations whose title or text holds the words, best first. */
  searchConversations(query: string, limit: number): Promise<string[]>

  /** Inserts or replaces one message. Durable when it resolves. */
  saveMessage(message: Message): Promise<void>
  deleteMessage(conversationId: string, messageId: string): Promise<void>
  readMessages(conversationId: string, beforePosition: number | null, limit: number): Promise<MessagePage>
  /** All messages, oldest first: what a model request is made of. */
  readAllMessages(conversationId: string): Promise<Message[]>

  listGrants(): Promise<StoredGrant[]>
  saveGrant(grant: StoredGrant): Promise<void>
  deleteGrant(grantId: string): Promise<void>

  listTrust(): Promise<StoredTrust[]>
  saveTrust(trust: StoredTrust): Promise<void>
  deleteTrust(serverName: string): Promise<void>

  /** Small facts of the program (`welcome-finished`), as JSON text. */
  readFact(name: string): Promise<string | null>
  writeFact(name: string, json: string): Promise<void>

  /** What opening had to do that the person should know (a damaged file set aside); null when all went well. */
  notice(): Promise<string | null>
  close(): Promise<void>
}
