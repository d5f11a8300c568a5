/** The open dialogs about conversations or a folder of the list, opened from any place. */
import { create } from 'zustand'
import type { ConversationSummary } from '../../../app/contract/conversations'
import type { ConversationFolder } from '../../../app/contract/conversation/conversation-folders'

/** At least one. */
type Conversations = readonly [ConversationSummary, ...ConversationSummary[]]

export type ListDialog =
  | { readonly what: 'delete' | 'export' | 'move'; readonly conversations: Conversations }
  /** Null: create one. */
  | { readonly what: 'name-drawer'; readonly drawer: ConversationFolder | null }
  | { readonly what: 'delete-drawer'; readonly drawer: ConversationFolder }

interface AskedState {
  /** Kept while its dialog closes. */
  readonly asked: ListDialog | null
  readonly isOpen: boolean
  /** The row whose title is being edited. */
  readonly renamingId: string | null
}

export const useOpenDialog = create<AskedState>()(() => ({ asked: null, isOpen: false, renamingId: null }))

export function openDialogAbout(
  what: 'delete' | 'export' | 'move',
  ...conversations: readonly ConversationSummary[]
): void {
  const [first, ...others] = conversations
  if (first !== undefined) open({ what, conversations: [first, ...others] })
}

/** Null: a new one. */
export function askForName(drawer: ConversationFolder | null): void {
  open({ what: 'name-drawer', drawer })
}

export function askToRemove(drawer: ConversationFolder): void {
  open({ what: 'delete-drawer', drawer })
}

export function closeOpenDialog(): void {
  useOpenDialog.setState({ isOpen: false })
}

/** Null: no longer editing. */
export function rename(renamingId: string | null): void {
  useOpenDialog.setState({ renamingId })
}

function open(asked: ListDialog): void {
  useOpenDialog.setState({ asked, isOpen: true })
}
