/** A question of Parley over the whole screen. No text of a server gets into its first and last row. Pure. */
import type { Key, Size } from '../terminal/screen'
import { wrapText } from '../terminal/cell-text'
import { movedRow } from './lists'
import { editLine } from './line-edit'
import type { InspectState, OpenQuestion, Update } from './state'

/** Rows around the text: bar, mark, answer, notice and keys. */
const ownRows = 5

export function questionHeight({ rows }: Size): number {
  return Math.max(1, rows - ownRows)
}

export function questionRows(text: string, { columns }: Size): readonly string[] {
  return wrapText(text, columns - 1)
}

/** How many rows are below those on screen. */
export function rowsBelow({ text, from }: OpenQuestion, size: Size): number {
  return Math.max(0, questionRows(text, size).length - from - questionHeight(size))
}

/** Enter answers only if the end of the question is on screen: no text of a server can push the rest out of sight. */
export function pressInQuestion(state: InspectState, question: OpenQuestion, key: Key): Update {
  const { size } = state
  const below = rowsBelow(question, size)
  if (key.name === 'escape') return { state, effects: [{ type: 'abandon' }] }
  if (key.name === 'return' && below === 0)
    return { state, effects: [{ type: 'answer', line: question.line.text }] }
  const last = question.from + below
  const page = questionHeight(size)
  const wanted = key.name === 'return' ? { ...key, name: 'pagedown' } : key
  const isOfLine = wanted.name === 'home' || wanted.name === 'end'
  const from = isOfLine ? null : movedRow(question.from, wanted, { first: 0, end: last + 1, page })
  const line = from === null ? editLine(question.line, key) : null
  return {
    state: { ...state, question: { ...question, from: from ?? question.from, line: line ?? question.line } },
    effects: []
  }
}
