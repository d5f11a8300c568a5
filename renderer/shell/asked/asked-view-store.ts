/** What the person is about to do with conversations or a folder of the list, wherever that was asked for. */
import { create } from 'zustand'
import type { ConversationSummary } from '../../../app/contract/conversations'
import type { Drawer } from '../../../app/contract/list/drawers'

/** At least one. */
type Conversations = readonly [ConversationSummary, ...ConversationSummary[]]

export type Asked =
  | { readonly what: 'delete' | 'export' | 'move'; readonly conversations: Conversations }
  /** Null: one is made. */
  | { readonly what: 'name-drawer'; readonly drawer: Drawer | null }
  | { readonly what: 'delete-drawer'; readonly drawer: Drawer }

interface AskedState {
  /** Stays while its dialog closes in its own time. */
  readonly asked: Asked | null
  readonly isOpen: boolean
  /** The row whose title is a field now. */
  readonly renamingId: string | null
}

export const useAsked = create<AskedState>()(() => ({ asked: null, isOpen: false, renamingId: null }))

export function askAbout(
  what: 'delete' | 'export' | 'move',
  ...conversations: readonly ConversationSummary[]
): void {
  const [first, ...others] = conversations
  if (first !== undefined) open({ what, conversations: [first, ...others] })
}

/** Null: a new one. */
export function askForName(drawer: Drawer | null): void {
  open({ what: 'name-drawer', drawer })
}

export function askToRemove(drawer: Drawer): void {
  open({ what: 'delete-drawer', drawer })
}

export function closeAsked(): void {
  useAsked.setState({ isOpen: false })
}

/** Null: none any more. */
export function rename(renamingId: string | null): void {
  useAsked.setState({ renamingId })
}

function open(asked: Asked): void {
  useAsked.setState({ asked, isOpen: true })
}
