import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useProjection } from '../../state/projection'
import { useOfferCount } from './drafts-view-store'

/**
 * Whoever opens a conversation, or is offered a text, goes on in the composer. Where the one that is shown is deleted, keys
 * that are back at a row of the list of conversations stay there.
 */
export function useComposerFocus(
  textbox: RefObject<HTMLTextAreaElement | null>,
  conversationId: string | null
): void {
  const offerCount = useOfferCount()
  const before = useRef({ conversationId, offerCount })
  useEffect(() => {
    const was = before.current
    before.current = { conversationId, offerCount }
    if (offerCount === was.offerCount && isDeleted(was.conversationId) && isInList()) return
    textbox.current?.focus()
  }, [textbox, conversationId, offerCount])
}

function isDeleted(id: string | null): boolean {
  return id !== null && !useProjection.getState().conversations.some((conversation) => conversation.id === id)
}

const isInList = () => document.activeElement?.closest('nav') != null
