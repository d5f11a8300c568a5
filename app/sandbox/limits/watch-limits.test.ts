import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, it, vi } from 'vitest'
import { watchLimits } from './watch-limits'

const megabyte = 1_048_576
const hungry = `globalThis.kept = Buffer.alloc(120_000_000, 1)
console.log('full')
process.stdin.once('data', () => process.kill(process.pid, 'SIGSEGV'))`

afterEach(() => vi.useRealTimers())

it.skipIf(process.platform !== 'linux')(
  'keeps the last known memory when a measurement happens between the end of a program and of its sandbox',
  async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    // The shell stands for the sandbox: it reports the end of the program, and keeps running.
    const walls = spawn('/bin/sh', ['-c', '"$0" -e "$1"; echo ended; read -r word', process.execPath, hungry])
    const closed = once(walls, 'close')
    const limits = { memoryBytes: 400 * megabyte, processes: 10, cpuPercent: null }
    const nothing = vi.fn<() => void>()
    const watch = watchLimits({ processId: walls.pid ?? 0, limits, exceeded: nothing, slowed: nothing })
    try {
      expect(watch.memoryHeld()).toBe(null)
      await once(walls.stdout, 'data')
      vi.advanceTimersByTime(500)
      expect(watch.memoryHeld()).toBeGreaterThan(100 * megabyte)
      walls.stdin.write('end\n')
      await once(walls.stdout, 'data')
      vi.advanceTimersByTime(500)
      expect(watch.memoryHeld()).toBeGreaterThan(100 * megabyte)
      vi.advanceTimersByTime(500)
      expect(watch.memoryHeld()).toBeLessThan(100 * megabyte)
    } finally {
      watch.end()
      walls.kill('SIGKILL')
      await closed
    }
  }
)
