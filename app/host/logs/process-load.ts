/**
 * Memory and processor time of a program on this computer and all of its child processes, read from the operating
 * system.
 */
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { ServerLoad } from '../../contract/servers'

export interface ProcessFigures {
  readonly id: number
  readonly parentId: number
  /** Milliseconds on all processors, since its start. */
  readonly processorMs: number
  readonly memoryBytes: number
}

export interface LoadSystem {
  readonly platform: string
  readonly now: () => number
  /** Returns the standard output of a system program. */
  readonly run: (program: string, args: readonly string[]) => Promise<string>
}

const thisSystem: LoadSystem = {
  platform: process.platform,
  now: Date.now,
  run: async (program, args) => (await promisify(execFile)(program, [...args], { timeout: 5_000 })).stdout
}

/** Null: this system isn't supported, or the process has ended. Never throws. */
export async function readProcessLoad(
  processId: number,
  system: LoadSystem = thisSystem
): Promise<ServerLoad | null> {
  return (await readProcessLoads([processId], system)).get(processId) ?? null
}

/** Of several programs, with one look at the system. Programs that have ended are missing. Never throws. */
export async function readProcessLoads(
  processIds: readonly number[],
  system: LoadSystem = thisSystem
): Promise<ReadonlyMap<number, ServerLoad>> {
  const all = await listProcesses(system).catch(() => [])
  const at = system.now()
  return new Map(
    processIds.flatMap((processId) => {
      const own = withDescendants(processId, all)
      return own.length === 0 ? [] : [[processId, sumLoad(own, at)] as const]
    })
  )
}

function sumLoad(own: readonly ProcessFigures[], at: number): ServerLoad {
  const sum = (figure: 'processorMs' | 'memoryBytes') =>
    own.reduce((whole, process) => whole + process[figure], 0)
  return {
    at,
    processorMs: sum('processorMs'),
    memoryBytes: sum('memoryBytes'),
    processCount: own.length
  }
}

async function listProcesses(system: LoadSystem): Promise<readonly ProcessFigures[]> {
  switch (system.platform) {
    case 'linux':
      return await listByProc()
    case 'darwin':
      return readTable(await system.run('/bin/ps', ['-axo', 'pid=,ppid=,rss=,time=']))
    default:
      return []
  }
}

function withDescendants(processId: number, all: readonly ProcessFigures[]): readonly ProcessFigures[] {
  const own = new Set([processId])
  // The system's list has no order: search again as long as another process was added.
  for (let size = 0; size < own.size;) {
    size = own.size
    for (const { id, parentId } of all) if (own.has(parentId)) own.add(id)
  }
  return all.filter(({ id }) => own.has(id))
}

/** Of `/proc/‹id›/stat`: the kernel reports 100 ticks a second to user programs. */
const tickMs = 10

async function listByProc(): Promise<readonly ProcessFigures[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(ids.map((id) => readProc(Number(id)).catch(() => null)))
  return found.filter((one) => one !== null)
}

async function readProc(id: number): Promise<ProcessFigures> {
  const stat = await readFile(`/proc/${id}/stat`, 'utf8')
  // The name is in brackets and may contain any character.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const field = (place: number) => Number(fields[place - 3])
  const status = await readFile(`/proc/${id}/status`, 'utf8')
  const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0)
  return {
    id,
    parentId: field(4),
    processorMs: (field(14) + field(15)) * tickMs,
    memoryBytes: kilobytes * 1024
  }
}

/** Of macOS: id, parent, kilobytes, time as `[days-][hours:]minutes:seconds`. */
function readTable(table: string): readonly ProcessFigures[] {
  return table.split('\n').flatMap((line) => {
    const [id = '', parentId, kilobytes, time = ''] = line.trim().split(/\s+/)
    if (!/^\d+$/.test(id)) return []
    const [clock = '', days = '0'] = time.split('-').reverse()
    const seconds = clock.split(':').reduce((whole, part) => whole * 60 + Number(part), 0)
    return [
      {
        id: Number(id),
        parentId: Number(parentId),
        processorMs: Math.round((seconds + Number(days) * 86_400) * 1000),
        memoryBytes: Number(kilobytes) * 1024
      }
    ]
  })
}
