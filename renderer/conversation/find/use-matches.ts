/** The matches in the whole conversation, and the current one. */
import { useMemo, useRef } from 'react'
import type { FoundMessage, HitPlace } from '../../../app/contract/conversations'
import { call } from '../../bridge/call'
import { useRead } from '../../bridge/use-read'
import type { MessageOutline } from '../../state/shown-messages'
import { find, useFind, type SearchedMessage } from './find-view-store'
import { placeName } from './revealed-place'
import type { MarkedWords } from './word-ranges'

const pauseMs = 120

export interface Matches {
  readonly count: number
  /** From 0; -1: none. */
  readonly position: number
  readonly isReading: boolean
  readonly marked: MarkedWords | null
  /** Goes to the next match, or with -1 to the previous one; wraps around. */
  readonly step: (by: 1 | -1) => void
}

/** `firstInSight` returns the id of the message at the upper edge of the list. */
export function useMatches(
  conversationId: string,
  messages: readonly MessageOutline[],
  firstInSight: () => string | null
): Matches {
  const { isOpen, words, position: wanted, searched } = useFind()
  const isSought = isOpen && words.trim() !== ''
  const last = messages.at(-1)
  const { value, isReading } = useRead<readonly FoundMessage[]>({
    key: isSought ? JSON.stringify([conversationId, words]) : null,
    read: () => call('conversation.find', { conversationId, words }),
    freshness: `${last?.id} ${last?.state}`,
    pauseMs
  })
  const found = value ?? noMessages
  const count = found.reduce((sum, message) => sum + message.count, 0)
  // Where the user was at the first match. Without it, each letter of a longer word would move further away.
  const start = useRef<string | null>(null)
  if (!isSought) start.current = null
  const startIn = useRef<(all: readonly FoundMessage[]) => number>(() => 0)
  startIn.current = (all) => firstFrom(all, messages, (start.current ??= firstInSight()))
  const position = useMemo(
    () => (count === 0 ? -1 : Math.min(wanted ?? startIn.current(found), count - 1)),
    [count, found, wanted]
  )
  const current = placeAt(found, position)
  const messageId = current?.messageId
  const number = current?.number
  const marked = useMemo((): MarkedWords | null => {
    if (!isSought) return searched?.conversationId === conversationId ? wordsOf(searched) : null
    const place = messageId === undefined || number === undefined ? null : { messageId, number }
    return { terms: [words], isAtWordStart: false, onlyIn: null, place: null, current: place }
  }, [isSought, words, messageId, number, searched, conversationId])
  const step = (by: 1 | -1) => {
    if (count > 0) find.stand((position + by + count) % count)
  }
  return { count, position, isReading, marked, step }
}

function wordsOf({ messageId, words, place }: SearchedMessage): MarkedWords {
  return {
    terms: words,
    isAtWordStart: true,
    onlyIn: messageId,
    place: place === undefined ? null : { name: placeName(messageId, place), isInResult: isInResult(place) },
    current: { messageId, number: 0 }
  }
}

function isInResult(place: HitPlace): boolean {
  return place.type === 'attachment' || place.isInResult
}

const noMessages: readonly FoundMessage[] = []

/** The first match in or after the message; messages that aren't loaded yet come before it. */
function firstFrom(
  found: readonly FoundMessage[],
  messages: readonly MessageOutline[],
  messageId: string | null
): number {
  const order = new Map(messages.map(({ id }, index) => [id, index]))
  const from = order.get(messageId ?? '') ?? 0
  const index = found.findIndex((message) => (order.get(message.messageId) ?? -1) >= from)
  return found.slice(0, Math.max(index, 0)).reduce((sum, { count }) => sum + count, 0)
}

function placeAt(found: readonly FoundMessage[], position: number) {
  let before = 0
  for (const { messageId, count } of found) {
    if (position >= 0 && position < before + count) return { messageId, number: position - before }
    before += count
  }
  return null
}
