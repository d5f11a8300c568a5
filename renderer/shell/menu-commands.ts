/** Carries out the commands of the application menu and of the window's own shortcuts. */
import type { EventEnvelope, EventPayload } from '../../app/contract/events'
import { screens, type ScreenName } from '../../app/contract/screens'
import { find } from '../conversation/messages/find-view-store'
import { navigate } from './navigation-view-store'

type Command = EventPayload<'menu.chosen'>['command']

const acts: Record<Exclude<Command, ScreenName>, () => void> = {
  'new-conversation': navigate.toNewConversation,
  search: focusSearch,
  find: find.open
}

/** Give it every event of the host. */
export function carryOutMenuCommand(event: EventEnvelope): void {
  if (event.name !== 'menu.chosen') return
  const { command } = event.payload as { readonly command: Command }
  if (isScreen(command)) navigate.open(command)
  else acts[command]()
}

function isScreen(command: Command): command is ScreenName {
  return Object.hasOwn(screens, command)
}

/** Keys of the window's own, with Ctrl, on a Mac Cmd. */
const keys: Readonly<Record<string, () => void>> = {
  k: () => navigate.open('command-menu'),
  f: find.open,
  'shift+f': focusSearch
}

/** What the press of a key begins in the page; null: nothing. */
export function commandOfKey(event: KeyboardEvent): (() => void) | null {
  const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey
  const key = `${event.shiftKey ? 'shift+' : ''}${event.key.toLowerCase()}`
  return isCommand && Object.hasOwn(keys, key) ? (keys[key] ?? null) : null
}

export const searchboxId = 'search-conversations'

function focusSearch(): void {
  const box = document.getElementById(searchboxId)
  navigate.showSidebar(true)
  // Where it is shown already the next key is meant for it; a sidebar that was hidden is there with the next frame.
  if (box !== null) box.focus()
  else requestAnimationFrame(() => document.getElementById(searchboxId)?.focus())
}
