/** How the calls with a view are shown. Kept when the message scrolls out of the page, until the window closes. */
import { create } from 'zustand'

export interface ShownChoice {
  readonly type: 'view'
  /** Of its last frame, in CSS pixels; null: it had none. */
  readonly height: number | null
  /** The user has just opened it. */
  readonly asksAgain?: boolean
}

export type ViewChoice =
  | ShownChoice
  | { readonly type: 'text' }
  | { readonly type: 'closed' }
  /** As text, because the view could not be shown. The reason is a sentence. */
  | { readonly type: 'failed'; readonly reason: string }

interface ViewChoicesState {
  readonly choices: Readonly<Record<string, ViewChoice>>
}

const useChoices = create<ViewChoicesState>()(() => ({ choices: {} }))

/** Null: nothing was chosen yet. */
export function useViewChoice(callId: string): ViewChoice | null {
  return useChoices((state) => state.choices[callId] ?? null)
}

export function chooseView(callId: string, choice: ViewChoice): void {
  useChoices.setState(({ choices }) => ({ choices: { ...choices, [callId]: choice } }))
}
