/** Text of an OpenDocument file. Text, tables and slides have the same format. */
import type { OfficeParts } from './parts'
import type { OfficeText } from './document-text'
import { readXml } from './xml'

/** Hidden, or not part of the document's text. */
const leftOut = new Set(['annotation', 'tracked-changes', 'forms'])
/** Equal adjacent cells that are written out; a row has thousands of empty ones. */
const mostRepeated = 1_000

export function readOpenDocument(parts: OfficeParts, words: OfficeText): void {
  const state = { out: 0, paragraphs: 0, cells: 0, cell: '', repeated: 1, empty: 0 }
  const put = (text: string) => {
    if (state.out > 0) return
    if (state.cells > 0) state.cell += text
    else words.add(text)
  }
  const endCell = () => {
    const text = state.cell.trim()
    if (text === '') state.empty += state.repeated
    for (let count = 0; text !== '' && count < state.repeated; count += 1) {
      words.mark('\t'.repeat(state.empty))
      words.add(text)
      state.empty = 1
    }
    state.cell = ''
  }
  readXml(parts.read('content.xml'), {
    open: (name, attributes) => {
      if (leftOut.has(name)) state.out += 1
      else if (name === 'p' || name === 'h') state.paragraphs += 1
      else if (name === 'tab') put('\t')
      else if (name === 'line-break') put('\n')
      else if (name === 's') put(' '.repeat(bounded(attributes['c'])))
      else if (name === 'table') words.mark(`\n\n[Table ${attributes['name'] ?? ''}]\n`)
      else if (name === 'page') words.mark(`\n\n[Slide ${attributes['name'] ?? ''}]\n`)
      else if (name === 'table-row') state.empty = 0
      else if (name === 'table-cell' || name === 'covered-table-cell') {
        state.cells += 1
        state.repeated = bounded(attributes['number-columns-repeated'])
      }
      if (name === 'h') put(`${'#'.repeat(bounded(attributes['outline-level'], 6))} `)
    },
    close: (name) => {
      if (leftOut.has(name)) state.out -= 1
      else if (name === 'p' || name === 'h') {
        state.paragraphs -= 1
        put(state.cells > 0 ? ' ' : '\n')
      } else if (name === 'table-row') words.mark('\n')
      else if (name === 'table-cell' || name === 'covered-table-cell') {
        state.cells -= 1
        if (state.cells === 0) endCell()
      }
    },
    text: (text) => {
      if (state.paragraphs > 0) put(text.replaceAll(/\s+/g, ' '))
    }
  })
}

/** At least one. */
function bounded(count = '1', most = mostRepeated): number {
  return Math.min(most, Math.max(1, Math.trunc(Number(count)) || 1))
}
