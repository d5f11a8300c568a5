/**
 * Which processes of a test run, read from /proc. A process belongs to a workspace when it descends from the app, or
 * when the workspace's path is in its environment or command line.
 */
import fs from 'node:fs'
import type { Workspace } from './workspace'

export interface RunningProcess {
  readonly pid: number
  readonly parentPid: number
  /** Clock ticks since boot: with the pid it identifies one process permanently. */
  readonly startedAt: string
  readonly command: string
}

/** Everything that runs with the workspace's home or folder in its environment or arguments. */
export function listProcesses(workspace: Workspace): RunningProcess[] {
  return runningProcesses().filter(
    ({ pid, command }) =>
      command.includes(workspace.folder) || readProc(pid, 'environ').includes(workspace.folder)
  )
}

/** The children of a process, their children, and so on. */
export function listDescendants(pid: number): RunningProcess[] {
  const all = runningProcesses()
  const found: RunningProcess[] = []
  let parents = new Set([pid])
  while (parents.size > 0) {
    const children = all.filter(({ parentPid }) => parents.has(parentPid))
    found.push(...children)
    parents = new Set(children.map((child) => child.pid))
  }
  return found
}

/** The processes that still run. */
export function findSurvivors(processes: readonly RunningProcess[]): RunningProcess[] {
  const running = new Set(runningProcesses().map(identityOf))
  return processes.filter((process) => running.has(identityOf(process)))
}

function identityOf({ pid, startedAt }: RunningProcess): string {
  return `${pid} ${startedAt}`
}

function runningProcesses(): RunningProcess[] {
  const pids = fs.readdirSync('/proc').filter((name) => /^\d+$/u.test(name))
  return pids.map((pid) => readProcess(Number(pid))).filter((process) => process !== null)
}

function readProcess(pid: number): RunningProcess | null {
  // The command's name is in parentheses and may contain any character: the text after the last one counts.
  const fields = readProc(pid, 'stat').split(') ').at(-1)?.split(' ') ?? []
  const [state, parentPid] = fields
  const startedAt = fields[19]
  // A process that ended but was not reaped yet does nothing any more.
  if (state === undefined || parentPid === undefined || startedAt === undefined || state === 'Z') return null
  return {
    pid,
    parentPid: Number(parentPid),
    startedAt,
    command: readProc(pid, 'cmdline').replaceAll('\0', ' ')
  }
}

/** Empty when the process has gone meanwhile. */
function readProc(pid: number, file: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    // The process ended between two looks, which is no error here.
    return ''
  }
}
