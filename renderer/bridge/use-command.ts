/** Work that the person set off and waits for: which runs, and why the last one failed. One at a time a place. */
import { useState } from 'react'
import { failureMessage } from './call'

export interface CommandHandlerEntry {
  /** Name of the work under way; null while there is none. */
  readonly pending: string | null
  /** Why the last work failed, a sentence; null when it did not. */
  readonly failure: string | null
  /** Runs the work and tells whether it worked. It never rejects, so it may be left to itself. */
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
