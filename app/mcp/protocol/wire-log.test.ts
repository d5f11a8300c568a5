/** The log of a server that writes too much. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ServerLogLine } from '../../contract/servers'
import { createWireLog } from './wire-log'

beforeEach(() => vi.useFakeTimers({ now: 0 }))
afterEach(() => vi.useRealTimers())

function watchLog() {
  const written: ServerLogLine[] = []
  const log = createWireLog((line) => written.push(line), Date.now)
  const flood = (lines: number) => {
    for (let count = 0; count < lines; count += 1) log('stderr', 'info', 'again')
  }
  const notes = () => written.filter(({ source }) => source === 'life')
  return { written, log, flood, notes }
}

it('LOG-07: writes each line with its time, source and level', () => {
  const { written, log } = watchLog()
  log('stderr', 'info', 'one')
  vi.advanceTimersByTime(1_000)
  log('log', 'error', 'two')
  expect(written).toEqual([
    { at: 0, source: 'stderr', level: 'info', text: 'one' },
    { at: 1_000, source: 'log', level: 'error', text: 'two' }
  ])
})

it('LOG-07 SEC-20: accepts two thousand lines at once, then two hundred a second, and says how many it left out', () => {
  const { written, flood } = watchLog()
  flood(2_500)
  expect(written).toHaveLength(2_000)
  vi.advanceTimersByTime(1_000)
  flood(500)
  expect(written.slice(2_000)).toEqual([
    { at: 1_000, source: 'life', level: 'warning', text: '500 lines left out: too many at once.' },
    ...Array.from({ length: 200 }, () => ({ at: 1_000, source: 'stderr', level: 'info', text: 'again' }))
  ])
})

it('LOG-07: says once a second during a flood, and at its end, what was left out', () => {
  const { written, flood, notes } = watchLog()
  flood(2_000)
  for (let wave = 0; wave < 500; wave += 1) {
    flood(10)
    vi.advanceTimersByTime(10)
  }
  expect(notes().length).toBeGreaterThan(3)
  expect(notes().length).toBeLessThan(6)
  vi.advanceTimersByTime(1_000)
  const told = notes().reduce((sum, { text }) => sum + Number.parseInt(text, 10), 0)
  const lines = written.length - notes().length
  expect(lines).toBeGreaterThan(2_800)
  expect(told + lines).toBe(7_000)
})

it("LOG-07: writes Parley's own lines after the pause, up to a limit", () => {
  const { written, log, flood } = watchLog()
  flood(3_000)
  log('life', 'warning', 'It was restarted.')
  flood(10)
  for (let count = 0; count < 50; count += 1) log('life', 'notice', 'Odd.')
  expect(written).toHaveLength(2_000)
  vi.advanceTimersByTime(1_000)
  const [note, first, ...others] = written.slice(2_000).map(({ text }) => text)
  expect([note, first]).toEqual(['1041 lines left out: too many at once.', 'It was restarted.'])
  expect(others).toEqual(Array.from({ length: 19 }, () => 'Odd.'))
})

it('LOG-07: says nothing about lines left out if there were none', () => {
  const { flood, notes } = watchLog()
  flood(2_000)
  vi.advanceTimersByTime(10_000)
  flood(2_000)
  vi.advanceTimersByTime(10_000)
  expect(notes()).toEqual([])
})

it('LOG-07: cuts a line at 8,192 characters and marks that', () => {
  const { written, log } = watchLog()
  log('stderr', 'info', 'x'.repeat(8_192))
  log('stderr', 'info', `${'x'.repeat(8_192)}y`)
  expect(written.map(({ text }) => text)).toEqual(['x'.repeat(8_192), `${'x'.repeat(8_192)}…`])
})
