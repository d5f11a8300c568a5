/** Scrolls to an earlier message: reads pages until it is loaded, shows it, and highlights it. */
import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import type { VirtuosoHandle } from 'react-virtuoso'
import { call } from '../../bridge/call'
import { readEarlier } from '../../bridge/read-messages'
import { useProjection } from '../../state/projection'
import { useOutlines, type MessageOutline } from '../../state/shown-messages'

/** A message to show. */
export interface MessageToShow {
  readonly messageId: string
  /** It is on screen, or no longer exists. */
  readonly onShown: () => void
  /** Its text is marked, so the message itself isn't highlighted. */
  readonly isQuiet?: boolean
}

/** Null while the message isn't loaded. */
export function useReadUntil(conversationId: string, wanted: MessageToShow | null): MessageToShow | null {
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

/** It is on another branch or was deleted, so the conversation itself is shown. */
async function showItsBranch(conversationId: string, { messageId, onShown }: MessageToShow): Promise<void> {
  await call('conversation.show-branch', { conversationId, messageId }).catch(() => {}) // an answer is being written
  const messages = useProjection.getState().threads[conversationId]?.messages ?? []
  if (!messages.some(({ id }) => id === messageId)) onShown()
}

interface ShownList {
  readonly list: RefObject<VirtuosoHandle | null>
  /** The list stops following its end. */
  readonly letGo: () => void
}

/** The id of the last requested message, to be highlighted. */
export function useShownMessage(
  messages: readonly MessageOutline[],
  wanted: MessageToShow | null,
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
