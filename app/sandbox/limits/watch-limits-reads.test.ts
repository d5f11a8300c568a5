import { afterEach, expect, it, vi } from 'vitest'
import { readNewestId, readTree } from './process-tree'
import { watchLimits } from './watch-limits'

vi.mock(import('./process-tree'), async (load) => ({
  ...(await load()),
  readTree: vi.fn<typeof readTree>(() => ({ ids: [1], isCut: false })),
  readNewestId: vi.fn<typeof readNewestId>(),
  readProcessMemory: () => 1
}))

afterEach(() => vi.useRealTimers())

it('reads the processes of a server again only after the system has started one', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const limits = { memoryBytes: 1_000, processes: 10, cpuPercent: null }
  const exceeded = vi.fn<(what: unknown) => void>()
  const watch = watchLimits({ processId: 1, limits, exceeded, slowed: () => {} })
  const look = (newestId: string | null) => {
    vi.mocked(readNewestId).mockReturnValue(newestId)
    vi.advanceTimersByTime(500)
    return vi.mocked(readTree).mock.calls.length
  }
  expect([look('7'), look('7'), look('8'), look('8')]).toEqual([1, 1, 2, 2])
  expect([look(null), look(null)]).toEqual([3, 4])
  vi.mocked(readTree).mockReturnValue({ ids: [1], isCut: true })
  look('9')
  expect(exceeded).toHaveBeenCalledWith({ limit: 'processes', allowed: 10 })
  watch.end()
})
