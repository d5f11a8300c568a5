/** What a key does, by what is on screen. Pure. */
import { terminal as texts } from '../../../app/texts/compiled/window/terminal'
import type { Key } from '../terminal/screen'
import { wrapText } from '../terminal/cell-text'
import { describeServer } from './describe-item'
import { openForm, pressInForm, pressInJson } from './form-page'
import { describeLogLine, itemPage } from './text-pages'
import {
  bodyRows,
  chosenItem,
  chosenPosition,
  isItemTab,
  movedList,
  movedRow,
  shownLog,
  withPlace
} from './lists'
import { editLine, lineWith } from './line-edit'
import { pressInQuestion } from './question-page'
import {
  tabs,
  type Effect,
  type InspectState,
  type Item,
  type Tab,
  type TextPage,
  type Update
} from './state'

export function pressKey(state: InspectState, key: Key): Update {
  if (key.isControl && key.name === 'l') return { state, effects: [{ type: 'redraw' }] }
  if (state.question !== null) return pressInQuestion(state, state.question, key)
  if (state.filtering !== null) return pressInFilter(state, key)
  if (state.running !== null && key.name === 'escape') return { state, effects: [{ type: 'stop' }] }
  const page = state.pages.at(-1)
  if (page === undefined) return pressInTab(state, key)
  if (key.name === 'escape') return still({ ...state, pages: state.pages.slice(0, -1) })
  if (page.kind === 'text') return pressInText(state, page, key)
  const pressed = page.kind === 'form' ? pressInForm(page, key) : pressInJson(page, key)
  if (pressed === null) return still(state)
  return {
    state: { ...state, pages: [...state.pages.slice(0, -1), ...pressed.pages] },
    effects: pressed.effects
  }
}

function pressInText(state: InspectState, page: TextPage, key: Key): Update {
  if (key.text === 'q') return quit(state)
  if (key.name === 'return') return page.next === null ? still(state) : goOn(state, page.next)
  const from = scrolled(state, page, key)
  return from === null
    ? still(state)
    : still({ ...state, pages: [...state.pages.slice(0, -1), { ...page, from }] })
}

/** Null: the key doesn't scroll. */
function scrolled(
  { size }: InspectState,
  { text, from }: Pick<TextPage, 'text' | 'from'>,
  key: Key
): number | null {
  const page = bodyRows({ size })
  const last = Math.max(0, wrapText(text, size.columns - 1).length - page)
  return movedRow(from, key.name === 'space' ? { ...key, name: 'pagedown' } : key, {
    first: 0,
    end: last + 1,
    page
  })
}

function goOn(state: InspectState, next: NonNullable<TextPage['next']>): Update {
  if ('message' in next)
    return {
      state: { ...state, pages: state.pages.slice(0, -1) },
      effects: [{ type: 'open-number', number: next.message, filter: state.places.messages.filter }]
    }
  const { item } = next
  if (item.kind === 'resource') return { state, effects: [{ type: 'use', item, args: {} }] }
  return still({ ...state, pages: [...state.pages, openForm(item)] })
}

function pressInTab(state: InspectState, key: Key): Update {
  const { tab } = state
  if (key.text === 'q') return quit(state)
  const shown = chosenTab(tab, key)
  if (shown !== null) return still({ ...state, tab: shown })
  if (tab === 'overview') return pressInOverview(state, key)
  if (key.text === '/') return still({ ...state, filtering: lineWith(state.places[tab].filter) })
  if (key.name === 'escape') return still(withPlace(state, { filter: '' }))
  if (key.name === 'return') return openChosen(state)
  return still(movedList(state, key) ?? state)
}

/** By Tab, the arrows or its number. Null: the key chooses none. */
function chosenTab(tab: Tab, { name, text, isShift }: Key): Tab | null {
  const numbered = /^[1-9]$/.test(text) ? tabs[Number(text) - 1] : undefined
  if (numbered !== undefined) return numbered
  const isNext = name === 'right' || (name === 'tab' && !isShift)
  if (!isNext && name !== 'left' && name !== 'tab') return null
  return tabs.at((tabs.indexOf(tab) + (isNext ? 1 : -1)) % tabs.length) ?? tab
}

function pressInOverview(state: InspectState, key: Key): Update {
  if (key.text === 'r') return { state, effects: [{ type: 'control', act: 'restart' }] }
  if (key.text === 's') return { state, effects: [{ type: 'control', act: 'stop' }] }
  const text = state.server === null ? '' : describeServer(state.server)
  const from = scrolled(state, { text, from: state.places.overview.top }, key)
  return still(from === null ? state : withPlace(state, { top: from, chosen: from }))
}

function openChosen(state: InspectState): Update {
  const item: Item | null = chosenItem(state)
  if (item !== null) return still({ ...state, pages: [...state.pages, itemPage(item)] })
  const position = chosenPosition(state)
  if (state.tab === 'log') {
    const line = shownLog(state)[position]
    if (line === undefined) return still(state)
    const page = {
      kind: 'text',
      title: texts.logLine(),
      text: describeLogLine(line),
      from: 0,
      next: null
    } as const
    return still({ ...state, pages: [page] })
  }
  const row = state.messages?.rows[position - state.messages.from]
  return { state, effects: row === undefined ? [] : [{ type: 'open-message', row }] }
}

/** Lists are filtered while the filter is typed, messages with Enter. */
function pressInFilter(state: InspectState, key: Key): Update {
  const { filtering, tab, places } = state
  if (filtering === null) return still(state)
  if (key.name === 'escape') return still({ ...state, filtering: null })
  if (key.name === 'return')
    return still(
      withPlace({ ...state, filtering: null }, { filter: filtering.text, chosen: isItemTab(tab) ? 0 : null })
    )
  if (key.name === 'tab') {
    const effects: readonly Effect[] =
      tab === 'messages' ? [{ type: 'complete-filter', filter: filtering.text }] : []
    return { state, effects }
  }
  const line = editLine(filtering, key)
  if (line === null) return still(state)
  const typed = { ...state, filtering: line }
  if (tab === 'messages') return still(typed)
  return still(withPlace(typed, { filter: line.text, chosen: places[tab].chosen === null ? null : 0 }))
}

function quit(state: InspectState): Update {
  return { state, effects: [{ type: 'quit' }] }
}

function still(state: InspectState): Update {
  return { state, effects: [] }
}
