/** Two answers to one message side by side: the requested one and the shown pair. One at a time. */
import { create } from 'zustand'
import type { Message } from '../../../app/contract/conversations'

/** An answer to compare with another. */
export interface ComparedAnswer {
  readonly conversationId: string
  /** Null: the last one. */
  readonly messageId: string | null
}

interface ComparisonState {
  /** The other answer isn't chosen yet. */
  readonly asked: ComparedAnswer | null
  /** Since the window opened. Before that the dialog isn't needed. */
  readonly wasAsked: boolean
  /** The alternative shown next to the answer. It isn't on the shown branch. */
  readonly beside: Message | null
}

export const useComparison = create<ComparisonState>()(() => ({ asked: null, wasAsked: false, beside: null }))

export const comparison = {
  ask: (asked: ComparedAnswer) => useComparison.setState({ asked, wasAsked: true }),
  close: () => useComparison.setState({ asked: null }),
  putBeside: (beside: Message) => useComparison.setState({ asked: null, beside }),
  end: () => useComparison.setState({ beside: null })
}

/** The alternative shown next to this message, if any. */
export function useComparedAnswer({ id, parentId, conversationId }: Message): Message | null {
  return useComparison(({ beside }) => {
    const isPair =
      beside?.conversationId === conversationId && beside.parentId === parentId && beside.id !== id
    return isPair ? beside : null
  })
}
