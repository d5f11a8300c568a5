import { expect, it } from 'vitest'
import type { TestResult } from '../../contract/workbench/tests'
import { quote } from '../../texts/render-localized'
import { writeJunit } from './write-junit'

const result: TestResult = {
  test: 'echoes',
  serverName: 'notes',
  serverVersion: '1.0.0',
  model: null,
  state: 'passed',
  failures: [],
  tookMs: 1_234,
  tokens: null,
  received: ''
}

it('writes a suite for each server, with counts and times', () => {
  const failed = { ...result, test: 'adds', state: 'failed' as const, failures: [quote('It was 5.')] }
  const skipped = { ...result, serverName: 'other', state: 'not-run' as const, failures: [quote('Denied.')] }
  expect(writeJunit([result, failed, { ...skipped, model: 'local/small', tookMs: null }], 0)).toBe(
    `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="parley" tests="3" failures="1" errors="1" skipped="0" time="2.468">
  <testsuite name="notes" tests="2" failures="1" errors="0" skipped="0" time="2.468" timestamp="1970-01-01T00:00:00">
    <testcase name="echoes" classname="notes" time="1.234"/>
    <testcase name="adds" classname="notes" time="1.234">
      <failure message="It was 5.">It was 5.</failure>
    </testcase>
  </testsuite>
  <testsuite name="other" tests="1" failures="0" errors="1" skipped="0" time="0.000" timestamp="1970-01-01T00:00:00">
    <testcase name="echoes (local/small)" classname="other" time="0.000">
      <error message="Denied.">Denied.</error>
    </testcase>
  </testsuite>
</testsuites>
`
  )
})

it('keeps the reason of a model that judges an answer', () => {
  const verdict = { model: 'a/b', passes: true, reason: 'It names the city.' }
  const xml = writeJunit([{ ...result, verdict }], 0)
  expect(xml).toContain(
    '<system-out>a/b judged that the answer meets the criteria: “It names the city.”</system-out>'
  )
})

it('escapes what a server sent, so that it can neither close an element nor break the file', () => {
  const hostile = 'a"><script>&\n\u0000\u001B\uD800\uFFFF'
  const xml = writeJunit([{ ...result, state: 'failed', failures: [quote(hostile)], received: hostile }], 0)
  expect(xml).toContain('a&quot;&gt;&lt;script&gt;&amp;&#10;\uFFFD\uFFFD\uFFFD\uFFFD')
  expect(xml).not.toContain('<script')
})
