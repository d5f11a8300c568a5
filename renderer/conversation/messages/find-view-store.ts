/** Finding in the open conversation: lasts as long as the bar is open. */
import { create } from 'zustand'

export interface FindState {
  readonly isOpen: boolean
  readonly words: string
  /** Which of all places the person stands at, from 0; null: the first from what was in sight. */
  readonly position: number | null
  /** Grows with each wish for the bar, which takes the focus then. */
  readonly wishes: number
}

const closed: FindState = { isOpen: false, words: '', position: null, wishes: 0 }

export const useFind = create<FindState>()(() => closed)

export const find = {
  /** Also when it is open already: the field takes the focus again. */
  open: () => useFind.setState(({ wishes }) => ({ isOpen: true, wishes: wishes + 1 })),
  close: () => useFind.setState(closed),
  setWords: (words: string) => useFind.setState({ words, position: null }),
  stand: (position: number) => useFind.setState({ position })
}
