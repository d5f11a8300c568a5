/**
 * Finds processes of a server that left its group, such as a detached helper. All processes of a server inherit a
 * variable from it, unless they hide on purpose. Linux shows the environment of processes.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { isRunningMember } from '../../../base/process-group'

/** Set in the environment of each server. */
export const markVariable = 'PARLEY_SERVER'

/** Ids of the processes with this mark; empty if the system doesn't show environments. */
export function findMarked(mark: string): readonly number[] {
  if (process.platform !== 'linux') return []
  const wanted = `${markVariable}=${mark}`
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && environmentOf(entry).includes(wanted))
    .map(Number)
}

/**
 * Signals the processes that left the group. Members of the group get their signal with the group, and no process gets
 * it twice.
 */
export function signalStrays(
  { groupId, mark }: { readonly groupId: number; readonly mark: string },
  signal: 'SIGTERM' | 'SIGKILL'
): void {
  for (const processId of findMarked(mark).filter((id) => !isRunningMember(String(id), groupId)))
    try {
      process.kill(processId, signal)
    } catch {
      // ended in between
    }
}

/** Empty for a process that has ended and waits for its parent, or that belongs to another user. */
function environmentOf(processId: string): string {
  try {
    return readFileSync(`/proc/${processId}/environ`, 'latin1')
  } catch {
    return '' // ended in between, or of another user
  }
}
