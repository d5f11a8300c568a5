import { describe, expect, it } from 'vitest'
import { readOutcomes } from './hostile-outcomes.mjs'

const cases = ['G01', 'G02', 'G02:more'].map((id) => ({ id }))
const none = { passed: [], failed: [], skipped: [] }

describe('the outcome of hostile cases', () => {
  it('counts what ran by its whole name', () => {
    const result = { ...none, passed: ['hostile.spec.ts › G01'], failed: ['hostile.spec.ts › G02:more'] }
    expect(readOutcomes(cases, result)).toEqual({ passed: ['G01'], failed: ['G02:more'], notRun: ['G02'] })
  })

  it('takes nothing for passed where no test was found', () => {
    const result = { ...none, failed: ['outside of the tests: Error: No tests found'] }
    expect(readOutcomes(cases, result)).toEqual({
      passed: [],
      failed: [],
      notRun: ['G01', 'G02', 'G02:more']
    })
  })

  it('takes a skipped test for one that did not run', () => {
    const result = { ...none, passed: ['hostile.spec.ts › G01'], skipped: ['hostile.spec.ts › G02'] }
    expect(readOutcomes(cases, result).notRun).toEqual(['G02', 'G02:more'])
  })

  it('takes a test that passed once and failed once for failed', () => {
    const result = { ...none, passed: ['hostile.spec.ts › G01'], failed: ['hostile.spec.ts › G01'] }
    expect(readOutcomes(cases, result)).toMatchObject({ passed: [], failed: ['G01'] })
  })
})
