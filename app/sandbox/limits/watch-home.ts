/**
 * Enforces the limit of a running server's private folder. The duration of a measurement depends on what the server put
 * there, so the next one waits accordingly. It comes at once if much disk space disappears meanwhile.
 */
import { statfs } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import { measureFolder } from '../homes/measure-folder'

export interface HomeWatch {
  readonly folder: string
  readonly limitBytes: number
  /** Called at most once. */
  readonly exceeded: () => void
}

const tickMs = 500
const leastWaitMs = 2_000
/** Times the duration of a measurement: measurements take at most a twentieth of the time. */
const restFactor = 20
/** Share of the limit that the disk may lose before the next measurement. */
const sudden = 0.1

export function watchHome({ folder, limitBytes, exceeded }: HomeWatch): { readonly end: () => void } {
  let isOver = false
  let isLooking = false
  let nextAt = 0
  let freeBefore = Infinity
  const end = () => {
    isOver = true
    clearInterval(timer)
  }
  const look = async () => {
    const free = await freeBytes(folder)
    const isSudden = freeBefore - free > limitBytes * sudden
    if (isOver || (performance.now() < nextAt && !isSudden)) return
    freeBefore = free
    const began = performance.now()
    const bytes = await measureFolder(folder, limitBytes).catch(() => 0)
    nextAt = performance.now() + Math.max(leastWaitMs, (performance.now() - began) * restFactor)
    if (isOver || bytes <= limitBytes) return
    end()
    exceeded()
  }
  const tick = () => {
    if (isLooking) return
    isLooking = true
    void look().finally(() => {
      isLooking = false
    })
  }
  const timer = setInterval(tick, tickMs)
  timer.unref()
  tick()
  return { end }
}

async function freeBytes(folder: string): Promise<number> {
  // If the system doesn't report it, only the clock counts.
  const found = await statfs(folder).catch(() => null)
  return found === null ? Infinity : found.bavail * found.bsize
}
