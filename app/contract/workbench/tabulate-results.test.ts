import { describe, expect, it } from 'vitest'
import { tabulateResults } from './tabulate-results'
import type { TestResult } from './tests'

const result: TestResult = {
  test: 'finds it',
  serverName: 'notes',
  serverVersion: '1.0.0',
  model: 'a/small',
  state: 'passed',
  failures: [],
  tookMs: 100,
  tokens: 10,
  received: '',
  calls: ['find {"word":"rain"}', 'read {"id":1}']
}
const large: TestResult = { ...result, model: 'a/large' }
const differenceTo = (other: Partial<TestResult>) =>
  tabulateResults([{ startedAt: 1, results: [result, { ...large, ...other }] }]).rows[0]?.cells[1]?.difference

describe('results side by side', () => {
  it('have a row for each test and a column for each server and model', () => {
    const call = { ...result, test: 'echoes', model: null, calls: [] }
    const other = { ...large, serverName: 'notes-next', serverVersion: '2.0.0' }
    const { columns, rows } = tabulateResults([{ startedAt: 1, results: [call, result, large, other] }])
    expect(columns.map(({ serverName, model }) => `${serverName} ${model}`)).toEqual([
      'notes a/small',
      'notes a/large',
      'notes-next a/large'
    ])
    expect(rows.map(({ test, cells }) => [test, cells.map((cell) => cell?.result ?? null)])).toEqual([
      ['echoes', [call, null, null]],
      ['finds it', [result, large, other]]
    ])
  })

  it('have columns for each of two runs, also of the same server and model', () => {
    const { columns, rows } = tabulateResults([
      { startedAt: 1, results: [result] },
      {
        startedAt: 2,
        results: [
          { ...result, state: 'failed' },
          { ...result, test: 'new' }
        ]
      }
    ])
    expect(columns.map(({ startedAt }) => startedAt)).toEqual([1, 2])
    expect(rows.map(({ cells }) => cells.map((cell) => cell?.result.state ?? null))).toEqual([
      ['passed', 'failed'],
      [null, 'passed']
    ])
    expect(rows[1]?.cells[1]?.difference).toBeNull()
  })

  it('name the first call that differs', () => {
    expect(differenceTo({})).toBeNull()
    expect(differenceTo({ calls: ['find {"word":"rain"}', 'read {"id":2}'], state: 'failed' })).toEqual({
      type: 'call',
      number: 2,
      made: 'read {"id":2}',
      first: 'read {"id":1}'
    })
    expect(differenceTo({ calls: ['find {"word":"rain"}'] })).toMatchObject({ number: 2, made: null })
    expect(differenceTo({ calls: [...(result.calls ?? []), 'read {"id":3}'] })).toMatchObject({
      number: 3,
      first: null
    })
  })

  it('otherwise say if they ended differently, once both have ended', () => {
    expect(differenceTo({ state: 'failed' })).toEqual({ type: 'end', state: 'failed' })
    expect(differenceTo({ state: 'running', calls: [] })).toBeNull()
    expect(differenceTo({ state: 'not-run', calls: undefined })).toEqual({ type: 'end', state: 'not-run' })
    expect(differenceTo({ calls: undefined })).toBeNull()
  })
})
