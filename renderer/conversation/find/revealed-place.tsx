/** Around a part of a message that a search can open. Opening unfolds it and marks the text in it. */
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { HitPlace, MessagePart } from '../../../app/contract/conversations'
import { RevealTargetContext } from '../../ui/base/reveal-target'
import { useFind, type SearchedMessage } from './find-view-store'

export interface RevealedPlaceProps {
  readonly messageId: string
  readonly part: MessagePart
  /** Its index among the parts; calls are identified by their ids. */
  readonly number: number
  readonly children: ReactNode
}

export function RevealedPlace({ messageId, part, number, children }: RevealedPlaceProps) {
  const callId = part.type === 'tool-call' ? part.callId : undefined
  const where = { messageId, number, callId }
  const searched = useFind((state) => (leadsTo(state.searched, where) ? state.searched : null))
  const place = useMemo(
    () => ({
      name: callId === undefined ? `part ${messageId} ${number}` : `call ${callId}`,
      revealed: searched && { words: searched.words, isBeyond: isBeyond(searched.place, callId) }
    }),
    [messageId, number, callId, searched]
  )
  if (callId === undefined && part.type !== 'file' && part.type !== 'resource' && part.type !== 'prompt')
    return children
  return <RevealTargetContext value={place}>{children}</RevealTargetContext>
}

interface Where {
  readonly messageId: string
  readonly number: number
  readonly callId: string | undefined
}

/** A script's card contains the cards of its calls. */
function leadsTo(searched: SearchedMessage | null, { messageId, number, callId }: Where): boolean {
  if (searched?.place === undefined || searched.messageId !== messageId) return false
  const { place } = searched
  if (place.type === 'attachment') return callId === undefined && place.part === number
  return callId !== undefined && (place.callId === callId || place.scriptCallId === callId)
}

function isBeyond(place: HitPlace | undefined, callId: string | undefined): boolean {
  return place?.type === 'call' && place.isBeyond && place.callId === callId
}

/** `data-hit-place` of the element in which the text is marked. */
export function placeName(messageId: string, place: HitPlace): string {
  if (place.type === 'attachment') return `part ${messageId} ${place.part}`
  return place.isBeyond ? `whole ${place.callId}` : `call ${place.callId}`
}
