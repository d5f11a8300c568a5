/** The scenarios that count as results of tests, for the same files. */
import type { ConformanceCheck, ConformanceRun } from '../../contract/workbench/conformance'
import type { TestResult } from '../../contract/workbench/tests'
import { quote } from '../../texts/render-localized'

export function toTestResults({ serverName, scenarios }: ConformanceRun): TestResult[] {
  const nothing = { serverVersion: null, model: null, tookMs: null, tokens: null, received: '' }
  return scenarios.flatMap(({ scenario: test, state, isBridge, checks }) =>
    isBridge || state === 'skipped'
      ? []
      : [{ ...nothing, test, serverName, state, failures: checks.flatMap(toFailures) }]
  )
}

function toFailures({ state, description, message, sections }: ConformanceCheck) {
  if (state !== 'failed') return []
  return [quote([description, ...(message === null ? [] : [message]), ...sections].join('\n'))]
}
