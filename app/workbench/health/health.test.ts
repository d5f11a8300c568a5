import { describe, expect, it } from 'vitest'
import { noHealth, type HealthCounts, type HealthRow } from '../../contract/workbench/health-rows'
import { estimatePercentile, findBucket, type Durations } from './durations'
import { exportHealth } from './export-health'
import { findExceeded } from './health-limits'
import { buildHealthView, findWindow } from './health-ranges'

const minuteMs = 60_000

function histogram(durations: readonly number[]): Durations {
  const buckets: Record<string, number> = {}
  for (const ms of durations) buckets[findBucket(ms)] = (buckets[findBucket(ms)] ?? 0) + 1
  return buckets
}

function row(counts: Partial<HealthRow>): HealthRow {
  return { serverName: 'notes', toolName: '', spanMs: 5 * minuteMs, at: 0, ...noHealth, ...counts }
}

describe('the histogram of durations', () => {
  it.each([1, 7, 42, 980, 15_000, 3_600_000])('finds a percentile of %i ms within 5 percent', (ms) => {
    const estimate = estimatePercentile(histogram([ms, ms, ms]), 0.95) ?? 0
    expect(Math.abs(estimate - ms)).toBeLessThanOrEqual(Math.max(1, ms * 0.05))
  })

  it('separates the median from the slow calls', () => {
    const durations = histogram([
      ...Array.from({ length: 90 }, () => 20),
      ...Array.from({ length: 10 }, () => 2_000)
    ])
    expect(estimatePercentile(durations, 0.5)).toBeLessThan(22)
    expect(estimatePercentile(durations, 0.95)).toBeGreaterThan(1_900)
  })

  it('has no percentile without calls, and takes durations of 0 ms', () => {
    expect(estimatePercentile({}, 0.5)).toBeNull()
    expect(estimatePercentile(histogram([0]), 0.5)).toBe(1)
  })

  it('sorts buckets by number, because keys of JSON are texts', () => {
    expect(estimatePercentile({ '9': 99, '80': 1 }, 0.5)).toBeLessThan(5)
  })
})

describe('the shown view', () => {
  const now = new Date(2026, 10, 30, 12, 34).getTime()

  it('ends now, and days begin at midnight', () => {
    for (const range of ['hour', 'day', 'week', 'quarter'] as const) {
      const { from, to, stepMs, steps } = findWindow(range, now)
      expect(to).toBeGreaterThan(now)
      expect(to - from).toBe(stepMs * steps)
    }
    expect(new Date(findWindow('quarter', now).to - 1).getDate()).toBe(30)
  })

  it('adds a server and its tools up by step and by tool', () => {
    const window = findWindow('hour', now)
    const at = window.from
    const view = buildHealthView(window, [
      row({ at, memoryBytes: 10, definitionTokens: 100 }),
      row({ at, toolName: 'read', calls: 3, errors: 1, durations: histogram([10, 10]) }),
      row({ at: at + window.stepMs, toolName: 'write', calls: 5, durations: histogram([900]) }),
      row({
        at: at + window.stepMs,
        memoryBytes: 30,
        restarts: 1,
        blockedFiles: 2,
        blockedHosts: 4,
        definitionTokens: 90
      })
    ])
    expect(view.points).toMatchObject([
      { at, calls: 3, errors: 1, memoryBytes: 10 },
      { at: at + window.stepMs, calls: 5, restarts: 1, memoryBytes: 30 }
    ])
    expect(view.total).toMatchObject({ calls: 8, errors: 1, restarts: 1, blockedFiles: 2, blockedHosts: 4 })
    expect(view.total).toMatchObject({ memoryBytes: 30, definitionTokens: 90 })
    expect(view.tools.map(({ toolName, calls }) => [toolName, calls])).toEqual([
      ['write', 5],
      ['read', 3]
    ])
  })
})

describe('limits', () => {
  const hour = (counts: Partial<HealthCounts>): HealthCounts => ({ ...noHealth, ...counts })

  it('name what a server exceeds, with the value', () => {
    const counts = hour({
      calls: 10,
      errors: 3,
      restarts: 4,
      durations: histogram(Array(7).fill(500) as number[])
    })
    const limits = { errorPercent: 20, p95Ms: 400, memoryMb: 50, restarts: 3 }
    const found = findExceeded(limits, counts, 60_000_000)
    expect(found.map(({ name }) => name)).toEqual(['errorPercent', 'p95Ms', 'memoryMb', 'restarts'])
    expect(found[0]).toEqual({ name: 'errorPercent', value: 30, limit: 20 })
  })

  it('allow exactly the limit, and ignore limits that are not set or unknown', () => {
    const counts = hour({ calls: 10, errors: 2, restarts: 9 })
    expect(findExceeded({ errorPercent: 20, mine: 1 }, counts, 60_000_000)).toEqual([])
  })

  it('do not judge the share of errors by a few calls', () => {
    expect(findExceeded({ errorPercent: 20 }, hour({ calls: 4, errors: 4 }), null)).toEqual([])
  })
})

describe('an export', () => {
  const pieces = async function* () {
    yield [row({ toolName: '=cmd("x"),y', calls: 2, durations: histogram([20, 20]) })]
    yield [row({ at: 3_600_000, memoryBytes: 5 })]
  }
  const read = async (format: 'csv' | 'json') => {
    let text = ''
    for await (const piece of exportHealth(format, pieces())) text += piece
    return text
  }

  it('is CSV that no spreadsheet runs as a formula', async () => {
    const [head, first, second] = (await read('csv')).split('\r\n')
    expect(head).toBe(
      'time,server,tool,calls,errors,p50Ms,p95Ms,restarts,blockedFiles,blockedHosts,memoryBytes,definitionTokens'
    )
    expect(first).toMatch(/^1970-01-01T00:00:00\.000Z,notes,"'=cmd\(""x""\),y",2,0,\d+,\d+,0,0,0,,$/)
    expect(second).toBe('1970-01-01T01:00:00.000Z,notes,,0,0,,,0,0,0,5,')
  })

  it('is JSON with one object per hour and tool', async () => {
    expect(JSON.parse(await read('json'))).toMatchObject([
      { time: '1970-01-01T00:00:00.000Z', server: 'notes', tool: '=cmd("x"),y', calls: 2 },
      { time: '1970-01-01T01:00:00.000Z', tool: '', memoryBytes: 5 }
    ])
  })
})
