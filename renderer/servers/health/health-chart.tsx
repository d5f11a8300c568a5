/** One chart: its title, a sentence that sums it up, the drawing, and the same figures as a table. */
import { Suspense, useId, useState } from 'react'
import { health as texts } from '../../../app/texts/compiled/window/health'
import { formatMoment } from '../../ui/base/format'
import { FoldButton } from '../../ui/controls/fold-button'
import { latePart } from '../../ui/controls/late-part'
import { TableFrame } from '../../ui/untrusted/table-frame'
import styles from './health.module.css'

export interface ChartSeries {
  readonly label: string
  /** The variable of a token. */
  readonly color: string
  /** One for each time; null: nothing was measured. */
  readonly values: readonly (number | null)[]
  readonly isBar?: boolean
}

export interface ChartData {
  /** The start of each step. */
  readonly times: readonly number[]
  readonly stepMs: number
  readonly series: readonly ChartSeries[]
  readonly format: (value: number) => string
  /** The axis shows no fractions. */
  readonly isWhole?: boolean
}

interface HealthChartProps {
  readonly title: string
  readonly summary: string
  readonly data: ChartData
}

const load = () => import('./drawn-chart')
const DrawnChart = latePart(async () => (await load()).DrawnChart)

export function HealthChart({ title, summary, data }: HealthChartProps) {
  const [isTable, setIsTable] = useState(false)
  const id = useId()
  return (
    <figure className={styles.chart} aria-label={title}>
      <figcaption>
        <h4 className={styles.chartTitle}>{title}</h4>
        <p className={styles.chartSummary}>{summary}</p>
      </figcaption>
      <ul className={styles.legend} aria-hidden>
        {data.series.map(({ label, color }) => (
          <li key={label} style={{ color: `var(${color})` }}>
            <span className={styles.legendWords}>{label}</span>
          </li>
        ))}
      </ul>
      <Suspense fallback={<div className={styles.canvas} />}>
        <DrawnChart data={data} />
      </Suspense>
      <FoldButton isOpen={isTable} controls={id} onToggle={() => setIsTable(!isTable)}>
        {texts.showTable()}
      </FoldButton>
      <div id={id}>{isTable && <FiguresTable title={title} data={data} />}</div>
    </figure>
  )
}

/** Only the steps in which something was measured, newest first. */
function FiguresTable({ title, data }: Pick<HealthChartProps, 'title' | 'data'>) {
  const { times, series, format } = data
  const head = [texts.time(), ...series.map(({ label }) => label)]
  const rows = times
    .map((at, index) => [formatMoment(at), ...series.map(({ values }) => describe(values[index], format))])
    .filter((_row, index) => series.some(({ values }) => (values[index] ?? 0) > 0))
    .toReversed()
  return (
    <TableFrame rows={() => [head, ...rows]}>
      <table className={styles.table} aria-label={title}>
        <thead>
          <tr>
            {head.map((cell) => (
              <th key={cell} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([time, ...cells]) => (
            <tr key={time}>
              <th scope="row">{time}</th>
              {cells.map((cell, index) => (
                <td key={head[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  )
}

function describe(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? '–' : format(value)
}
