/** Which view of a conversation's context is open: what is sent, or a summary being made or changed. */
import { create } from 'zustand'

export interface OpenSummary {
  readonly conversationId: string
  /** Of the message that it stands in; null: still to be found. */
  readonly messageId: string | null
  /** As it stands; null: it has to be made. */
  readonly text: string | null
  /** The last answer goes on once it counts. */
  readonly goesOn: boolean
}

interface ContextViews {
  /** The conversation whose request is looked at. */
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
