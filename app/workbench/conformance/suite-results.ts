/** What the official conformance suite found out about a server: its checks by scenario, as its files say it. */
import { z } from 'zod'
import type { ConformanceCheck, ConformanceScenario, SuiteRoad } from '../../contract/workbench/conformance'

/** Newer versions of the suite may add fields. */
const suiteCheck = z.object({
  id: z.string(),
  description: z.string().default(''),
  status: z.string(),
  errorMessage: z.string().optional(),
  specReferences: z.array(z.object({ url: z.string().optional() })).optional()
})

const states: Readonly<Record<string, ConformanceCheck['state']>> = {
  SUCCESS: 'passed',
  FAILURE: 'failed',
  WARNING: 'warning'
}
const longest = { name: 300, message: 2_000 }
const most = { checks: 500, sections: 10 }

/** The scenario of a folder of results, such as `server-tools-list-2026-11-30T02-55-56-949Z`; null: it is none. */
export function readScenarioName(folder: string): string | null {
  return /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/u.exec(folder)?.[1] ?? null
}

const hosts = ['dns-rebinding-protection']
/** About sessions, streams, headers and statuses, which a process doesn't have. */
const http = [
  'server-session-lifecycle',
  'server-stateless',
  'server-sse-polling',
  'server-sse-multiple-streams',
  'http-header-validation',
  'http-custom-header-server-validation'
]
const testsOfBridge: Readonly<Record<SuiteRoad, ReadonlySet<string>>> = {
  direct: new Set(),
  forwarded: new Set(hosts),
  process: new Set([...hosts, ...http])
}

/** `text`: the suite's `checks.json`. A file that can't be read counts as failed. */
export function readScenario(scenario: string, text: string, road: SuiteRoad): ConformanceScenario {
  const checks = parseChecks(text)
  const judged = checks?.filter(({ state }) => state !== 'skipped') ?? []
  const isFailed = checks === null || judged.some(({ state }) => state === 'failed')
  const state = isFailed ? 'failed' : judged.length === 0 ? 'skipped' : 'passed'
  return {
    scenario: scenario.slice(0, longest.name),
    state,
    isBridge: testsOfBridge[road].has(scenario),
    checks: (checks ?? []).slice(0, most.checks)
  }
}

function parseChecks(text: string): ConformanceCheck[] | null {
  try {
    return z
      .array(suiteCheck)
      .parse(JSON.parse(text))
      .map(({ id, description, status, errorMessage, specReferences = [] }) => ({
        id: id.slice(0, longest.name),
        description: description.slice(0, longest.name),
        state: states[status] ?? 'skipped',
        message: errorMessage?.slice(0, longest.message) ?? null,
        sections: specReferences
          .flatMap(({ url }) => (url === undefined ? [] : [url.slice(0, longest.name)]))
          .slice(0, most.sections)
      }))
  } catch {
    return null
  }
}
