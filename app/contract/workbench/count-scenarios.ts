import type { ConformanceScenario } from './conformance'

/** Scenarios that test the bridge don't count. */
export function countScenarios(scenarios: readonly ConformanceScenario[]) {
  const counted = scenarios.filter(({ isBridge }) => !isBridge)
  const count = (wanted: ConformanceScenario['state']) =>
    counted.filter(({ state }) => state === wanted).length
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') }
}
