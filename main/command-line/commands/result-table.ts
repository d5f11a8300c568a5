/** Results of tests with several models or servers as a text table, with the first difference from the first result of a row. */
import {
  tabulateResults,
  type ResultCell,
  type ResultColumn
} from '../../../app/contract/workbench/tabulate-results'
import type { TestResult } from '../../../app/contract/workbench/tests'
import { describeDifference } from '../../../app/texts/result-difference'
import { toText } from '../../../app/texts/render-localized'
import { tests as texts } from '../../../app/texts/compiled/window/tests'
import { terminalLine } from '../terminal/terminal-text'

export const marks: Readonly<Record<TestResult['state'], string>> = {
  passed: 'ok  ',
  failed: 'FAIL',
  'not-run': 'SKIP',
  skipped: 'SKIP',
  waiting: 'SKIP',
  running: 'SKIP'
}

/** Empty if there is only one column. */
export function writeResultTable(results: readonly TestResult[]): string {
  const { columns, rows } = tabulateResults([{ startedAt: 0, results: [...results] }])
  if (columns.length < 2) return ''
  const hasServers = new Set(columns.map(({ serverName }) => serverName)).size > 1
  const lines = [
    ['', ...columns.map((column) => titleOf(column, hasServers))],
    ...rows.map(({ test, cells }) => [terminalLine(test), ...cells.map(describeCell)])
  ]
  const widths = lines[0]?.map((_title, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0))) ?? []
  const table = lines.map((line) =>
    line
      .map((text, at) => text.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()
  )
  const differences = rows.flatMap(({ test, cells }) =>
    cells.flatMap((cell, at) => {
      const column = columns[at]
      if (cell === null || cell.difference === null || column === undefined) return []
      const place = `${terminalLine(test)}, ${titleOf(column, hasServers)}`
      return [`${place}: ${terminalLine(toText(describeDifference(cell.difference)))}`]
    })
  )
  return `\n${[...table, ...differences].join('\n')}\n\n`
}

function titleOf({ serverName, serverVersion, model }: ResultColumn, hasServers: boolean): string {
  const server = serverVersion === null ? serverName : `${serverName} ${serverVersion}`
  const parts = [...(hasServers || model === null ? [server] : []), ...(model === null ? [] : [model])]
  return terminalLine(parts.join(', '))
}

function describeCell(cell: ResultCell | null): string {
  if (cell === null) return ''
  const { state, calls, callCount, tookMs, tokens } = cell.result
  const facts = [
    ...(calls === undefined ? [] : [texts.calls({ count: callCount ?? calls.length })]),
    ...(tookMs === null ? [] : [`${Math.round(tookMs)} ms`]),
    ...(tokens === null ? [] : [texts.tokens({ count: tokens })])
  ]
  return `${marks[state]} ${facts.join(', ')}`.trimEnd()
}
