/** Compares a server with the user's limits. */
import { healthLimitNames, type HealthLimitName } from '../../contract/workbench/health-limits'
import type { HealthCounts } from '../../contract/workbench/health-rows'
import { estimatePercentile } from './durations'

/** By the name of the limit. Other names are ignored. */
export type HealthLimits = Readonly<Record<string, number>>

/** A single failed call among few is no sign of a problem. */
const fewestCalls = 5

const megabyte = 1_000_000

export interface ExceededLimit {
  readonly name: HealthLimitName
  readonly value: number
  readonly limit: number
}

/** `lastHour`: of the server and all its tools. `memoryBytes`: now; null if it doesn't run here. */
export function findExceeded(
  limits: HealthLimits,
  lastHour: HealthCounts,
  memoryBytes: number | null
): readonly ExceededLimit[] {
  const { calls, errors, restarts, durations } = lastHour
  const hasCalls = calls >= fewestCalls
  const values: Readonly<Record<HealthLimitName, number | null>> = {
    errorPercent: hasCalls ? Math.round((errors / calls) * 100) : null,
    p95Ms: hasCalls ? estimatePercentile(durations, 0.95) : null,
    memoryMb: memoryBytes === null ? null : Math.round(memoryBytes / megabyte),
    restarts
  }
  return healthLimitNames.flatMap((name) => {
    const [limit, value] = [limits[name], values[name]]
    return limit === undefined || value === null || value <= limit ? [] : [{ name, value, limit }]
  })
}
