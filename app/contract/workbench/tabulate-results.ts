/** Results of tests side by side: a row for each test, and a column for each run, server and model. Pure. */
import type { TestResult, TestRun } from './tests'

export interface ResultColumn extends Pick<TestResult, 'serverName' | 'serverVersion' | 'model'> {
  readonly startedAt: number
}

/** The first way in which a result differs from the first one of its row. `null` in a call: none was made. */
export type ResultDifference =
  | {
      readonly type: 'call'
      /** From 1. */
      readonly number: number
      readonly made: string | null
      readonly first: string | null
    }
  | { readonly type: 'end'; readonly state: TestResult['state'] }

export interface ResultCell {
  readonly result: TestResult
  /** Null: it is the first of its row, or there is no difference. */
  readonly difference: ResultDifference | null
}

export interface ResultRow {
  readonly test: string
  /** By column. Null: the test didn't run there. */
  readonly cells: readonly (ResultCell | null)[]
}

export interface ResultTable {
  readonly columns: readonly ResultColumn[]
  readonly rows: readonly ResultRow[]
}

type Run = Pick<TestRun, 'startedAt' | 'results'>

export function tabulateResults(runs: readonly Run[]): ResultTable {
  const placed = runs.flatMap((run) =>
    run.results.map((result) => ({ run, result, key: findColumn(run, result) }))
  )
  const columns = new Map(
    placed.map(({ run, result, key }) => {
      const { serverName, serverVersion, model } = result
      return [
        key,
        { startedAt: run.startedAt, serverName, serverVersion, model: model ?? findModel(run, result) }
      ]
    })
  )
  const keys = [...columns.keys()]
  const rows = [...new Set(placed.map(({ result }) => result.test))].map((test) => {
    const own = new Map(placed.flatMap((one) => (one.result.test === test ? [[one.key, one.result]] : [])))
    const first = keys.flatMap((key) => own.get(key) ?? [])[0]
    return {
      test,
      cells: keys.map((key) => {
        const result = own.get(key)
        if (result === undefined || first === undefined) return null
        return { result, difference: result === first ? null : findDifference(first, result) }
      })
    }
  })
  return { columns: [...columns.values()], rows }
}

function findColumn(run: Run, result: TestResult): string {
  return JSON.stringify([run.startedAt, result.serverName, result.model ?? findModel(run, result)])
}

/** A test without a model is in the first column of its server. */
function findModel({ results }: Run, { serverName }: TestResult): string | null {
  return results.find((result) => result.serverName === serverName && result.model !== null)?.model ?? null
}

function findDifference(first: TestResult, result: TestResult): ResultDifference | null {
  if (!isEnded(result) || !isEnded(first)) return null
  const [made, before] = [result.calls, first.calls]
  // Unknown calls aren't no calls.
  const length = made === undefined || before === undefined ? 0 : Math.max(made.length, before.length)
  for (let at = 0; at < length; at += 1)
    if (made?.[at] !== before?.[at])
      return { type: 'call', number: at + 1, made: made?.[at] ?? null, first: before?.[at] ?? null }
  return result.state === first.state ? null : { type: 'end', state: result.state }
}

function isEnded({ state }: TestResult): boolean {
  return state !== 'waiting' && state !== 'running'
}
