/** The list of a tab, and beside it what is chosen. Pure. */
import type { LogLine } from '../../../app/contract/bridge/logs'
import type { MessageRow } from '../../../app/contract/workbench/messages'
import { sizeText } from '../../../app/contract/content/amounts'
import { serverView } from '../../../app/texts/compiled/window/serverView'
import { terminal as texts } from '../../../app/texts/compiled/window/terminal'
import { shownLanguage } from '../../../app/texts/translated'
import { isSetApart, wrapText } from '../terminal/cell-text'
import type { Cells, Style } from '../terminal/screen'
import { describeItem, itemName } from './describe-item'
import type { Row } from './rows'
import { bodyRows, chosenItem, chosenPosition, isItemTab, shownItems, shownLog } from './lists'
import type { InspectState, Item } from './state'
import { clockTime, kindWord } from './text-pages'

export function drawList(state: InspectState): readonly Row[] {
  const { tab } = state
  const rows = isItemTab(tab) ? drawItems(state, tab) : tab === 'log' ? drawLog(state) : drawMessages(state)
  if (rows.length > 0) return rows
  const isKnown = !isItemTab(tab) || state.server?.state === 'connected'
  const text = isKnown ? texts.nothing() : serverView.notConnected()
  return [[{ at: 1, width: state.size.columns - 1, text, style: 'faint' }]]
}

function drawItems(state: InspectState, tab: 'tools' | 'resources' | 'prompts'): readonly Row[] {
  const { size, places } = state
  const height = bodyRows(state)
  const { top } = places[tab]
  const width = Math.max(20, Math.min(40, Math.floor(size.columns * 0.36)))
  const items = shownItems(state, tab).slice(top, top + height)
  if (items.length === 0) return []
  const chosen = chosenItem(state)
  const about = chosen === null ? [] : wrapText(describeItem(chosen), size.columns - width - 3)
  const marked = chosenPosition(state) - top
  return Array.from({ length: height }, (_, at) => [
    itemCells(items[at], width, at === marked),
    { at: width, width: 1, text: '│', style: 'faint' },
    aboutCells(about[at] ?? '', width + 2, size.columns)
  ])
}

function itemCells(item: Item | undefined, width: number, isChosen: boolean): Cells {
  if (item === undefined) return { at: 0, width, text: '', style: 'plain' }
  const mark = isChosen ? '>' : ' '
  const kind = item.kind === 'template' ? '+' : hasProblem(item) ? '!' : ' '
  return { at: 0, width, text: `${mark}${kind}${itemName(item)}`, style: isChosen ? 'chosen' : 'plain' }
}

function hasProblem(item: Item): boolean {
  return (item.kind === 'tool' || item.kind === 'template') && item.value.problem !== null
}

function aboutCells(text: string, at: number, columns: number): Cells {
  return { at, width: Math.max(1, columns - at), text, style: isSetApart(text) ? 'plain' : 'strong' }
}

function drawMessages(state: InspectState): readonly Row[] {
  const { messages, places, size } = state
  if (messages === null) return []
  const { top } = places.messages
  const { from, rows } = messages
  const last = Math.min(top + bodyRows(state), messages.end)
  const marked = chosenPosition(state)
  return Array.from({ length: Math.max(0, last - top) }, (_, at) => {
    const row = rows[top + at - from]
    return row === undefined ? [] : messageCells(row, top + at === marked, size.columns)
  })
}

function messageCells(row: MessageRow, isChosen: boolean, columns: number): readonly Cells[] {
  const { at, direction, tool, tookMs, size, id } = row
  const what = [kindWord(row), tool, id === null ? null : `#${id}`].filter((word) => word !== null).join(' ')
  const took = tookMs === null ? '' : `${Math.round(tookMs)} ms`
  const amount = size === null ? '' : sizeText(size, shownLanguage())
  const style: Style = isChosen ? 'chosen' : row.kind === 'error' || row.oddity !== null ? 'bad' : 'plain'
  const middle = Math.max(8, columns - 15 - 22)
  const mark = isChosen ? '>' : ' '
  return [
    {
      at: 0,
      width: 15,
      text: `${mark}${clockTime(at).slice(0, 12)} ${direction === 'in' ? '←' : '→'}`,
      style
    },
    { at: 15, width: middle, text: ` ${row.oddity === null ? '' : '! '}${what}`, style },
    { at: 15 + middle, width: 22, text: `${took.padStart(10)} ${amount.padStart(11)}`, style }
  ]
}

function drawLog(state: InspectState): readonly Row[] {
  const { places, size } = state
  const { top } = places.log
  const marked = chosenPosition(state) - top
  return shownLog(state)
    .slice(top, top + bodyRows(state))
    .map((entry, at) => logCells(entry, at === marked, size.columns))
}

function logCells(
  { at, level, source, text }: LogLine,
  isChosen: boolean,
  columns: number
): readonly Cells[] {
  const isGrave = level === 'error' || level === 'critical' || level === 'alert' || level === 'emergency'
  const style: Style = isChosen ? 'chosen' : isGrave ? 'bad' : level === 'warning' ? 'warning' : 'plain'
  const own = 15 + 10 + 7
  return [
    { at: 0, width: 15, text: `${isChosen ? '>' : ' '}${clockTime(at)} `, style },
    { at: 15, width: 10, text: level, style },
    { at: 25, width: 7, text: source, style },
    {
      at: own,
      width: Math.max(1, columns - own),
      text: text.replaceAll('\n', ' ').replaceAll('\t', ' '),
      style
    }
  ]
}
