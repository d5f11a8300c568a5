import { describe, expect, it } from 'vitest'
import { readScores, showScores } from './scores.mjs'

let id = 0
const mutant = (status, statusReason) => ({
  id: `${++id}`,
  status,
  statusReason,
  mutatorName: 'EqualityOperator',
  replacement: 'a > b',
  location: { start: { line: 1, column: 1 }, end: { line: 1, column: 6 } }
})
const report = (...mutants) => ({ files: { 'app/one/a.ts': { source: 'a < b', mutants } } })
const scoreOf = (...mutants) => readScores(report(...mutants), ['app/one'])[0]

describe('a score', () => {
  it('counts what tests noticed, what they did not, and what no test comes to', () => {
    const score = scoreOf(mutant('Killed'), mutant('Survived'), mutant('NoCoverage'), mutant('Ignored'))
    expect(score).toMatchObject({ killed: 1, all: 3, mutants: 3 })
    expect(score.survivors).toEqual([
      { line: 1, what: 'a < b → a > b' },
      { line: 1, what: 'a < b → a > b (no test comes here)' }
    ])
  })

  it('counts a loop without an end, and neither way who ran out of time', () => {
    const endless = mutant('Timeout', 'Hit limit reached (501/500)')
    expect(scoreOf(mutant('Survived'), endless, mutant('Timeout'))).toMatchObject({
      killed: 1,
      all: 2,
      mutants: 3,
      late: [{ line: 1 }]
    })
  })

  it('counts of a sample only who was asked, and knows how many there are', () => {
    const unasked = Array.from({ length: 8 }, () => mutant('CompileError', 'not in the sample'))
    expect(scoreOf(mutant('Killed'), mutant('Survived'), ...unasked)).toMatchObject({
      killed: 1,
      all: 2,
      mutants: 10
    })
  })

  it('covers only the requested folders and files', () => {
    const both = {
      files: { ...report(mutant('Killed')).files, 'app/oneself/b.ts': { source: '', mutants: [] } }
    }
    expect(readScores(both, ['app/one']).map(({ file }) => file)).toEqual(['app/one/a.ts'])
    expect(readScores(both, ['app/one/a.ts'])).toHaveLength(1)
    expect(readScores(both, ['app/o'])).toEqual([])
  })
})

describe('what is shown', () => {
  const scores = readScores(report(mutant('Killed'), mutant('Survived'), mutant('Timeout')), ['app/one'])

  it('names survivors, who ran out of time, files and the whole', () => {
    expect(showScores(scores).split('\n')).toEqual([
      'app/one/a.ts:1 a < b → a > b',
      'app/one/a.ts:1 a < b → a > b (ran out of time: not counted)',
      '',
      ' 50.0 %  1 of 2  app/one/a.ts',
      ' 50.0 %  1 of 2  all together',
      '1 ran out of time and count neither way'
    ])
  })

  it('names the seed and the margin of a sample', () => {
    expect(showScores(scores, '7')).toMatch(
      /a sample of 3 mutants, seed 7: in 95 of 100 samples within 0\.0 points$/
    )
  })

  it('leaves out files without a tried mutant', () => {
    const all = [...scores, { ...scores[0], file: 'b.ts', killed: 0, all: 0, survivors: [], late: [] }]
    expect(showScores(all)).not.toContain('b.ts')
  })
})
