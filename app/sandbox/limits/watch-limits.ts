/**
 * Holds a contained server to its limits for as long as it runs: looked at twice a second. Beyond memory or processes it
 * is told of, for its end; beyond its share of the processor it stands still until it is within it again.
 */
import { performance } from 'node:perf_hooks'
import { readProcessMemory, readProcessorMs, readTree } from './process-tree'
import type { ReportedLimit } from '../../contract/consent/file-activity'
import type { ResourceLimits } from './resource-limits'

export interface Exceeded {
  readonly limit: Exclude<ReportedLimit['limit'], 'processor' | 'home'>
  /** Megabytes, or processes. */
  readonly allowed: number
}

export interface LimitWatch {
  /** The process that holds the walls. */
  readonly processId: number
  readonly limits: Omit<ResourceLimits, 'homeBytes'>
  /** At most once. */
  readonly exceeded: (what: Exceeded) => void
  /** It stands still, each time. */
  readonly slowed: (allowedPercent: number) => void
}

const lookMs = 500
/** The walls themselves and the way to the network. */
const ownProcesses = 3
/** The longest that it stands still at once. */
const longestRestMs = 2_000

export interface WatchedLimits {
  /** Bytes, the more of what the last two looks saw: the last one may have fallen into the end. Null: nobody looked yet. */
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
  const look = () => {
    if (isOver) return
    const { ids, isCut } = readTree(processId, most)
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

/** `share`: of one processor. `slowed`: it stands still. */
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
      // Nothing new is known of those that stand still.
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
      // ended meanwhile
    }
}
