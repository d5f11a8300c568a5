/**
 * Processes of a server that left its group, such as a helper that it started for itself alone. Everything that a server
 * starts inherits a variable from it, unless it takes pains to hide; Linux tells what a process was started with.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { isRunningMember } from './process-group'

/** In the environment of each server. */
export const markVariable = 'PARLEY_SERVER'

/** Ids of those that run with this mark; none where the system does not tell. */
export function findMarked(mark: string): readonly number[] {
  if (process.platform !== 'linux') return []
  const wanted = `${markVariable}=${mark}`
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && environmentOf(entry).includes(wanted))
    .map(Number)
}

/** Sends a signal to those that left the group; its own members get theirs with the group, and no server one twice. */
export function signalStrays(
  { groupId, mark }: { readonly groupId: number; readonly mark: string },
  signal: 'SIGTERM' | 'SIGKILL'
): void {
  for (const processId of findMarked(mark).filter((id) => !isRunningMember(String(id), groupId)))
    try {
      process.kill(processId, signal)
    } catch {
      // ended meanwhile
    }
}

/** Of one that has ended and waits for its parent, or of somebody else, it is empty. */
function environmentOf(processId: string): string {
  try {
    return readFileSync(`/proc/${processId}/environ`, 'latin1')
  } catch {
    return '' // ended while we looked, or not ours
  }
}
