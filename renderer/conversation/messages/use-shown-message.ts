/** Brings a message of the past into view: reads earlier pages until it is there, shows it, and marks it. */
import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import type { VirtuosoHandle } from 'react-virtuoso'
import { call } from '../../bridge/call'
import { readEarlier } from '../../bridge/read-messages'
import { useProjection } from '../../state/projection'
import { useOutlines, type MessageOutline } from '../../state/shown-messages'

/** A message that somebody wants to see. */
export interface WantedMessage {
  readonly messageId: string
  /** It stands on the screen, or is no longer there. */
  readonly onShown: () => void
  /** Words in it are marked: the message itself is not told from the others. */
  readonly isQuiet?: boolean
}

/** Null while the message is not among those that were read. */
export function useReadUntil(conversationId: string, wanted: WantedMessage | null): WantedMessage | null {
  const messages = useOutlines(conversationId)
  const isThere = wanted !== null && messages.some(({ id }) => id === wanted.messageId)
  const isReady = useProjection((state) => state.threads[conversationId]?.status === 'ready')
  const hasEarlier = useProjection((state) => state.threads[conversationId]?.hasEarlier === true)
  useEffect(() => {
    if (wanted === null || isThere || !isReady) return
    if (hasEarlier) void readEarlier(conversationId)
    else void showItsBranch(conversationId, wanted)
  }, [conversationId, wanted, isThere, isReady, hasEarlier])
  return isThere ? wanted : null
}

/** It stands on another branch, or was deleted: then the conversation itself is shown. */
async function showItsBranch(conversationId: string, { messageId, onShown }: WantedMessage): Promise<void> {
  await call('conversation.show-branch', { conversationId, messageId }).catch(() => {}) // an answer is being written
  const messages = useProjection.getState().threads[conversationId]?.messages ?? []
  if (!messages.some(({ id }) => id === messageId)) onShown()
}

interface ShownList {
  readonly list: RefObject<VirtuosoHandle | null>
  /** The end of the list is followed no longer. */
  readonly letGo: () => void
}

/** The id of the message that was asked for last, to be marked. */
export function useShownMessage(
  messages: readonly MessageOutline[],
  wanted: WantedMessage | null,
  { list, letGo }: ShownList
): string | null {
  const [marked, setMarked] = useState<string | null>(null)
  useEffect(() => {
    if (wanted === null) return
    const index = messages.findIndex(({ id }) => id === wanted.messageId)
    if (index < 0) return
    letGo()
    setMarked(wanted.isQuiet === true ? null : wanted.messageId)
    list.current?.scrollToIndex({ index, align: 'start' })
    wanted.onShown()
  }, [messages, wanted, list, letGo])
  return marked
}
