/** Rows of the health of servers. `app/host/workbench` decides what they count and how long they are kept. */
import {
  addHealth,
  sumHealth,
  type HealthCounts,
  type HealthQuery,
  type HealthRow
} from '../contract/workbench/health-rows'
import type { Database, DatabaseRow, SqlValue } from './database'

const key = ['server_name', 'span_ms', 'at', 'tool_name'] as const

const columns = [
  ...key,
  'calls',
  'errors',
  'restarts',
  'blocked_files',
  'blocked_hosts',
  'memory_bytes',
  'definition_tokens',
  'durations'
] as const

const find = `SELECT * FROM server_health WHERE ${key.map((column) => `${column} = ?`).join(' AND ')}`
const put = `INSERT OR REPLACE INTO server_health (${columns.join(', ')})
  VALUES (${columns.map(() => '?').join(', ')})`

export function healthMethods(database: Database) {
  return {
    addHealth: (rows: readonly HealthRow[]): void =>
      database.transaction(() => {
        for (const row of rows) {
          const before = database.get(find, keyOf(row))
          const sum = before === undefined ? row : { ...row, ...addHealth(toRow(before), row) }
          database.run(put, valuesOf(sum))
        }
      }),
    readHealth: ({ serverName, spanMs, from, to, stepMs }: HealthQuery): HealthRow[] => {
      const steps = new Map<string, HealthRow[]>()
      const rows = database.all(
        'SELECT * FROM server_health WHERE server_name = ? AND span_ms = ? AND at >= ? AND at < ? ORDER BY at',
        [serverName, spanMs, from, to]
      )
      for (const row of rows.map(toRow)) {
        const at = row.at - ((row.at - from) % stepMs)
        const step = JSON.stringify([at, row.toolName])
        const before = steps.get(step)
        if (before === undefined) steps.set(step, [{ ...row, at }])
        else before.push(row)
      }
      return [...steps.values()].flatMap((added) => {
        const [first] = added
        return first === undefined ? [] : [{ ...first, ...sumHealth(added) }]
      })
    },
    forgetHealth: (spanMs: number, before: number): void =>
      database.run('DELETE FROM server_health WHERE span_ms = ? AND at < ?', [spanMs, before])
  }
}

function keyOf({ serverName, spanMs, at, toolName }: HealthRow): SqlValue[] {
  return [serverName, spanMs, at, toolName]
}

function valuesOf(row: HealthRow): SqlValue[] {
  return [
    ...keyOf(row),
    row.calls,
    row.errors,
    row.restarts,
    row.blockedFiles,
    row.blockedHosts,
    row.memoryBytes,
    row.definitionTokens,
    JSON.stringify(row.durations)
  ]
}

function toRow(row: DatabaseRow): HealthRow {
  return {
    serverName: String(row['server_name']),
    spanMs: Number(row['span_ms']),
    at: Number(row['at']),
    toolName: String(row['tool_name']),
    calls: Number(row['calls']),
    errors: Number(row['errors']),
    restarts: Number(row['restarts']),
    blockedFiles: Number(row['blocked_files']),
    blockedHosts: Number(row['blocked_hosts']),
    memoryBytes: numberOrNull(row['memory_bytes']),
    definitionTokens: numberOrNull(row['definition_tokens']),
    durations: JSON.parse(String(row['durations'])) as HealthCounts['durations']
  }
}

function numberOrNull(value: SqlValue | undefined): number | null {
  return value === null || value === undefined ? null : Number(value)
}
