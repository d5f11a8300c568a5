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
  const durations: Record<string, number> = { ...earlier.durations }
  for (const [bucket, calls] of Object.entries(later.durations))
    durations[bucket] = (durations[bucket] ?? 0) + calls
  return {
    calls: earlier.calls + later.calls,
    errors: earlier.errors + later.errors,
    restarts: earlier.restarts + later.restarts,
    blockedFiles: earlier.blockedFiles + later.blockedFiles,
    blockedHosts: earlier.blockedHosts + later.blockedHosts,
    memoryBytes: pickHigher(earlier.memoryBytes, later.memoryBytes),
    definitionTokens: later.definitionTokens ?? earlier.definitionTokens,
    durations
  }
}

/** Oldest first. */
export function sumHealth(rows: readonly HealthCounts[]): HealthCounts {
  return rows.reduce(addHealth, noHealth)
}

function pickHigher(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other)
}
