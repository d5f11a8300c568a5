/** Runs work that the user started: which work runs, and why the last one failed. One at a time per place. */
import { useState } from 'react'
import { failureMessage } from './call'

export interface CommandHandlerEntry {
  /** Name of the running work; null if none. */
  readonly pending: string | null
  /** Why the last work failed, as a sentence; null if it succeeded. */
  readonly failure: string | null
  /** Runs the work and returns whether it succeeded. Never rejects. */
  readonly run: (work: () => Promise<unknown>, name?: string) => Promise<boolean>
}

export function useCommand(): CommandHandlerEntry {
  const [pending, setPending] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const run: CommandHandlerEntry['run'] = async (work, name = 'work') => {
    setPending(name)
    setFailure(null)
    try {
      await work()
      return true
    } catch (error) {
      setFailure(failureMessage(error))
      return false
    } finally {
      setPending(null)
    }
  }
  return { pending, failure, run }
}
