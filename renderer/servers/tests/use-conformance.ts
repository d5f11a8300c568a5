/** The newest run of the conformance suite against a server, also while it runs. */
import { useEffect, useState } from 'react'
import type { CallOutput } from '../../../app/contract/bridge/calls'
import type { ServerView } from '../../../app/contract/servers'
import type { ConformanceRun } from '../../../app/contract/workbench/conformance'
import { call, failureMessage } from '../../bridge/call'

export interface ConformanceReading {
  /** Null until the first answer. */
  readonly known: CallOutput<'conformance.read'> | null
  readonly failure: string | null
}

export function useConformance({ name: serverName, state, address }: ServerView): ConformanceReading {
  const [known, setKnown] = useState<ConformanceReading['known']>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    call('conformance.read', { serverName }).then(
      (read) => {
        if (!isCurrent) return
        setKnown(read)
        setFailure(null)
      },
      (error: unknown) => {
        if (isCurrent) setFailure(failureMessage(error))
      }
    )
    return () => void (isCurrent = false)
    // The plan depends on the entry and on the sign-in.
  }, [serverName, state, address])
  useEffect(
    () =>
      window.bridge.on(({ name, payload }) => {
        if (name !== 'conformance.changed') return
        const run = payload as ConformanceRun
        if (run.serverName === serverName) setKnown((before) => before && { ...before, run })
      }),
    [serverName]
  )
  return { known, failure }
}
