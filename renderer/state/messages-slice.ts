/**
 * Messages of the opened conversations. While its page is read a thread keeps arriving events and applies them to the
 * page; events of threads that were never opened are dropped.
 */
import type { EventPayload } from '../../app/contract/bridge/events'
import type { Branches, Message, MessagePage, MessagePart } from '../../app/contract/conversations'

/** What a conversation shows. */
interface ShownMessages {
  /** Oldest first, each the parent of the next. */
  readonly messages: readonly Message[]
  readonly hasEarlier: boolean
  /** For messages with alternatives: all of them, oldest first. */
  readonly branches: Branches
}

/** Replays one event. */
type Change = (shown: ShownMessages) => ShownMessages

export interface Thread extends ShownMessages {
  /** `reading`: the first page is being read; later pages leave it `ready`. */
  readonly status: 'reading' | 'ready' | 'failed'
  /** Why reading failed, as a sentence. */
  readonly failure: string | null
  /** Changes that arrived while the first page was read. */
  readonly waiting: readonly Change[]
}

/** The last opened conversations stay in memory; earlier ones are read again. */
const mostThreads = 10

export interface MessagesSlice {
  /** By conversation id, the last opened one last. */
  readonly threads: Readonly<Record<string, Thread>>
}

export const emptyMessagesSlice: MessagesSlice = { threads: {} }

const nothingShown: ShownMessages = { messages: [], hasEarlier: false, branches: {} }
/** Before anything was read. */
export const newThread: Thread = { status: 'reading', ...nothingShown, failure: null, waiting: [] }

export function pageRequested(slice: MessagesSlice, conversationId: string): MessagesSlice {
  const thread = slice.threads[conversationId]
  if (thread?.status === 'ready') return slice
  return { threads: withoutOldest(withThread(slice, conversationId, newThread).threads) }
}

/** It becomes the last opened one. */
export function threadOpened(slice: MessagesSlice, conversationId: string): MessagesSlice {
  const { [conversationId]: opened, ...others } = slice.threads
  return opened === undefined ? slice : { threads: { ...others, [conversationId]: opened } }
}

function withoutOldest(threads: MessagesSlice['threads']): MessagesSlice['threads'] {
  return Object.fromEntries(Object.entries(threads).slice(-mostThreads))
}

export function pageRead(slice: MessagesSlice, page: MessagePage): MessagesSlice {
  const thread = slice.threads[page.conversationId]
  if (thread === undefined) return slice
  const known = new Set(thread.messages.map(({ id }) => id))
  const joined = [...page.messages.filter(({ id }) => !known.has(id)), ...thread.messages]
  const branches = { ...thread.branches, ...page.branches }
  const shown: ShownMessages = { messages: joined, hasEarlier: page.hasEarlier, branches }
  const changed = thread.waiting.reduce((before, change) => change(before), shown)
  return withThread(slice, page.conversationId, { ...newThread, ...changed, status: 'ready' })
}

/** The page replaces what followed the parent of the first message; everything, if that parent is missing. */
export function branchShown(slice: MessagesSlice, page: MessagePage): MessagesSlice {
  return changed(slice, page.conversationId, (shown) => {
    const parent = shown.messages.findIndex(({ id }) => id === page.messages[0]?.parentId)
    const before = shown.messages.slice(0, parent + 1)
    // Alternatives of removed messages may have been deleted.
    const kept = before.flatMap(({ id }) => (shown.branches[id] ? [[id, shown.branches[id]] as const] : []))
    return {
      messages: [...before, ...page.messages],
      hasEarlier: parent < 0 ? page.hasEarlier : shown.hasEarlier,
      branches: { ...Object.fromEntries(kept), ...page.branches }
    }
  })
}

export function pageFailed(slice: MessagesSlice, conversationId: string, failure: string): MessagesSlice {
  const thread = slice.threads[conversationId] ?? newThread
  return withThread(
    slice,
    conversationId,
    thread.status === 'ready' ? thread : { ...newThread, status: 'failed', failure }
  )
}

export function threadRemoved(slice: MessagesSlice, conversationId: string): MessagesSlice {
  const { [conversationId]: _removed, ...threads } = slice.threads
  return { threads }
}

/** A new message follows the last one; any other is of a hidden branch or of an earlier page. */
export function messageChanged(slice: MessagesSlice, message: Message): MessagesSlice {
  return messagesChanged(slice, message.conversationId, (messages) => {
    const own = messages.findIndex(({ id }) => id === message.id)
    if (own >= 0) return messages.with(own, message)
    return message.parentId === (messages.at(-1)?.id ?? null) ? [...messages, message] : messages
  })
}

export function messageRemoved(
  slice: MessagesSlice,
  removed: EventPayload<'message.removed'>
): MessagesSlice {
  return messagesChanged(slice, removed.conversationId, (messages) =>
    messages.filter(({ id }) => id !== removed.messageId)
  )
}

export function textAppended(slice: MessagesSlice, appended: EventPayload<'text.appended'>): MessagesSlice {
  return messagesChanged(slice, appended.conversationId, (messages) =>
    withMessage(messages, appended.messageId, (parts) =>
      parts.map((part, index) =>
        index === appended.partIndex && (part.type === 'text' || part.type === 'thinking')
          ? { ...part, text: joined(part.text, appended) }
          : part
      )
    )
  )
}

/** A page read while the text grew may contain the delta already; its offset shows that. */
function joined(text: string, appended: EventPayload<'text.appended'>): string {
  if (appended.offset === undefined) return text + appended.text
  return text + appended.text.slice(Math.max(0, text.length - appended.offset))
}

export function toolCallProgressed(
  slice: MessagesSlice,
  news: EventPayload<'tool-call.progressed'>
): MessagesSlice {
  return messagesChanged(slice, news.conversationId, (messages) =>
    withMessage(messages, news.messageId, (parts) =>
      parts.map((part) =>
        part.type === 'tool-call' && part.callId === news.callId ? { ...part, progress: news.progress } : part
      )
    )
  )
}

function withMessage(
  messages: readonly Message[],
  messageId: string,
  change: (parts: MessagePart[]) => MessagePart[]
): readonly Message[] {
  const index = messages.findLastIndex(({ id }) => id === messageId)
  const message = messages[index]
  return message === undefined ? messages : messages.with(index, { ...message, parts: change(message.parts) })
}

function messagesChanged(
  slice: MessagesSlice,
  conversationId: string,
  change: (messages: readonly Message[]) => readonly Message[]
): MessagesSlice {
  return changed(slice, conversationId, (shown) => ({ ...shown, messages: change(shown.messages) }))
}

function changed(slice: MessagesSlice, conversationId: string, change: Change): MessagesSlice {
  const thread = slice.threads[conversationId]
  if (thread === undefined || thread.status === 'failed') return slice
  return thread.status === 'reading'
    ? withThread(slice, conversationId, { ...thread, waiting: [...thread.waiting, change] })
    : withThread(slice, conversationId, { ...thread, ...change(thread) })
}

function withThread(slice: MessagesSlice, conversationId: string, thread: Thread): MessagesSlice {
  return { threads: { ...slice.threads, [conversationId]: thread } }
}
