/**
 * Blocked connections of a sandboxed server, counted by the kernel: reported at once, then together, and never requests
 * to its proxy.
 */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ReportedFile } from '../../contract/consent/file-activity'
import { countAttempts } from './count-attempts'

const counts = { addresses: 0, names: 0, ports: 0 }
let own: number
let told: ReportedFile[]
const open = () =>
  countAttempts({
    processId: 1,
    askedForOwn: () => own,
    read: () => ({ ...counts }),
    tell: (news) => told.push(news)
  })
const seen = () => told.splice(0).map(({ access, count }) => `${access} ${count}`)

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(counts, { addresses: 0, names: 0, ports: 0 })
  own = 0
  told = []
})
afterEach(() => {
  vi.useRealTimers()
})

it('reports addresses and names when its server is heard, then everything within a minute together', () => {
  const tries = open()
  vi.advanceTimersByTime(1_000)
  Object.assign(counts, { addresses: 1, names: 2 })
  tries.look()
  expect(seen()).toEqual(['addresses 1', 'names 2'])
  counts.addresses = 41
  vi.advanceTimersByTime(50_000)
  tries.look()
  expect(seen()).toEqual([])
  vi.advanceTimersByTime(15_000)
  expect(seen()).toEqual(['addresses 40'])
  tries.close()
  counts.names = 9
  vi.advanceTimersByTime(120_000)
  expect(seen()).toEqual([])
})

it("reports ports of this computer only if its proxy wasn't asked for them, before or after", () => {
  const tries = open()
  counts.ports = 2
  vi.advanceTimersByTime(5_000)
  own = 1
  vi.advanceTimersByTime(60_000)
  expect(seen()).toEqual([])
  counts.ports = 5
  vi.advanceTimersByTime(10_000)
  expect(seen()).toEqual(['ports 3'])
  tries.close()
})
