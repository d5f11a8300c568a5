/** The search in the open conversation: lasts while the bar is open, or until the user leaves a search hit. */
import { create } from 'zustand'
import type { HitPlace } from '../../../app/contract/conversations'

/** A message that a search across all conversations opened. */
export interface SearchedMessage {
  readonly conversationId: string
  readonly messageId: string
  /** As written in it. */
  readonly words: readonly string[]
  /** In a call or an attachment; absent: in the text of the message. */
  readonly place?: HitPlace | undefined
}

export interface FindState {
  readonly isOpen: boolean
  readonly words: string
  /** Index of the current match; null: the first after what was in view. */
  readonly position: number | null
  /** Grows with each request for the bar, which then gets the focus. */
  readonly wishes: number
  readonly searched: SearchedMessage | null
}

const closed = { isOpen: false, words: '', position: null, wishes: 0 }

export const useFind = create<FindState>()(() => ({ ...closed, searched: null }))

export const find = {
  /** Also if it is open already: the field gets the focus again. */
  open: () => useFind.setState(({ wishes }) => ({ isOpen: true, wishes: wishes + 1, searched: null })),
  close: () => useFind.setState(closed),
  setWords: (text: string) => useFind.setState({ words: text, position: null }),
  stand: (position: number) => useFind.setState({ position }),
  /** Marks the text in the message as soon as its conversation is open. */
  showSearched: (searched: SearchedMessage) => useFind.setState({ ...closed, searched }),
  /** The conversation is closed: its bar closes and its marks are removed. */
  leave: (conversationId: string) =>
    useFind.setState(({ searched }) => ({
      ...closed,
      searched: searched?.conversationId === conversationId ? null : searched
    }))
}
