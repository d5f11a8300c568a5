// What a run of the tests says of each requirement of the protocol: the ids in the names of the tests that ran.

import fs from 'node:fs'
import path from 'node:path'
import { idPattern } from '../docs/requirements.mjs'

const named = new RegExp(`(?:^|[ ›])((?:${idPattern} )*${idPattern}): `, 'gu')

/** @typedef {'failed' | 'skipped' | 'passed' | 'not run' | 'not built'} Outcome the first that holds of any of its tests */

/**
 * @param {import('../docs/requirements.mjs').Requirement[]} requirements
 * @param {import('./summary.mjs').SuiteResult[]} suites
 * @returns {{ id: string, level: string, text: string, outcome: Outcome, tests: string[] }[]}
 */
export function reportRequirements(requirements, suites) {
  const outcomes = ['failed', 'skipped', 'passed']
  const found = new Map()
  for (const outcome of outcomes)
    for (const test of suites.flatMap((suite) => suite[outcome]))
      for (const id of idsOf(test)) found.set(id, [...(found.get(id) ?? []), { outcome, test }])
  return requirements.map(({ id, level, text, isBuilt }) => {
    const own = found.get(id) ?? []
    const outcome = own[0]?.outcome ?? (isBuilt ? 'not run' : 'not built')
    return { id, level, text, outcome, tests: own.map(({ test }) => test) }
  })
}

function idsOf(test) {
  return new Set([...test.matchAll(named)].flatMap(([, ids]) => ids.split(' ')))
}

/** One line for the summary, and one for each requirement that failed. */
export function summariseRequirements(report) {
  const outcomes = ['passed', 'failed', 'skipped', 'not run', 'not built']
  const count = (outcome) => report.filter((one) => one.outcome === outcome).length
  const failed = report.filter(({ outcome }) => outcome === 'failed')
  return [
    `requirements: ${outcomes.map((outcome) => `${count(outcome)} ${outcome}`).join(', ')}`,
    ...failed.map(({ id, text }) => `  failed: ${id} ${text}`)
  ]
}

/** Writes the report next to the reports of the suites. */
export function writeReport(file, report) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`)
}
