/** Messages that the user is editing, by id, with the current text. Kept when the message scrolls out of the page. */
import { create } from 'zustand'

interface EditsState {
  readonly edits: Readonly<Record<string, string>>
}

const useEdits = create<EditsState>()(() => ({ edits: {} }))

/** Null: it isn't being edited. */
export function useEdit(messageId: string): string | null {
  return useEdits((state) => state.edits[messageId] ?? null)
}

export function setEdit(messageId: string, text: string): void {
  useEdits.setState(({ edits }) => ({ edits: { ...edits, [messageId]: text } }))
}

export function endEdit(messageId: string): void {
  useEdits.setState(({ edits: { [messageId]: _ended, ...edits } }) => ({ edits }))
}
