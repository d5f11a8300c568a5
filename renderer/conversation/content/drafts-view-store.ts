/** Unsent text in the composer, by conversation. `save-drafts.ts` saves it at the host. */
import { create } from 'zustand'

/** Key of a new conversation. */
const newDraftKey = ''

interface DraftsState {
  readonly drafts: Readonly<Record<string, string>>
  /** Sent texts that wait for the host, by key. */
  readonly leaving: ReadonlySet<string>
  /** How often a text was inserted into the composer; each time it gets the focus. */
  readonly offerCount: number
}

const useDrafts = create<DraftsState>()(() => ({ drafts: {}, leaving: new Set(), offerCount: 0 }))

/** The draft and its setter. `conversationId` null: a new conversation. */
export function useDraft(conversationId: string | null): readonly [string, (text: string) => void] {
  const key = conversationId ?? newDraftKey
  const draft = useDrafts((state) => state.drafts[key] ?? '')
  return [draft, (text) => setDraft(conversationId, text)]
}

export function setDraft(conversationId: string | null, text: string): void {
  useDrafts.setState(({ drafts }) => ({ drafts: { ...drafts, [conversationId ?? newDraftKey]: text } }))
}

export function setLeaving(conversationId: string | null, isLeaving: boolean): void {
  useDrafts.setState(({ leaving }) => {
    const key = conversationId ?? newDraftKey
    const others = [...leaving].filter((other) => other !== key)
    return { leaving: new Set(isLeaving ? [...others, key] : others) }
  })
}

/** Whether the draft is sent as soon as the host is ready; nothing may be added to it. */
export function isLeaving(conversationId: string | null): boolean {
  return useDrafts.getState().leaving.has(conversationId ?? newDraftKey)
}

/** Inserts a text for the user to continue. */
export function proposeDraft(conversationId: string | null, text: string): void {
  setDraft(conversationId, text)
  focusComposer()
}

/** Moves the focus to the composer, no matter what was pressed before. */
export function focusComposer(): void {
  useDrafts.setState(({ offerCount }) => ({ offerCount: offerCount + 1 }))
}

export function useOfferCount(): number {
  return useDrafts((state) => state.offerCount)
}

export function readDraft(conversationId: string | null): string {
  return useDrafts.getState().drafts[conversationId ?? newDraftKey] ?? ''
}

/** Conversations with a draft; null: the new one. */
export function writtenIds(): (string | null)[] {
  const all = Object.entries(useDrafts.getState().drafts)
  return all.flatMap(([key, text]) => (text === '' ? [] : key === newDraftKey ? null : key))
}

/** Called for each conversation whose draft changed, until the returned function is called. */
export function onDraftChanged(listener: (conversationId: string | null) => void): () => void {
  return useDrafts.subscribe(({ drafts }, before) => {
    for (const [key, text] of Object.entries(drafts))
      if (text !== before.drafts[key]) listener(key === newDraftKey ? null : key)
  })
}
