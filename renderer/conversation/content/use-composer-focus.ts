import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useProjection } from '../../state/projection'
import { useOfferCount } from './drafts-view-store'

/**
 * Whoever opens a conversation, or is offered a text, goes on in the composer. Where the one that is shown is deleted, keys
 * that are back at a row of the list of conversations stay there; where one opens by itself, as at the start, a search that
 * has been begun goes on, and so do keys at a row or heading of the list that didn't open it.
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
    const isOffered = offerCount !== was.offerCount
    if (!isOffered && isDeleted(was.conversationId) && isInList()) return
    const isBusy = isSearching() || isElsewhereInList(conversationId)
    if (!isOffered && was.conversationId === null && isBusy) return
    textbox.current?.focus()
  }, [textbox, conversationId, offerCount])
}

function isDeleted(id: string | null): boolean {
  return id !== null && !useProjection.getState().conversations.some((conversation) => conversation.id === id)
}

const isInList = () => document.activeElement?.closest('nav') != null

const isSearching = () => document.activeElement?.matches('nav input') === true

function isElsewhereInList(opened: string | null): boolean {
  const stop = document.activeElement?.closest('nav [data-stop]')?.getAttribute('data-stop')
  return stop != null && (opened === null || !stop.endsWith(opened))
}
