/** What is kept of the health of servers, and how it adds up. */

export interface HealthCounts {
  readonly calls: number
  /** Calls that failed, and results that the server marked as errors. */
  readonly errors: number
  readonly restarts: number
  readonly blockedFiles: number
  readonly blockedHosts: number
  /** The highest; null: not measured. */
  readonly memoryBytes: number | null
  /** The last; null: not measured. */
  readonly definitionTokens: number | null
  /** Calls with a result, by the number of their bucket (`app/workbench/health/durations.ts`). */
  readonly durations: Readonly<Record<string, number>>
}

/** One span of time. */
export interface HealthRow extends HealthCounts {
  readonly serverName: string
  /** '' for what concerns the server and no tool. */
  readonly toolName: string
  readonly spanMs: number
  /** The start of the span, or of the step in which spans were added up. */
  readonly at: number
}

/** Steps of one server. */
export interface HealthQuery {
  readonly serverName: string
  readonly spanMs: number
  readonly from: number
  readonly to: number
  /** Spans in the same step after `from` are added up. */
  readonly stepMs: number
}

export const noHealth: HealthCounts = {
  calls: 0,
  errors: 0,
  restarts: 0,
  blockedFiles: 0,
  blockedHosts: 0,
  memoryBytes: null,
  definitionTokens: null,
  durations: {}
}

/** `later` is the newer one. */
export function addHealth(earlier: HealthCounts, later: HealthCounts): HealthCounts {
  return sumHealth([earlier, later])
}

/** Oldest first. There can be thousands, so it copies none. */
export function sumHealth(rows: readonly HealthCounts[]): HealthCounts {
  const durations: Record<string, number> = {}
  const sum = { ...noHealth, durations }
  for (const row of rows) {
    sum.calls += row.calls
    sum.errors += row.errors
    sum.restarts += row.restarts
    sum.blockedFiles += row.blockedFiles
    sum.blockedHosts += row.blockedHosts
    sum.memoryBytes = pickHigher(sum.memoryBytes, row.memoryBytes)
    sum.definitionTokens = row.definitionTokens ?? sum.definitionTokens
    for (const bucket in row.durations)
      durations[bucket] = (durations[bucket] ?? 0) + (row.durations[bucket] ?? 0)
  }
  return sum
}

function pickHigher(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other)
}
