/**
 * Enforces the limits of a sandboxed server while it runs, measured twice a second. Beyond the limit of memory or
 * processes it is reported, in order to end it. Beyond its share of the processor it is paused until it is within it
 * again.
 */
import { performance } from 'node:perf_hooks'
import { followTree, readProcessMemory, readProcessorMs } from './process-tree'
import type { ReportedLimit } from '../../contract/consent/file-activity'
import type { ResourceLimits } from './resource-limits'

export interface Exceeded {
  readonly limit: Exclude<ReportedLimit['limit'], 'processor' | 'home'>
  /** Megabytes, or number of processes. */
  readonly allowed: number
}

export interface LimitWatch {
  /** The process of the sandbox. */
  readonly processId: number
  readonly limits: Omit<ResourceLimits, 'homeBytes'>
  /** Called at most once. */
  readonly exceeded: (what: Exceeded) => void
  /** Called each time that it is paused. */
  readonly slowed: (allowedPercent: number) => void
}

const lookMs = 500
/** Processes of the sandbox itself and of the network relay. */
const ownProcesses = 3
/** The longest single pause. */
const longestRestMs = 2_000

export interface WatchedLimits {
  /**
   * Bytes, the larger of the last two measurements: the last one may have happened during the end. Null: not measured
   * yet.
   */
  readonly memoryHeld: () => number | null
  readonly end: () => void
}

export function watchLimits({ processId, limits, exceeded, slowed }: LimitWatch): WatchedLimits {
  const most = limits.processes + ownProcesses
  const { cpuPercent } = limits
  const throttle = cpuPercent === null ? null : createThrottle(cpuPercent / 100, () => slowed(cpuPercent))
  let isOver = false
  let held: readonly number[] = []
  const end = () => {
    isOver = true
    clearInterval(timer)
    throttle?.end()
  }
  const readTree = followTree(processId, most)
  const look = () => {
    if (isOver) return
    const { ids, isCut } = readTree()
    const megabytes = limits.memoryBytes / 1_048_576
    const memory = isCut ? 0 : ids.reduce((sum, id) => sum + readProcessMemory(id), 0)
    if (memory > 0) held = [...held.slice(-1), memory]
    if (!isCut && memory <= limits.memoryBytes) return throttle?.look(ids)
    end()
    exceeded(
      isCut ? { limit: 'processes', allowed: limits.processes } : { limit: 'memory', allowed: megabytes }
    )
  }
  const timer = setInterval(look, lookMs)
  timer.unref()
  return { memoryHeld: () => (held.length === 0 ? null : Math.max(...held)), end }
}

interface Throttle {
  look(ids: readonly number[]): void
  end(): void
}

/** `share`: of one processor. `slowed`: called when it is paused. */
function createThrottle(share: number, slowed: () => void): Throttle {
  let stopped: readonly number[] = []
  let timer: NodeJS.Timeout | null = null
  let before = { at: performance.now(), used: new Map<number, number>() }
  const goOn = () => {
    timer = null
    signalAll(stopped, 'SIGCONT')
    stopped = []
  }
  return {
    look: ([holder, ...ids]) => {
      // Paused processes have nothing new to report.
      if (timer !== null || holder === undefined) return
      const at = performance.now()
      const used = new Map(ids.map((id) => [id, readProcessorMs(id)]))
      const spent = ids.reduce((sum, id) => sum + (used.get(id) ?? 0) - (before.used.get(id) ?? 0), 0)
      const tooMuch = spent - (at - before.at) * share
      before = { at, used }
      if (tooMuch <= 0) return
      stopped = ids
      signalAll(ids, 'SIGSTOP')
      slowed()
      timer = setTimeout(goOn, Math.min(tooMuch / share, longestRestMs))
    },
    end: () => {
      if (timer !== null) clearTimeout(timer)
      goOn()
    }
  }
}

function signalAll(ids: readonly number[], signal: 'SIGSTOP' | 'SIGCONT'): void {
  for (const id of ids)
    try {
      process.kill(id, signal)
    } catch {
      // It has ended meanwhile.
    }
}
