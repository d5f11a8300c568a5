/** The saved tests of a server and their runs. Reads them again when a run ends, and shows its results meanwhile. */
import { useEffect, useState } from 'react'
import type { CallOutput } from '../../../app/contract/bridge/calls'
import type { TestRun } from '../../../app/contract/workbench/tests'
import { call, failureMessage } from '../../bridge/call'

export type ReadTests = CallOutput<'test.read'>

export interface TestsReading {
  /** Null until the first answer. */
  readonly tests: ReadTests | null
  readonly failure: string | null
  readonly again: () => void
}

export function useTests(serverName: string): TestsReading {
  const [tests, setTests] = useState<ReadTests | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [request, setRequest] = useState(0)
  useEffect(() => {
    let isCurrent = true
    call('test.read', { serverName }).then(
      (read) => {
        if (!isCurrent) return
        setTests(read)
        setFailure(null)
      },
      (error: unknown) => {
        if (isCurrent) setFailure(failureMessage(error))
      }
    )
    return () => void (isCurrent = false)
  }, [serverName, request])
  useEffect(
    () =>
      window.bridge.on(({ name, payload }) => {
        if (name !== 'test.run-changed') return
        const run = payload as TestRun
        if (run.serverName !== serverName) return
        setTests((known) => known && { ...known, runs: withRun(known.runs, run) })
      }),
    [serverName]
  )
  return { tests, failure, again: () => setRequest((count) => count + 1) }
}

function withRun(runs: readonly TestRun[], run: TestRun): TestRun[] {
  return [run, ...runs.filter(({ id }) => id !== run.id)]
}
