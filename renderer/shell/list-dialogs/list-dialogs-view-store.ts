/** What the person is about to do with conversations or a folder of the list, wherever that was asked for. */
import { create } from 'zustand'
import type { ConversationSummary } from '../../../app/contract/conversations'
import type { ConversationFolder } from '../../../app/contract/list/conversation-folders'

/** At least one. */
type Conversations = readonly [ConversationSummary, ...ConversationSummary[]]

export type OpenDialog =
  | { readonly what: 'delete' | 'export' | 'move'; readonly conversations: Conversations }
  /** Null: one is made. */
  | { readonly what: 'name-drawer'; readonly drawer: ConversationFolder | null }
  | { readonly what: 'delete-drawer'; readonly drawer: ConversationFolder }

interface AskedState {
  /** Stays while its dialog closes in its own time. */
  readonly asked: OpenDialog | null
  readonly isOpen: boolean
  /** The row whose title is a field now. */
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

/** Null: none any more. */
export function rename(renamingId: string | null): void {
  useOpenDialog.setState({ renamingId })
}

function open(asked: OpenDialog): void {
  useOpenDialog.setState({ asked, isOpen: true })
}
