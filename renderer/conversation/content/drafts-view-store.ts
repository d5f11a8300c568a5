/** What stands unsent in the composer, by conversation. `keep-drafts.ts` hands it to the host, which keeps it. */
import { create } from 'zustand'

/** Key of the conversation that has not begun. */
const newDraftKey = ''

interface DraftsState {
  readonly drafts: Readonly<Record<string, string>>
  /** Those that the person has sent and that wait for the host, by key. */
  readonly leaving: ReadonlySet<string>
  /** How often something was put into the composer for the person; each time it takes the focus. */
  readonly offerCount: number
}

const useDrafts = create<DraftsState>()(() => ({ drafts: {}, leaving: new Set(), offerCount: 0 }))

/** The draft and the function that replaces it. `conversationId` null: the conversation that has not begun. */
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

/** Whether what stands there is sent as soon as the host can take it: nothing may join it. */
export function isLeaving(conversationId: string | null): boolean {
  return useDrafts.getState().leaving.has(conversationId ?? newDraftKey)
}

/** Puts a text before the person, who goes on writing there. */
export function offerDraft(conversationId: string | null, text: string): void {
  setDraft(conversationId, text)
  focusComposer()
}

/** The person goes on in the composer, whatever was pressed before. */
export function focusComposer(): void {
  useDrafts.setState(({ offerCount }) => ({ offerCount: offerCount + 1 }))
}

export function useOfferCount(): number {
  return useDrafts((state) => state.offerCount)
}

export function readDraft(conversationId: string | null): string {
  return useDrafts.getState().drafts[conversationId ?? newDraftKey] ?? ''
}

/** Conversations that have a draft; null: the one that has not begun. */
export function writtenIds(): (string | null)[] {
  const all = Object.entries(useDrafts.getState().drafts)
  return all.flatMap(([key, text]) => (text === '' ? [] : key === newDraftKey ? null : key))
}

/** Hears of each conversation whose draft has changed, until the returned function is called. */
export function onDraftChanged(listener: (conversationId: string | null) => void): () => void {
  return useDrafts.subscribe(({ drafts }, before) => {
    for (const [key, text] of Object.entries(drafts))
      if (text !== before.drafts[key]) listener(key === newDraftKey ? null : key)
  })
}
