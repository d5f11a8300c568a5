// Counts what the suites report and decides: every check is one, a skipped test is a failure unless
// known-skips.json names it with a reason, and a suite that ran nothing has failed.

/**
 * @typedef {{ name: string, passed: string[], failed: string[], skipped: string[], unsteady?: string[],
 *   reasons?: Record<string, string> }} SuiteResult
 *   names of tests; `unsteady` ones passed, at the second try; `reasons`: why those failed that say it
 */

/** How many characters of the first and the last lines of a reason are shown. The output of the test has all of it. */
const shown = { first: 8, last: 6, characters: 200 }

/** From vitest's JSON report. @returns {SuiteResult} */
export function readVitestReport(name, report) {
  const result = { name, passed: [], failed: [], skipped: [], reasons: {} }
  for (const file of report.testResults) {
    for (const test of file.assertionResults) {
      const list = { passed: result.passed, failed: result.failed }[test.status] ?? result.skipped
      const title = `${relative(file.name)} › ${test.fullName}`
      list.push(title)
      if (test.failureMessages?.length > 0) result.reasons[title] = test.failureMessages[0]
    }
    // A file that could not even be loaded reports no tests at all.
    if (file.assertionResults.length === 0) result.failed.push(`${relative(file.name)} › (no tests ran)`)
  }
  // Errors outside of tests fail the run too, and nothing else in the report mentions them.
  if (!report.success && result.failed.length === 0) result.failed.push('an error outside of the tests')
  return result
}

/** From Playwright's JSON report. @returns {SuiteResult} */
export function readPlaywrightReport(name, report) {
  const result = { name, passed: [], failed: [], skipped: [], unsteady: [], reasons: {} }
  const visit = (suite, path) => {
    for (const spec of suite.specs ?? []) {
      for (const test of spec.tests) {
        const title = [...path, spec.title].join(' › ')
        const { passed, skipped, failed } = result
        const list = { expected: passed, flaky: passed, skipped }[test.status] ?? failed
        list.push(title)
        if (test.status === 'flaky') result.unsteady.push(title)
        const errors = test.results?.find((each) => each.errors?.length > 0)?.errors ?? []
        result.reasons[title] = errors.map((error) => `${placeOf(error)}${error.message}`).join('\n')
      }
    }
    for (const child of suite.suites ?? []) visit(child, [...path, child.title])
  }
  for (const suite of report.suites) visit(suite, [suite.title])
  for (const error of report.errors ?? [])
    result.failed.push(`outside of the tests: ${firstLine(error.message)}`)
  return result
}

/** From the lines of `npm run conformance`. @returns {SuiteResult} */
export function readConformance(output) {
  const lines = withoutColours(output).split('\n')
  const of = (word) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(5).replaceAll(/ +/gu, ' '))
  return { name: 'conformance', passed: of('pass'), failed: of('FAIL'), skipped: [] }
}

/** From the figures of `npm run bench -- --json FILE`: one that is no number, or nothing, has not come out; a share may be nothing. @returns {SuiteResult} */
export function readFigures(name, figures) {
  const isMeasured = ({ name: figure, value, unit }) =>
    Number.isFinite(value) && (value > 0 || (value === 0 && (unit === '%' || isDifference(figure))))
  const titles = (wanted) => figures.filter((each) => isMeasured(each) === wanted).map((each) => each.name)
  return { name, passed: titles(true), failed: titles(false), skipped: [] }
}

/** Figures that exist only in comparison, such as memory or time that was added. They may be zero. */
const isDifference = (figure) => /(?:more memory|memory kept)$/.test(figure)

/** From the end of a program that is one check in itself, and what it said. @returns {SuiteResult} */
export function readStatus(name, status, output = '') {
  const isGood = status === 0
  return {
    name,
    passed: isGood ? [name] : [],
    failed: isGood ? [] : [name],
    skipped: [],
    reasons: { [name]: output }
  }
}

/**
 * Sums over all suites.
 * @param {SuiteResult[]} suites
 * @param {{ test: string, reason: string, needs?: string }[]} knownSkips `needs`: another language, or servers in it
 * @param {{ needsLanguages?: boolean }} options `needsLanguages`: what such a test needs has to be there
 */
export function summarise(suites, knownSkips, { needsLanguages = false } = {}) {
  const listed = new Map(knownSkips.map((skip) => [skip.test, skip]))
  const familyOf = (test) =>
    knownSkips.find(({ test: name }) => name.endsWith(' *') && test.startsWith(name.slice(0, -1)))
  const skipOf = (test) => listed.get(test) ?? familyOf(test)
  const reasonFor = (test) => {
    const { reason = '', needs } = skipOf(test) ?? {}
    return reason.trim() && !(needsLanguages && needs) ? reason : undefined
  }
  const whyNot = (test) =>
    skipOf(test)?.needs
      ? `skipped without ${skipOf(test).needs}, which has to be here`
      : 'skipped without a listed reason'
  const lines = []
  let passed = 0
  let failed = 0
  for (const suite of suites) {
    const because = (test) => quoted(suite.reasons?.[test])
    const problems = suite.failed.map((test) => [`failed: ${test}`, ...because(test)])
    for (const test of suite.skipped) {
      const reason = reasonFor(test)
      if (reason) lines.push(`${suite.name}: skipped: ${test} (${reason})`)
      else problems.push([`${whyNot(test)}: ${test}`])
    }
    const isEmpty = suite.passed.length + suite.failed.length + suite.skipped.length === 0
    if (isEmpty) problems.push(['no tests ran'])
    passed += suite.passed.length
    failed += problems.length
    const skipped = suite.skipped.filter(reasonFor).length
    const count = `${suite.passed.length} passed, ${problems.length} failed`
    lines.push(`${suite.name}: ${count}${skipped > 0 ? `, ${skipped} skipped` : ''}`)
    for (const test of suite.unsteady ?? [])
      problems.push([`passed at the second try only: ${test}`, ...because(test)])
    lines.push(...problems.flat().map((line) => `  ${line}`))
  }
  return { passed, failed, lines, lastLine: `${passed} passed, ${failed} failed` }
}

const relative = (file) => file.replace(`${process.cwd()}/`, '')
const placeOf = ({ location }) => (location ? `${relative(location.file)}:${location.line}: ` : '')
const firstLine = (text) => String(text ?? 'unknown error').split('\n')[0]

/** A reason as it is shown below what it is about, without a program's stack. */
function quoted(reason = '') {
  const lines = withoutColours(reason)
    .split('\n')
    .filter((line) => line.trim() && !/^\s+at /u.test(line))
  const { first, last, characters } = shown
  const isWhole = lines.length <= first + last
  const kept = isWhole ? lines : [...lines.slice(0, first), '…', ...lines.slice(-last)]
  return kept.map((line) => `    ${line.slice(0, characters)}`)
}

// eslint-disable-next-line no-control-regex -- colours of a terminal
const withoutColours = (text) => text.replaceAll(/\u001b\[\d+m/gu, '')
