/** Why files could not be attached, by conversation, until the user continues. */
import { create } from 'zustand'

const none: readonly string[] = []
const newKey = ''

const useStore = create<{ readonly problems: Readonly<Record<string, readonly string[]>> }>()(() => ({
  problems: {}
}))

/** Sentences. `conversationId` null: a new conversation. */
export function useFileProblems(conversationId: string | null): readonly string[] {
  return useStore(({ problems }) => problems[conversationId ?? newKey] ?? none)
}

export function readFileProblems(conversationId: string | null): readonly string[] {
  return useStore.getState().problems[conversationId ?? newKey] ?? none
}

export function addFileProblem(conversationId: string | null, sentence: string): void {
  set(conversationId, [...new Set([...readFileProblems(conversationId), sentence])])
}

export function forgetFileProblems(conversationId: string | null): void {
  if (readFileProblems(conversationId).length > 0) set(conversationId, none)
}

function set(conversationId: string | null, changed: readonly string[]): void {
  useStore.setState(({ problems }) => ({ problems: { ...problems, [conversationId ?? newKey]: changed } }))
}
