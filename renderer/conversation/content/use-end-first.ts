/**
 * Of the messages of a conversation that is opened at its end only those that the screen shows there, until they have been
 * drawn: the virtual list takes many frames to find a place inside of what it holds, and none for what is all of it.
 */
import { useState } from 'react'
import type { Message } from '../../../app/contract/conversations'

export interface EndFirst {
  readonly shown: readonly Message[]
  /** How many the list draws at once; undefined: those that it has measured. */
  readonly atOnce: number | undefined
  /** Whether all are shown. */
  readonly isWhole: boolean
  /** Tell it once the list has measured what it drew. */
  readonly onMeasured: () => void
}

export function useEndFirst(messages: readonly Message[], isAtEnd: boolean): EndFirst {
  const [first] = useState(() => {
    const start = isAtEnd ? startOfScreen(messages, globalThis.innerHeight) : 0
    return { id: messages[start]?.id, count: isAtEnd ? messages.length - start : undefined }
  })
  const [isMeasured, setIsMeasured] = useState(!isAtEnd)
  const start = isMeasured ? 0 : messages.findIndex(({ id }) => id === first.id)
  return {
    shown: start > 0 ? messages.slice(start) : messages,
    atOnce: first.count,
    isWhole: start <= 0,
    onMeasured: () => setIsMeasured(true)
  }
}

/** At least, in pixels: a message alone, with each part, with each letter of its texts. */
const least = { message: 40, part: 24, letter: 0.2 }

/** The last message from which on all others fill so much, by what they take at least. */
export function startOfScreen(messages: readonly Message[], height: number): number {
  let left = height
  for (let index = messages.length - 1; index > 0; index--) {
    left -= leastHeight(messages[index] as Message)
    if (left <= 0) return index
  }
  return 0
}

function leastHeight({ parts }: Message): number {
  return parts.reduce(
    (sum, part) => sum + least.part + (part.type === 'text' ? part.text.length * least.letter : 0),
    least.message
  )
}
