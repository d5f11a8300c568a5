/** Two answers to one message side by side: the one that is asked for, and the pair that is looked at. One at a time. */
import { create } from 'zustand'
import type { Message } from '../../../app/contract/conversations'

/** An answer that another one is to be put beside. */
export interface ComparedAnswer {
  readonly conversationId: string
  /** Null: the last one. */
  readonly messageId: string | null
}

interface ComparisonState {
  /** The other answer is still to be chosen. */
  readonly asked: ComparedAnswer | null
  /** Since the window opened: only then its dialog is needed. */
  readonly wasAsked: boolean
  /** What stands beside the answer of the same place that is shown. It is not of the branch that is shown itself. */
  readonly beside: Message | null
}

export const useComparison = create<ComparisonState>()(() => ({ asked: null, wasAsked: false, beside: null }))

export const comparison = {
  ask: (asked: ComparedAnswer) => useComparison.setState({ asked, wasAsked: true }),
  close: () => useComparison.setState({ asked: null }),
  putBeside: (beside: Message) => useComparison.setState({ asked: null, beside }),
  end: () => useComparison.setState({ beside: null })
}

/** What stands beside this message, if anything does. */
export function useBeside({ id, parentId, conversationId }: Message): Message | null {
  return useComparison(({ beside }) => {
    const isPair =
      beside?.conversationId === conversationId && beside.parentId === parentId && beside.id !== id
    return isPair ? beside : null
  })
}
