import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useProjection } from '../../state/projection'
import { useOfferCount } from './drafts-view-store'

/**
 * Focuses the composer when the user opens a conversation or is offered a text. Not if the open conversation was
 * deleted and the focus is back at a row of the list. Not if a conversation opens automatically, such as at the
 * start, while a search or another row or heading of the list has the focus.
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
