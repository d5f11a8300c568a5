/** Draws lines or bars over time on a canvas, without motion. Loaded with the first chart. */
import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { formatShortDay, formatTime } from '../../ui/base/format'
import { useTheme } from '../../ui/base/use-theme'
import type { ChartData } from './health-chart'
import styles from './health.module.css'

const chartHeight = 150
const hourMs = 3_600_000

/** The figures next to it say the same, so it is hidden from screen readers. */
export function DrawnChart({ data }: { readonly data: ChartData }) {
  const place = useRef<HTMLDivElement>(null)
  const theme = useTheme()
  useEffect(() => {
    const frame = place.current
    if (frame === null) return
    const { times, series } = data
    const values = [times.map((at) => at / 1_000), ...series.map((each) => [...each.values])]
    const chart = new UPlot(createOptions(data, frame), values as UPlot.AlignedData, frame)
    const observer = new ResizeObserver(() =>
      chart.setSize({ width: frame.clientWidth, height: chartHeight })
    )
    observer.observe(frame)
    return () => {
      observer.disconnect()
      chart.destroy()
    }
  }, [data, theme])
  return <div ref={place} className={styles.canvas} aria-hidden />
}

function createOptions(
  { times, series, stepMs, format, isWhole }: ChartData,
  frame: HTMLElement
): UPlot.Options {
  const [line, text] = [readColor(frame, '--border'), readColor(frame, '--text-muted')]
  const axis = { stroke: text, grid: { stroke: line, width: 1 }, ticks: { show: false } }
  const range: UPlot.Range.MinMax = [(times[0] ?? 0) / 1_000, ((times.at(-1) ?? 0) + stepMs) / 1_000]
  return {
    width: frame.clientWidth,
    height: chartHeight,
    cursor: { show: false },
    legend: { show: false },
    scales: { x: { range }, y: { range: (_chart, _low, high) => [0, high > 0 ? high * 1.1 : 1] } },
    axes: [
      {
        ...axis,
        space: 70,
        size: 28,
        values: (_chart, ticks) => ticks.map((tick) => describeTime(tick * 1_000, stepMs))
      },
      {
        ...axis,
        size: 64,
        ...(isWhole === true && { incrs: wholeSteps }),
        values: (_chart, ticks) => ticks.map((tick) => format(tick))
      }
    ],
    series: [
      {},
      ...series.map(({ label, color, isBar }) => ({
        label,
        stroke: readColor(frame, color),
        width: 1.5,
        ...(isBar === true && drawBars !== undefined
          ? { fill: readColor(frame, color), paths: drawBars, points: { show: false } }
          : { points: { show: true, size: 5, fill: readColor(frame, color) } })
      }))
    ]
  }
}

const drawBars = UPlot.paths.bars?.({ size: [0.8, 24], align: 1 })

function describeTime(at: number, stepMs: number): string {
  return stepMs < hourMs ? formatTime(at) : formatShortDay(at)
}

/** Between two lines of the grid. */
const wholeSteps = [1, 2, 5]
  .flatMap((step) => [1, 10, 100, 1_000, 10_000, 100_000].map((ten) => step * ten))
  .toSorted((one, other) => one - other)

/** A canvas takes no variables, and each theme has its own value. */
function readColor(frame: HTMLElement, variable: string): string {
  frame.style.color = `var(${variable})`
  const { color } = getComputedStyle(frame)
  frame.style.removeProperty('color')
  return color
}
