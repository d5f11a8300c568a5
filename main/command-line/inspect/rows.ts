/** Rows of the screen. Pure. */
import { isSetApart } from '../terminal/cell-text'
import type { Cells, Frame, Size, Style } from '../terminal/screen'
import { visibleLine, type LineEdit } from './line-edit'

export type Row = readonly Cells[]

/** A part of the screen, and where text is typed in it. */
export interface Drawn {
  readonly rows: readonly Row[]
  readonly cursor: Frame['cursor']
}

export function line(text: string, style: Style, { columns }: Pick<Size, 'columns'>): Row {
  return [{ at: 0, width: columns, text, style }]
}

/** Exactly `height` rows. */
export function filled(rows: readonly Row[], height: number): readonly Row[] {
  return [...rows.slice(0, height), ...Array.from({ length: Math.max(0, height - rows.length) }, () => [])]
}

/** Parley's own text stands out from text of others. */
export function textRows(rows: readonly string[], size: Pick<Size, 'columns'>): readonly Row[] {
  return rows.map((row) =>
    line(row, isSetApart(row) ? 'plain' : row.startsWith('! ') ? 'warning' : 'strong', size)
  )
}

export function inputRow(
  mark: string,
  edit: LineEdit,
  { row, columns }: { readonly row: number; readonly columns: number }
) {
  const { text, column } = visibleLine(edit, columns - mark.length)
  return {
    cells: line(mark + text, 'plain', { columns }),
    cursor: { row, column: mark.length + column }
  }
}
