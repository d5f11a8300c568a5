/** The results of tests as JUnit XML, which continuous integration reads. */
import type { TestResult } from '../../contract/workbench/tests'
import { say, toEnglish } from '../../texts/render-localized'

/** One suite for each server. */
export function writeJunit(results: readonly TestResult[], startedAt: number): string {
  const suites = [...new Set(results.map(({ serverName }) => serverName))].map((serverName) => {
    const own = results.filter((result) => result.serverName === serverName)
    return toSuite(serverName, own, startedAt)
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="parley" ${countsOf(results)}>`,
    ...suites,
    '</testsuites>',
    ''
  ].join('\n')
}

function toSuite(serverName: string, results: readonly TestResult[], startedAt: number): string {
  const timestamp = new Date(startedAt).toISOString().slice(0, 19)
  return [
    `  <testsuite name="${escaped(serverName)}" ${countsOf(results)} timestamp="${timestamp}">`,
    ...results.map(toCase),
    '  </testsuite>'
  ].join('\n')
}

function toCase(result: TestResult): string {
  const { test, serverName, model, state, tookMs, received, verdict } = result
  const name = model === null ? test : `${test} (${model})`
  const head = `    <testcase name="${escaped(name)}" classname="${escaped(serverName)}" time="${seconds(tookMs)}"`
  if (state === 'passed') {
    if (verdict === undefined) return `${head}/>`
    const judged = toEnglish(say('tests.judgedFor', { model: verdict.model, reason: verdict.reason }))
    return [`${head}>`, `      <system-out>${escaped(judged)}</system-out>`, '    </testcase>'].join('\n')
  }
  const sentences = result.failures.map(toEnglish)
  const body = [...sentences, ...(received === '' ? [] : ['', received])].join('\n')
  const tag = tags[state] ?? 'error'
  return [
    `${head}>`,
    `      <${tag} message="${escaped(sentences[0] ?? '')}">${escaped(body)}</${tag}>`,
    '    </testcase>'
  ].join('\n')
}

const tags: Readonly<Partial<Record<TestResult['state'], string>>> = { failed: 'failure', skipped: 'skipped' }

function countsOf(results: readonly TestResult[]): string {
  const count = (wanted: TestResult['state']): number =>
    results.filter(({ state }) => state === wanted).length
  const [failures, skipped] = [count('failed'), count('skipped')]
  const tookMs = results.reduce((sum, result) => sum + (result.tookMs ?? 0), 0)
  const errors = results.length - failures - skipped - count('passed')
  return `tests="${results.length}" failures="${failures}" errors="${errors}" skipped="${skipped}" time="${seconds(tookMs)}"`
}

function seconds(ms: number | null): string {
  return ((ms ?? 0) / 1000).toFixed(3)
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;'
}

/** XML 1.0 has no form for most control characters and for half surrogates. */
function escaped(text: string): string {
  return (
    text
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex -- these are what XML refuses
      .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/gu, '\uFFFD')
      .replaceAll(/[&<>"\n]/gu, (character) => entities[character] ?? '')
  )
}
