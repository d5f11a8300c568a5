import type { HealthFigures } from '../../contract/workbench/health'
import type { HealthCounts } from '../../contract/workbench/health-rows'
import { estimatePercentile } from './durations'

export function toFigures({ durations, ...counts }: HealthCounts): HealthFigures {
  return {
    calls: counts.calls,
    errors: counts.errors,
    p50Ms: estimatePercentile(durations, 0.5),
    p95Ms: estimatePercentile(durations, 0.95),
    restarts: counts.restarts,
    blockedFiles: counts.blockedFiles,
    blockedHosts: counts.blockedHosts,
    memoryBytes: counts.memoryBytes,
    definitionTokens: counts.definitionTokens
  }
}
