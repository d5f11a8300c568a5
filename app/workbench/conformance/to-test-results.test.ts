import { expect, it } from 'vitest'
import type { ConformanceScenario } from '../../contract/workbench/conformance'
import { quote } from '../../texts/render-localized'
import { toTestResults } from './to-test-results'

it('has the scenarios that count, each with what failed and where it is required', () => {
  const check = {
    id: 'one',
    description: 'Has an image',
    message: 'No image',
    sections: ['https://spec.example']
  }
  const scenario = (name: string, part: Partial<ConformanceScenario>): ConformanceScenario => ({
    scenario: name,
    state: 'passed',
    isBridge: false,
    checks: [],
    ...part
  })
  const results = toTestResults({
    ...{
      serverName: 'notes',
      suite: 'suite@1',
      revision: null,
      startedAt: 1,
      endedAt: 2,
      current: null,
      failure: null
    },
    scenarios: [
      scenario('ping', {}),
      scenario('tools-call-image', {
        state: 'failed',
        checks: [
          { ...check, state: 'failed' },
          { ...check, state: 'warning' }
        ]
      }),
      scenario('dns-rebinding-protection', { state: 'failed', isBridge: true }),
      scenario('resources-list', { state: 'skipped' })
    ]
  })
  expect(results).toEqual([
    expect.objectContaining({ test: 'ping', serverName: 'notes', state: 'passed', failures: [] }),
    expect.objectContaining({
      test: 'tools-call-image',
      state: 'failed',
      failures: [quote('Has an image\nNo image\nhttps://spec.example')]
    })
  ])
})
