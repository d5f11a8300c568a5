/**
 * Holds the private folder of a running server to its limit. How long a look takes depends on what the server put there, so the
 * next one waits accordingly; it comes at once when the disk loses much space meanwhile.
 */
import { statfs } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import { measureFolder } from '../homes/measure-folder'

export interface HomeWatch {
  readonly folder: string
  readonly limitBytes: number
  /** At most once. */
  readonly exceeded: () => void
}

const tickMs = 500
const leastWaitMs = 2_000
/** Of the time that a look takes: looks take a twentieth of all time at most. */
const restFactor = 20
/** Of the limit, that the disk may lose before the next look. */
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
  // Where the system doesn't tell, only the clock counts.
  const found = await statfs(folder).catch(() => null)
  return found === null ? Infinity : found.bavail * found.bsize
}
