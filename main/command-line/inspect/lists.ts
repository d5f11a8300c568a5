/** The lists on screen: what is in them, which part is visible, and how keys move through them. Pure. */
import type { LogLine } from '../../../app/contract/bridge/logs'
import type { Key } from '../terminal/screen'
import type { InspectState, Item, ListPlace, Tab } from './state'

/** Rows around the body: bar, tabs, filter, notice and keys. */
const ownRows = 5

export function bodyRows({ size }: Pick<InspectState, 'size'>): number {
  return Math.max(1, size.rows - ownRows)
}

export function isItemTab(tab: Tab): tab is 'tools' | 'resources' | 'prompts' {
  return tab === 'tools' || tab === 'resources' || tab === 'prompts'
}

export function shownItems(state: InspectState, tab: 'tools' | 'resources' | 'prompts'): readonly Item[] {
  const words = state.places[tab].filter.toLowerCase()
  return state.items[tab].filter(({ value }) =>
    words === '' ? true : `${JSON.stringify(value)}`.toLowerCase().includes(words)
  )
}

export function shownLog({ log, places }: InspectState): readonly LogLine[] {
  const words = places.log.filter.toLowerCase()
  if (words === '') return log
  return log.filter(({ text, level, source }) => `${level} ${source} ${text}`.toLowerCase().includes(words))
}

/** Positions in the list of the tab: of the oldest entry, and after the newest. */
export function listRange(state: InspectState): { readonly first: number; readonly end: number } {
  const { tab, messages } = state
  if (tab === 'messages') return { first: messages?.first ?? 0, end: messages?.end ?? 0 }
  if (tab === 'log') return { first: 0, end: shownLog(state).length }
  return { first: 0, end: isItemTab(tab) ? shownItems(state, tab).length : 0 }
}

export function chosenItem(state: InspectState): Item | null {
  const { tab, places } = state
  return isItemTab(tab) ? (shownItems(state, tab)[places[tab].chosen ?? 0] ?? null) : null
}

/** The row that is marked: the chosen one, or the last one. */
export function chosenPosition(state: InspectState): number {
  const { first, end } = listRange(state)
  return Math.min(Math.max(state.places[state.tab].chosen ?? end - 1, first), Math.max(first, end - 1))
}

/** Moves rows into view so that the chosen one is visible. */
export function withVisible(state: InspectState): InspectState {
  const { tab, places } = state
  const height = bodyRows(state)
  const { first, end } = listRange(state)
  const chosen = chosenPosition(state)
  const wanted = Math.min(Math.max(places[tab].top, chosen - height + 1), chosen)
  const top = Math.max(first, Math.min(wanted, end - height))
  if (top === places[tab].top) return state
  return withPlace(state, { top })
}

export function withPlace(state: InspectState, change: Partial<ListPlace>): InspectState {
  const { tab, places } = state
  return { ...state, places: { ...places, [tab]: { ...places[tab], ...change } } }
}

/** Null: the key doesn't move. A list that follows its end does so again at its end. */
export function movedList(state: InspectState, key: Key): InspectState | null {
  const { first, end } = listRange(state)
  const position = movedRow(chosenPosition(state), key, { first, end, page: bodyRows(state) })
  if (position === null) return null
  const follows = (state.tab === 'messages' || state.tab === 'log') && position >= end - 1
  return withPlace(state, { chosen: follows ? null : position })
}

interface Range {
  readonly first: number
  readonly end: number
  readonly page: number
}

/** Null: the key doesn't move. */
export function movedRow(position: number, { name }: Key, { first, end, page }: Range): number | null {
  const steps: Readonly<Record<string, number>> = {
    up: position - 1,
    down: position + 1,
    pageup: position - page,
    pagedown: position + page,
    home: first,
    end: end - 1
  }
  const wanted = Object.hasOwn(steps, name) ? steps[name] : undefined
  return wanted === undefined ? null : Math.max(first, Math.min(wanted, end - 1))
}
