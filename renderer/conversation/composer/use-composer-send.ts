/** Sending from the composer: text and attachments leave at once, and return if sending fails. */
import { useCallback, useRef, useState } from 'react'
import { CallFailed, failureMessage } from '../../bridge/call'
import {
  clearAttachments,
  isEmpty,
  outgoingAttachments,
  readDraftAttachments,
  setAttachments
} from '../content/attachments-view-store'
import type { DraftAttachments } from '../content/attachments-view-store'
import { readDraft, setDraft } from '../content/drafts-view-store'
import { sendMessage } from './send-message'
import type { OutgoingDraft, SendTarget } from './send-message'

export interface ComposerSend {
  readonly isSending: boolean
  /** Why the last message wasn't sent. */
  readonly failure: { readonly code: string; readonly message: string } | null
  readonly send: (outgoing: OutgoingDraft) => void
}

export function useComposerSend(target: SendTarget): ComposerSend {
  const latest = useRef(target)
  latest.current = target
  const [isSending, setIsSending] = useState(false)
  const [failure, setFailure] = useState<ComposerSend['failure']>(null)
  const send = useCallback((outgoing: OutgoingDraft) => {
    const { conversationId } = latest.current
    let reached = conversationId
    const attachments = readDraftAttachments(conversationId)
    clearAttachments(conversationId)
    setDraft(conversationId, '')
    setFailure(null)
    setIsSending(true)
    const onBegun = (id: string) => {
      reached = id
      latest.current.onBegun(id)
    }
    void sendMessage({ ...latest.current, onBegun }, { ...outgoing, ...outgoingAttachments(attachments) })
      .catch((error: unknown) => {
        giveBack(reached, outgoing.text, attachments)
        setFailure({
          code: error instanceof CallFailed ? error.code : 'INTERNAL',
          message: failureMessage(error)
        })
      })
      .finally(() => setIsSending(false))
  }, [])
  return { isSending, failure, send }
}

/** Keeps what the user wrote or chose meanwhile. */
function giveBack(conversationId: string | null, text: string, attachments: DraftAttachments): void {
  if (readDraft(conversationId) === '') setDraft(conversationId, text)
  if (isEmpty(readDraftAttachments(conversationId))) setAttachments(conversationId, attachments)
}
