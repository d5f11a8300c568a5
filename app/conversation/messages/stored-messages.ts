/**
 * Connects messages in memory with the history: where new ones are placed, and how interrupted and running ones are
 * shown.
 */
import type { Message, MessagePage } from '../../contract/conversations'
import type { HistoryStore } from '../../history/interface'
import { settleAfterCrash } from './transcript'

export type StoredMessagePlace = Pick<Message, 'id' | 'conversationId' | 'parentId' | 'createdAt'>

/** An empty message without failures, except for the given fields. */
export function createMessage(given: StoredMessagePlace & Pick<Message, 'role'> & Partial<Message>): Message {
  return { model: null, state: 'complete', parts: [], failure: null, stopReason: null, usage: null, ...given }
}

/**
 * Settles the answer that a crash left streaming, which is always the last message. Call it before the first turn after
 * the start, when no message can be streaming.
 */
export async function settleLastMessage(
  conversationId: string,
  history: Pick<HistoryStore, 'readMessages' | 'saveMessage'>
): Promise<void> {
  const { messages } = await history.readMessages(conversationId, null, 1)
  for (const message of messages) {
    const settled = settleAfterCrash(message)
    if (settled !== message) await history.saveMessage(settled)
  }
}

/** The page with the current state of the running answer, which may not be in the history yet. */
export function withLive(
  page: MessagePage,
  live: Message | null,
  { lastId, limit }: { readonly lastId: string | null; readonly limit: number }
): MessagePage {
  if (live === null || lastId !== null) return page // a running answer is always the newest message
  const messages = [...page.messages.filter((message) => message.id !== live.id), live]
  return { ...page, messages: messages.slice(-limit), hasEarlier: page.hasEarlier || messages.length > limit }
}
