/** The keys that work now, for the last row. Pure. */
import { terminal as texts } from '../../../app/texts/compiled/window/terminal'
import type { InspectState, Item, Page } from './state'

export function keysOf(state: InspectState): string {
  const { filtering, pages, running, tab, places } = state
  if (filtering !== null) return tab === 'messages' ? texts.keysFilterMessages() : texts.keysFilter()
  if (running !== null) return texts.keysRunning()
  const page = pages.at(-1)
  if (page !== undefined) return pageKeys(page)
  if (tab === 'overview') return texts.keysOverview()
  return places[tab].filter === '' ? texts.keysList() : texts.keysFiltered()
}

function pageKeys(page: Page): string {
  if (page.kind === 'json') return texts.keysJson()
  if (page.kind === 'form') return page.item.kind === 'tool' ? texts.keysForm() : texts.keysFormCompleted()
  if (page.next === null) return texts.keysText()
  return 'message' in page.next ? texts.keysMessage() : itemKeys(page.next.item)
}

function itemKeys({ kind }: Item): string {
  if (kind === 'tool') return texts.keysTool()
  return kind === 'prompt' ? texts.keysPrompt() : texts.keysResource()
}
