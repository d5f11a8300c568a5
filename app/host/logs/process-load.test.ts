import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { readProcessLoad, type LoadSystem } from './process-load'
import { soon } from '../../testing/soon'

const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

test.runIf(process.platform === 'linux')(
  'counts a program with its child processes, and the processor time grows as they work',
  async () => {
    const busy = 'for (;;) {}'
    const code = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(busy)}]); setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['-e', code], { stdio: 'ignore', detached: true })
    started.push(child)
    const id = child.pid ?? 0
    const load = async () => await readProcessLoad(id)
    await vi.waitFor(async () => expect((await load())?.processCount).toBe(2), soon)
    const first = await load()
    expect(first?.memoryBytes).toBeGreaterThan(20_000_000)
    await vi.waitFor(
      async () => expect((await load())?.processorMs).toBeGreaterThan((first?.processorMs ?? 0) + 50),
      soon
    )
    process.kill(-id, 'SIGKILL')
    await once(child, 'exit')
    await vi.waitFor(async () => expect(await load()).toBeNull(), soon)
  }
)

describe('on macOS', () => {
  const table = `
    1     0   1200   0:10.50
  310     1  80000   1:02.25
  311   310  20000   1:01:00.00
  312   311   1000 2-00:00:01.00
  400     1   9999   9:00.00
`
  const mac = (run: LoadSystem['run']): LoadSystem => ({ platform: 'darwin', now: () => 77, run })

  it("reads the system's table: parents, kilobytes, days and hours", async () => {
    const asked: unknown[] = []
    const system = mac(async (...words) => (asked.push(words), table))
    expect(await readProcessLoad(310, system)).toEqual({
      at: 77,
      processCount: 3,
      memoryBytes: 101_000 * 1024,
      processorMs: 62_250 + 3_660_000 + 172_801_000
    })
    expect(asked).toEqual([['/bin/ps', ['-axo', 'pid=,ppid=,rss=,time=']]])
  })

  it('returns null for a process that can’t be read', async () => {
    expect(
      await readProcessLoad(
        310,
        mac(() => Promise.reject(new Error('ENOENT')))
      )
    ).toBeNull()
  })
})

it("doesn't query Windows", async () => {
  const run = () => Promise.reject(new Error('asked'))
  expect(await readProcessLoad(1, { platform: 'win32', now: Date.now, run })).toBeNull()
})
