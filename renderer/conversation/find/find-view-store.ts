/** Finding in the open conversation: lasts as long as the bar is open, or until what a search led to is left. */
import { create } from 'zustand'
import type { HitPlace } from '../../../app/contract/conversations'

/** A message that a search over all conversations has led to. */
export interface SearchedMessage {
  readonly conversationId: string
  readonly messageId: string
  /** As they stand in it. */
  readonly words: readonly string[]
  /** In a call or an attachment; absent: among the words of the message itself. */
  readonly place?: HitPlace | undefined
}

export interface FindState {
  readonly isOpen: boolean
  readonly words: string
  /** Which of all places the person stands at, from 0; null: the first from what was in sight. */
  readonly position: number | null
  /** Grows with each wish for the bar, which takes the focus then. */
  readonly wishes: number
  readonly searched: SearchedMessage | null
}

const closed = { isOpen: false, words: '', position: null, wishes: 0 }

export const useFind = create<FindState>()(() => ({ ...closed, searched: null }))

export const find = {
  /** Also when it is open already: the field takes the focus again. */
  open: () => useFind.setState(({ wishes }) => ({ isOpen: true, wishes: wishes + 1, searched: null })),
  close: () => useFind.setState(closed),
  setWords: (words: string) => useFind.setState({ words, position: null }),
  stand: (position: number) => useFind.setState({ position }),
  /** Marks the words in the message as soon as its conversation is open. */
  showSearched: (searched: SearchedMessage) => useFind.setState({ ...closed, searched }),
  /** The conversation is left: its bar closes, and what is marked in it is no longer. */
  leave: (conversationId: string) =>
    useFind.setState(({ searched }) => ({
      ...closed,
      searched: searched?.conversationId === conversationId ? null : searched
    }))
}
