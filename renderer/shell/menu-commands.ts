/** Carries out the commands of the application menu and of the window's own shortcuts. */
import type { EventEnvelope, EventPayload } from '../../app/contract/events'
import { screens, type ScreenName } from '../../app/contract/screens'
import { navigate } from './navigation-view-store'

type Command = EventPayload<'menu.chosen'>['command']

const acts: Record<Exclude<Command, ScreenName>, () => void> = {
  'new-conversation': navigate.toNewConversation,
  search: focusSearch
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

/** Ctrl+K, on a Mac Cmd+K. */
export function isCommandMenuKey(event: KeyboardEvent): boolean {
  return (
    (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k'
  )
}

export const searchboxId = 'search-conversations'

function focusSearch(): void {
  navigate.showSidebar(true)
  // The sidebar is drawn after this event; the next frame has it.
  requestAnimationFrame(() => document.getElementById(searchboxId)?.focus())
}
