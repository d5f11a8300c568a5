/** Messages that wait for the end of an answer. */
import type { MessageQueue, QueuedMessage } from '../../app/contract/conversations'

export interface QueuesSlice {
  /** By conversation id; absent: none waits. In sending order. */
  readonly queues: Readonly<Record<string, readonly QueuedMessage[]>>
}

export const emptyQueuesSlice: QueuesSlice = { queues: {} }

export function toQueuesSlice(all: readonly MessageQueue[]): QueuesSlice {
  return { queues: Object.fromEntries(all.map(({ conversationId, messages }) => [conversationId, messages])) }
}

export function queueChanged({ queues }: QueuesSlice, changed: MessageQueue): QueuesSlice {
  const { [changed.conversationId]: _before, ...others } = queues
  const { conversationId, messages } = changed
  return { queues: messages.length === 0 ? others : { ...others, [conversationId]: messages } }
}
