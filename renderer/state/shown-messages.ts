/** A conversation's messages for components, each with only what it draws. */
import { useRef } from 'react'
import type { Message } from '../../app/contract/conversations'
import { useProjection } from './projection'

/** A message without what grows while it is written. */
export type MessageOutline = Pick<Message, 'id' | 'role' | 'state' | 'summary'>

const noMessages: readonly Message[] = []

export function useMessages(conversationId: string): readonly Message[] {
  return useProjection((state) => state.threads[conversationId]?.messages ?? noMessages)
}

/** Stable while only parts of messages change: an answer in progress changes 25 times a second. */
export function useOutlines(conversationId: string): readonly MessageOutline[] {
  const latest = useRef<readonly MessageOutline[]>(noMessages)
  return useProjection((state) => {
    const messages = state.threads[conversationId]?.messages ?? noMessages
    return isSameOutline(latest.current, messages) ? latest.current : (latest.current = messages)
  })
}

function isSameOutline(before: readonly MessageOutline[], now: readonly MessageOutline[]): boolean {
  return (
    before.length === now.length &&
    before.every((one, index) => {
      const other = now[index]
      return (
        one === other ||
        (one.id === other?.id &&
          one.role === other.role &&
          one.state === other.state &&
          one.summary === other.summary)
      )
    })
  )
}

/** `place`: its last index in the list. Undefined if deleted. */
export function useMessage(conversationId: string, id: string, place: number): Message | undefined {
  return useProjection((state) => {
    const messages = state.threads[conversationId]?.messages ?? noMessages
    const there = messages[place]
    return there?.id === id ? there : messages.find((message) => message.id === id)
  })
}
