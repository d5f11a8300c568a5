/**
 * Signals a server's whole process group and tells whether any of it still runs. A server is started as the
 * leader of its own group, so its process id is the group's id. On Windows, which has no groups, the process
 * tree is ended through the system's own `taskkill` and the leader stands for the tree.
 */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

const isWindows = process.platform === 'win32'

/** Sends a signal to every process of the group; a group that is gone isn't an error. */
export function signalGroup(groupId: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (isWindows) return endTree(groupId)
  try {
    process.kill(-groupId, signal)
  } catch {
    // ESRCH: nobody is left. EPERM: what is left changed its user and is out of reach.
  }
}

/** Whether a process of the group runs. One that has ended and waits for its parent does not count. */
export function isGroupAlive(groupId: number): boolean {
  try {
    process.kill(isWindows ? groupId : -groupId, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return process.platform === 'linux' ? hasRunningMember(groupId) : true
}

function endTree(processId: number): void {
  spawn('taskkill', ['/pid', String(processId), '/t', '/f'], { stdio: 'ignore', windowsHide: true }).on(
    'error',
    () => {} // the tree is gone already, or the system lacks taskkill: nothing else can be tried
  )
}

/** In a container without a reaping first process, dead orphans stay in the group for ever. */
function hasRunningMember(groupId: number): boolean {
  return readdirSync('/proc').some((entry) => /^\d+$/.test(entry) && isRunningMember(entry, groupId))
}

/** Linux only. False for one that has ended, too. */
export function isRunningMember(processId: string, groupId: number): boolean {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, 'latin1')
    // The name in parentheses may hold anything; the fields after it are state, parent and group.
    const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(group) === groupId && state !== 'Z' && state !== 'X'
  } catch {
    return false // ended while we looked
  }
}
