/**
 * Signals a server's whole process group and checks whether any of its processes runs. A server is started as the
 * leader of its own group, so its process id is the group's id. On Windows, which has no groups, the system's
 * `taskkill` ends the process tree, and the leader represents the tree.
 */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const isWindows = process.platform === 'win32'

/** Signals every process of the group. A group that is gone isn't an error. */
export function signalGroup(groupId: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (isWindows) return endTree(groupId)
  try {
    process.kill(-groupId, signal)
  } catch {
    // ESRCH: no process is left. EPERM: the rest runs as another user and can't be signalled.
  }
}

/** True if a process of the group runs. One that has ended and waits for its parent doesn't count. */
export function isGroupAlive(groupId: number): boolean {
  try {
    process.kill(isWindows ? groupId : -groupId, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return process.platform === 'linux' ? hasRunningMember(groupId) : true
}

function endTree(processId: number): void {
  const options = { stdio: 'ignore', windowsHide: true } as const
  spawn(taskkillPath(process.env), ['/pid', String(processId), '/t', '/f'], options).on(
    'error',
    () => {} // the tree is gone, or taskkill is missing: there is no other way
  )
}

/** By its path: Windows looks for a bare name in the working folder first, where another program may have that name. */
export function taskkillPath(environment: Readonly<Record<string, string | undefined>>): string {
  return path.win32.join(environment['SystemRoot'] || 'C:\\Windows', 'System32', 'taskkill.exe')
}

/** In a container whose first process reaps no children, dead orphans stay in the group. */
function hasRunningMember(groupId: number): boolean {
  return readdirSync('/proc').some((entry) => /^\d+$/.test(entry) && isRunningMember(entry, groupId))
}

/** Linux only. False for a process that has ended. */
export function isRunningMember(processId: string, groupId: number): boolean {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, 'latin1')
    // The name in parentheses may contain any characters. The fields after it are state, parent and group.
    const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(group) === groupId && state !== 'Z' && state !== 'X'
  } catch {
    return false // ended in between
  }
}
