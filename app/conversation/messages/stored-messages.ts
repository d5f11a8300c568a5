/** Messages between memory and history: how new ones are placed, how left-over and running ones are shown. */
import type { Message, MessagePage } from '../../contract/conversations'
import type { HistoryStore } from '../../history/interface'
import { settleAfterCrash } from './transcript'

export type StoredMessagePlace = Pick<Message, 'id' | 'conversationId' | 'parentId' | 'createdAt'>

/** A message with nothing in it and nothing wrong with it, but for what is given. */
export function createMessage(given: StoredMessagePlace & Pick<Message, 'role'> & Partial<Message>): Message {
  return { model: null, state: 'complete', parts: [], failure: null, stopReason: null, usage: null, ...given }
}

/**
 * Settles the answer that a killed program left streaming; it is always the last message. To be called before
 * the first turn of this program, when nothing can be streaming rightly.
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

/** The page with the answer as it is now, which the history may not have yet. */
export function withLive(
  page: MessagePage,
  live: Message | null,
  { lastId, limit }: { readonly lastId: string | null; readonly limit: number }
): MessagePage {
  if (live === null || lastId !== null) return page // a running answer is always the newest message
  const messages = [...page.messages.filter((message) => message.id !== live.id), live]
  return { ...page, messages: messages.slice(-limit), hasEarlier: page.hasEarlier || messages.length > limit }
}
