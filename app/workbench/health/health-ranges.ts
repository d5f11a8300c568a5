/** Spans of time in which health is kept and shown. */
import type { HealthView } from '../../contract/workbench/health'
import { sumHealth, type HealthRow } from '../../contract/workbench/health-rows'
import type { HealthRange } from '../../contract/workbench/health-limits'
import { toFigures } from './health-figures'

const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 86_400_000

/** What is kept: short spans for two days, and hours for 90 days. */
export const keptSpans = [
  { spanMs: 5 * minuteMs, keptMs: 2 * dayMs },
  { spanMs: hourMs, keptMs: 90 * dayMs }
] as const

interface ShownRange {
  readonly spanMs: (typeof keptSpans)[number]['spanMs']
  readonly stepMs: number
  readonly steps: number
}

const shownRanges: Readonly<Record<HealthRange, ShownRange>> = {
  hour: { spanMs: 5 * minuteMs, stepMs: 5 * minuteMs, steps: 12 },
  day: { spanMs: 5 * minuteMs, stepMs: 15 * minuteMs, steps: 96 },
  week: { spanMs: hourMs, stepMs: hourMs, steps: 168 },
  quarter: { spanMs: hourMs, stepMs: dayMs, steps: 90 }
}

export interface HealthWindow extends ShownRange {
  /** The start of the first step. */
  readonly from: number
  readonly to: number
}

/** The last steps of a range up to now. Days begin at midnight of this computer. */
export function findWindow(range: HealthRange, now: number): HealthWindow {
  const shown = shownRanges[range]
  const { stepMs, steps } = shown
  const last = stepMs === dayMs ? new Date(now).setHours(0, 0, 0, 0) : now - (now % stepMs)
  return { ...shown, from: last - (steps - 1) * stepMs, to: last + stepMs }
}

export function floorToSpan(at: number, spanMs: number): number {
  return at - (at % spanMs)
}

const mostTools = 500

/** `rows`: each at the start of its step, of the server and its tools. */
export function buildHealthView(
  { from, to, stepMs }: HealthWindow,
  rows: readonly HealthRow[]
): Omit<HealthView, 'exceeded'> {
  const steps = [...group(rows, ({ at }) => at)]
    .map(([at, ofStep]) => ({ at, counts: sumHealth(ofStep) }))
    .toSorted((one, other) => one.at - other.at)
  const points = steps.map(({ at, counts }) => ({ at, ...toFigures(counts) }))
  const total = toFigures(sumHealth(steps.map(({ counts }) => counts)))
  const tools = [...group(rows, ({ toolName }) => toolName)]
    .filter(([toolName]) => toolName !== '')
    .map(([toolName, ofTool]) => ({ toolName, ...pickCalls(toFigures(sumHealth(ofTool))) }))
    .toSorted((one, other) => other.calls - one.calls)
    .slice(0, mostTools)
  return { from, to, stepMs, points, total, tools }
}

function group<K>(rows: readonly HealthRow[], keyOf: (row: HealthRow) => K): Map<K, HealthRow[]> {
  const groups = new Map<K, HealthRow[]>()
  for (const row of rows) {
    const own = groups.get(keyOf(row))
    if (own === undefined) groups.set(keyOf(row), [row])
    else own.push(row)
  }
  return groups
}

function pickCalls({ calls, errors, p50Ms, p95Ms }: ReturnType<typeof toFigures>) {
  return { calls, errors, p50Ms, p95Ms }
}
