/** What an event changes in the inspector, and what Parley does because of it. Pure. */
import { mostRows } from '../../../app/contract/workbench/messages'
import { wrapText } from '../terminal/cell-text'
import { pressKey } from './press-key'
import { bodyRows, isItemTab, listRange, shownItems, withPlace, withVisible } from './lists'
import { withProposals } from './form-page'
import { emptyLine, lineWith } from './line-edit'
import { questionHeight, questionRows } from './question-page'
import type { Effect, InspectEvent, InspectState, OpenQuestion, Page, Update } from './state'

export function update(before: InspectState, event: InspectEvent): Update {
  const { state, effects } = apply(before, event)
  const visible = withVisible(state)
  return { state: visible, effects: [...effects, ...findRows(before, visible, event)] }
}

function apply(state: InspectState, event: InspectEvent): Update {
  switch (event.type) {
    case 'key':
      return state.isPaused ? still(state) : pressKey({ ...state, notice: null }, event.key)
    case 'ready':
      return still({ ...state, isPaused: false })
    case 'resized':
      return { state: keepInside({ ...state, size: event.size }), effects: [{ type: 'redraw' }] }
    case 'asked':
      return state.question === null
        ? paused(beginQuestion(state, event.text))
        : still(goOn(state, state.question, event.text))
    case 'settled': {
      const settled = { ...state, question: null }
      return event.isWithdrawn ? paused(settled) : still({ ...settled, isPaused: false })
    }
    case 'noticed':
      return still({ ...state, notice: { text: event.text, isBad: event.isBad } })
    case 'running':
      return still({ ...state, running: event.text === null ? null : { text: event.text, progress: '' } })
    case 'progressed':
      return still(
        state.running === null ? state : { ...state, running: { ...state.running, progress: event.text } }
      )
    case 'opened':
      return still({ ...state, pages: [...state.pages, { kind: 'text', from: 0, ...event.page }] })
    case 'proposed':
      return still(changeTop(state, (page) => (page.kind === 'form' ? withProposals(page, event) : page)))
    case 'filter-completed':
      return still(completeFilter(state, event.filters))
    default:
      return still(takeData(state, event))
  }
}

type DataEvent = Extract<InspectEvent, { type: 'server' | 'offered' | 'found' | 'located' | 'logged' }>

function takeData(state: InspectState, event: DataEvent): InspectState {
  switch (event.type) {
    case 'server':
      return { ...state, server: event.server }
    case 'offered':
      return keepChosen(state, { ...state, items: event.items })
    case 'found':
      return event.filter === state.places.messages.filter ? { ...state, messages: event.page } : state
    case 'located':
      return state.tab === 'messages' && event.position !== null
        ? withPlace(state, { chosen: event.position })
        : state
    case 'logged':
      return { ...state, log: event.lines }
  }
}

/** The same item stays chosen when the lists change. */
function keepChosen(before: InspectState, after: InspectState): InspectState {
  const { tab, places } = after
  if (!isItemTab(tab)) return after
  const name = JSON.stringify(shownItems(before, tab)[places[tab].chosen ?? 0])
  const position = shownItems(after, tab).findIndex((item) => JSON.stringify(item) === name)
  return position === -1 ? after : withPlace(after, { chosen: position })
}

/** Wider rows are fewer. */
function keepInside(state: InspectState): InspectState {
  const { question, size } = state
  const pages = state.pages.map((page) => {
    if (page.kind !== 'text') return page
    const last = Math.max(0, wrapText(page.text, size.columns - 1).length - bodyRows(state))
    return { ...page, from: Math.min(page.from, last) }
  })
  if (question === null) return { ...state, pages }
  const last = Math.max(0, questionRows(question.text, size).length - questionHeight(size))
  return { ...state, pages, question: { ...question, from: Math.min(question.from, last) } }
}

function beginQuestion(state: InspectState, text: string): InspectState {
  return { ...state, question: { text: text.trim(), line: emptyLine, from: 0 }, filtering: null }
}

/** The next part of a question starts where the text before it ends. */
function goOn(state: InspectState, question: OpenQuestion, text: string): InspectState {
  const { size } = state
  const earlier = questionRows(question.text, size).length
  const whole = `${question.text}\n${text}`
  const last = Math.max(0, questionRows(whole, size).length - questionHeight(size))
  return { ...state, question: { text: whole, line: emptyLine, from: Math.min(earlier, last) } }
}

/** What was typed for the screen before must not act on this one. */
function paused(state: InspectState): Update {
  return { state: { ...state, isPaused: true }, effects: [{ type: 'pause' }] }
}

function changeTop(state: InspectState, change: (page: Page) => Page): InspectState {
  const top = state.pages.at(-1)
  return top === undefined ? state : { ...state, pages: [...state.pages.slice(0, -1), change(top)] }
}

function completeFilter(state: InspectState, [first]: readonly string[]): InspectState {
  return state.filtering === null || first === undefined ? state : { ...state, filtering: lineWith(first) }
}

/** The messages that the list needs and that aren't there. */
function findRows(before: InspectState, state: InspectState, event: InspectEvent): readonly Effect[] {
  if (state.tab !== 'messages') return []
  const { filter, chosen, top } = state.places.messages
  const isOther = before.tab !== 'messages' || before.places.messages.filter !== filter
  const follows = chosen === null
  if (isOther || (follows && before.places.messages.chosen !== null))
    return [{ type: 'find', filter, from: null, count: mostRows }]
  // What was found is all there is.
  if (state.messages === null || follows || event.type === 'found') return []
  const { from, rows } = state.messages
  const { end } = listRange(state)
  const last = Math.min(top + bodyRows(state), end)
  if (top >= from && last <= from + rows.length) return []
  return [{ type: 'find', filter, from: Math.max(0, top - mostRows / 2), count: mostRows }]
}

function still(state: InspectState): Update {
  return { state, effects: [] }
}
