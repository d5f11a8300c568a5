/** The open view of a conversation's context: what is sent, or a summary being made or edited. */
import { create } from 'zustand'

export interface OpenSummary {
  readonly conversationId: string
  /** Of the message that contains it; null: still unknown. */
  readonly messageId: string | null
  /** The current summary; null: not made yet. */
  readonly text: string | null
  /** The last answer continues once the summary applies. */
  readonly goesOn: boolean
}

interface ContextViews {
  /** The conversation whose request is shown. */
  readonly shown: string | null
  readonly summary: OpenSummary | null
}

const useViews = create<ContextViews>()(() => ({ shown: null, summary: null }))

export const useIsContextShown = (conversationId: string): boolean =>
  useViews(({ shown }) => shown === conversationId)

export function useOpenSummary(conversationId: string): OpenSummary | null {
  return useViews(({ summary }) => (summary?.conversationId === conversationId ? summary : null))
}

export function showContext(shown: string | null): void {
  useViews.setState({ shown })
}

export function openSummary(summary: OpenSummary | null): void {
  useViews.setState({ summary })
}
