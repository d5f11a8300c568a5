/** Writes what is kept of a server as CSV or JSON, in pieces. */
import type { HealthRow } from '../../contract/workbench/health-rows'
import type { HealthExport } from '../../contract/workbench/health-limits'
import { toFigures } from './health-figures'

const columns = [
  'time',
  'server',
  'tool',
  'calls',
  'errors',
  'p50Ms',
  'p95Ms',
  'restarts',
  'blockedFiles',
  'blockedHosts',
  'memoryBytes',
  'definitionTokens'
] as const

type Exported = Readonly<Record<(typeof columns)[number], string | number | null>>

/** `pieces`: rows of hours, oldest first. */
export async function* exportHealth(
  format: HealthExport,
  pieces: AsyncIterable<readonly HealthRow[]>
): AsyncGenerator<string> {
  if (format === 'csv') {
    yield `${columns.join(',')}\r\n`
    for await (const rows of pieces) yield rows.map((row) => toCsvLine(toExported(row))).join('')
    return
  }
  yield '['
  let separator = '\n'
  for await (const rows of pieces)
    for (const row of rows) {
      yield `${separator}  ${JSON.stringify(toExported(row))}`
      separator = ',\n'
    }
  yield '\n]\n'
}

function toExported({ serverName, toolName, spanMs: _, at, ...counts }: HealthRow): Exported {
  return {
    time: new Date(at).toISOString(),
    server: serverName,
    tool: toolName,
    ...toFigures(counts)
  }
}

function toCsvLine(row: Exported): string {
  return `${columns.map((column) => toCell(row[column])).join(',')}\r\n`
}

/** A spreadsheet would run a cell like `=…` as a formula. Names of tools come from servers. */
function toCell(value: string | number | null): string {
  if (typeof value !== 'string') return String(value ?? '')
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
