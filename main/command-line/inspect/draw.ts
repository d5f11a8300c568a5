/** The inspector's screen as rows of cells. The first and the last row are Parley's own. Pure. */
import { cutText, widthOf, wrapText } from '../terminal/cell-text'
import type { Cells, Frame, Size } from '../terminal/screen'
import { serverView } from '../../../app/texts/compiled/window/serverView'
import { terminal as texts } from '../../../app/texts/compiled/window/terminal'
import { describeServer, describeState } from './describe-item'
import { drawForm, drawJson } from './draw-form'
import { drawList } from './draw-list'
import { keysOf } from './keys'
import { bodyRows, chosenPosition, isItemTab, listRange } from './lists'
import { questionHeight, questionRows, rowsBelow } from './question-page'
import { filled, inputRow, line, textRows, type Drawn, type Row } from './rows'
import { tabs, type InspectState, type OpenQuestion, type Page, type Tab } from './state'

export function draw(state: InspectState): Frame {
  const { question, size } = state
  const { rows, cursor } = question === null ? drawView(state) : drawQuestion(state, question)
  return {
    rows: rows.slice(0, size.rows),
    cursor: cursor === null || cursor.row >= size.rows ? null : cursor
  }
}

/** The only page that is titled so. */
function drawQuestion({ size, serverName, isPaused }: InspectState, question: OpenQuestion): Drawn {
  const height = questionHeight(size)
  const below = rowsBelow(question, size)
  const text = questionRows(question.text, size).slice(question.from, question.from + height)
  const input = inputRow(isPaused ? '… ' : '> ', question.line, { row: height + 2, columns: size.columns })
  return {
    rows: [
      line(` ${texts.question({ server: serverName })}`, 'question', size),
      ...filled(textRows(text, size), height),
      line(below === 0 ? '─'.repeat(size.columns) : `── ${texts.rowsBelow({ count: below })}`, 'faint', size),
      input.cells,
      line('', 'warning', size),
      drawKeys(isPaused ? texts.keysPaused() : below === 0 ? texts.keysAnswer() : texts.keysReadOn(), size)
    ],
    cursor: isPaused ? null : input.cursor
  }
}

function drawView(state: InspectState): Drawn {
  const { size, filtering } = state
  const page = state.pages.at(-1)
  const body = page === undefined ? drawTab(state) : drawPage(state, page)
  const top = [
    drawBar(state),
    page === undefined ? drawTabs(state) : line(` ${pageTitle(page)}`, 'strong', size)
  ]
  const filter =
    filtering === null
      ? null
      : inputRow(`/ ${texts.filter()}: `, filtering, { row: 2, columns: size.columns })
  return {
    rows: [
      ...top,
      filter?.cells ?? line(page === undefined ? filterText(state) : pagePlace(state, page), 'faint', size),
      ...filled(body.rows, bodyRows(state)),
      drawNotice(state),
      drawKeys(keysOf(state), size)
    ],
    cursor: filter?.cursor ?? shifted(body.cursor)
  }
}

/** The body starts in the fourth row. */
function shifted(cursor: Frame['cursor']): Frame['cursor'] {
  return cursor === null ? null : { ...cursor, row: cursor.row + 3 }
}

function drawTab(state: InspectState): Drawn {
  const { tab, server, size, places } = state
  if (tab !== 'overview') return { rows: drawList(state), cursor: null }
  const text = server === null ? texts.connecting() : describeServer(server)
  const { top } = places.overview
  return {
    rows: textRows(wrapText(text, size.columns - 1).slice(top, top + bodyRows(state)), size),
    cursor: null
  }
}

function drawPage(state: InspectState, page: Page): Drawn {
  const { size } = state
  if (page.kind === 'form') return drawForm(page, size)
  if (page.kind === 'json') return drawJson(page, size)
  const rows = wrapText(page.text, size.columns - 1).slice(page.from, page.from + bodyRows(state))
  return { rows: textRows(rows, size), cursor: null }
}

/** Which rows of a text are on screen, if not all. */
function pagePlace(state: InspectState, page: Page): string {
  if (page.kind !== 'text') return ''
  const count = wrapText(page.text, state.size.columns - 1).length
  const last = Math.min(page.from + bodyRows(state), count)
  return page.from === 0 && last === count ? '' : ` ${texts.rowsShown({ first: page.from + 1, last, count })}`
}

function pageTitle(page: Page): string {
  return page.kind === 'text' ? page.title : texts.argumentsOf({ name: page.item.value.name })
}

function drawBar({ serverName, server, size }: InspectState): Row {
  const facts = server === null ? [] : [describeState(server), server.protocolVersion, server.usedTransport]
  const right = `${facts.filter(Boolean).join(' · ')} `
  const width = Math.min(widthOf(right), Math.floor(size.columns * 0.6))
  return [
    { at: 0, width: size.columns - width, text: ` ${texts.bar({ server: serverName })}`, style: 'bar' },
    { at: size.columns - width, width, text: right, style: 'bar' }
  ]
}

const tabTexts: Readonly<Record<Tab, () => string>> = {
  overview: serverView.overview,
  tools: serverView.tools,
  resources: serverView.resources,
  prompts: serverView.prompts,
  messages: serverView.messages,
  log: serverView.log
}

function drawTabs(state: InspectState): Row {
  const words = tabs.map((tab) => {
    const count = isItemTab(tab) ? ` ${state.items[tab].length}` : ''
    return tab === state.tab ? `[${tabTexts[tab]()}${count}]` : ` ${tabTexts[tab]()}${count} `
  })
  const shown = tabs.indexOf(state.tab)
  const endOf = (from: number) =>
    words.slice(from, shown + 1).reduce((end, word) => end + widthOf(word) + 1, 0)
  // Where there is little space, the first ones are left out for the one on screen.
  const first = words.findIndex((_, from) => from === shown || endOf(from) <= state.size.columns)
  let at = 0
  return words.slice(first).map((text, place) => {
    const cells: Cells = {
      at,
      width: widthOf(text),
      text,
      style: first + place === shown ? 'chosen' : 'plain'
    }
    at += cells.width + 1
    return cells
  })
}

/** What the filter leaves of the list. */
function filterText(state: InspectState): string {
  const { tab, places, messages } = state
  if (tab === 'overview') return ''
  const { filter } = places[tab]
  const { first, end } = listRange(state)
  const count = end - first
  const place = count === 0 ? '0' : `${chosenPosition(state) - first + 1} / ${count}`
  const removed = tab === 'messages' ? (messages?.removed ?? 0) : 0
  return [
    ` ${place}`,
    filter === '' ? null : texts.filtered({ filter }),
    removed === 0 ? null : texts.removed({ count: removed }),
    places[tab].chosen === null ? texts.following() : null
  ]
    .filter((fact) => fact !== null)
    .join(' · ')
}

function drawNotice({ notice, running, size }: InspectState): Row {
  if (running !== null) return line(` … ${[running.text, running.progress].join(' ')}`, 'warning', size)
  return line(notice === null ? '' : ` ${notice.text}`, notice?.isBad === true ? 'bad' : 'good', size)
}

function drawKeys(keys: string, size: Size): Row {
  return line(cutText(` ${keys}`, size.columns), 'bar', size)
}
