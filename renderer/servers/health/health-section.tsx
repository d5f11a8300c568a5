/** Section `Health` of a server: what was counted in a time, as figures, charts and a table of its tools. */
import { useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { ServerView } from '../../../app/contract/servers'
import type { HealthPoint, HealthView } from '../../../app/contract/workbench/health'
import {
  healthRanges,
  type HealthExport,
  type HealthLimitName,
  type HealthRange
} from '../../../app/contract/workbench/health-limits'
import { health as texts } from '../../../app/texts/compiled/window/health'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { useRead } from '../../bridge/use-read'
import { formatDuration, formatShare, formatSize } from '../../ui/base/format'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { Badge } from '../../ui/controls/badge'
import { Button } from '../../ui/controls/button'
import { EmptyState } from '../../ui/controls/empty-state'
import { FailureText } from '../../ui/controls/failure-text'
import { Select } from '../../ui/controls/select'
import commonStyles from '../../parts/common.module.css'
import { HealthChart, type ChartData } from './health-chart'
import { LimitsForm } from './limits-form'
import { ToolFigures } from './tool-figures'
import partStyles from '../status/server-parts.module.css'
import styles from './health.module.css'

const rangeTitles: Readonly<Record<HealthRange, () => string>> = {
  hour: texts.hour,
  day: texts.day,
  week: texts.week,
  quarter: texts.quarter
}

const againAfterMs = 30_000

/** A region named `Health of ‹server›`. */
export function HealthSection({ server }: { readonly server: ServerView }) {
  const [range, setRange] = useState<HealthRange>('day')
  const { name: serverName, counts } = server
  const { value, failure } = useRead({
    key: JSON.stringify([serverName, range]),
    read: () => call('health.read', { serverName, range }),
    freshness: `${useTicks()} ${counts.calls} ${counts.failedCalls} ${counts.restarts}`
  })
  return (
    <section
      className={commonStyles.stack3}
      aria-label={plainWithMarks(texts.sectionOf({ name: serverName }))}
    >
      <div className={styles.head}>
        <h3 className={partStyles.inspectHeading}>{texts.title()}</h3>
        <Select
          label={texts.range()}
          isLabelHidden
          options={healthRanges.map((each) => ({ value: each, label: rangeTitles[each]() }))}
          value={range}
          onChange={(chosen) => setRange(chosen as HealthRange)}
        />
      </div>
      <FailureText text={failure} />
      {value !== null && value.points.length === 0 && (
        <EmptyState title={texts.empty()}>{texts.emptyNote()}</EmptyState>
      )}
      {value !== null && value.points.length > 0 && <Shown view={value} />}
      <Exports serverName={serverName} />
      <LimitsForm key={JSON.stringify(server.healthLimits)} server={server} />
    </section>
  )
}

/** Changes every half minute. */
function useTicks(): number {
  const [ticks, setTicks] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTicks((before) => before + 1), againAfterMs)
    return () => clearInterval(timer)
  }, [])
  return ticks
}

function Shown({ view }: { readonly view: HealthView }) {
  const charts = useMemo(() => buildCharts(view), [view])
  return (
    <>
      <Figures view={view} />
      {charts.map((chart) => (
        <HealthChart key={chart.title} {...chart} />
      ))}
      {view.tools.length > 0 && <ToolFigures tools={view.tools} />}
    </>
  )
}

function Figures({ view: { total, exceeded } }: { readonly view: HealthView }) {
  const { calls, errors } = total
  return (
    <dl className={styles.figures}>
      <Figure label={texts.calls()}>{String(calls)}</Figure>
      <Figure label={texts.errors()} limit="errorPercent" exceeded={exceeded}>
        {errors === 0 ? '0' : texts.errorsOf({ errors, share: formatShare(errors / calls) })}
      </Figure>
      <Figure label={texts.p50()}>{durationOf(total.p50Ms)}</Figure>
      <Figure label={texts.p95()} limit="p95Ms" exceeded={exceeded}>
        {durationOf(total.p95Ms)}
      </Figure>
      <Figure label={texts.restarts()} limit="restarts" exceeded={exceeded}>
        {String(total.restarts)}
      </Figure>
      <Figure label={texts.memory()} limit="memoryMb" exceeded={exceeded}>
        {total.memoryBytes === null ? texts.notMeasured() : formatSize(total.memoryBytes)}
      </Figure>
      <Figure label={texts.tokens()}>
        {total.definitionTokens === null
          ? texts.notMeasured()
          : texts.tokenCount({ count: total.definitionTokens })}
      </Figure>
      <Figure label={texts.blockedFiles()}>{String(total.blockedFiles)}</Figure>
      <Figure label={texts.blockedHosts()}>{String(total.blockedHosts)}</Figure>
    </dl>
  )
}

interface FigureProps {
  readonly label: string
  readonly limit?: HealthLimitName
  readonly exceeded?: readonly HealthLimitName[]
  readonly children: ReactNode
}

function Figure({ label, limit, exceeded = [], children }: FigureProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {children}{' '}
        {limit !== undefined && exceeded.includes(limit) && <Badge tone="warning">{texts.exceeds()}</Badge>}
      </dd>
    </div>
  )
}

function durationOf(ms: number | null): string {
  return ms === null ? texts.notMeasured() : formatDuration(ms)
}

function buildCharts(view: HealthView) {
  const { total, points } = view
  const most = (figure: (point: HealthPoint) => number | null) =>
    Math.max(0, ...points.map((point) => figure(point) ?? 0))
  const memory = points.flatMap(({ memoryBytes }) => memoryBytes ?? [])
  const charts = [
    {
      title: texts.callsChart(),
      summary: texts.callsSummary({
        calls: total.calls,
        errors: total.errors,
        most: most(({ calls }) => calls)
      }),
      isShown: total.calls > 0,
      data: chartOf(view, formatCount, [
        { label: texts.calls(), color: '--accent', isBar: true, figure: ({ calls }) => calls },
        { label: texts.errors(), color: '--danger', isBar: true, figure: ({ errors }) => errors }
      ])
    },
    {
      title: texts.durationChart(),
      summary: texts.durationSummary({
        p50: durationOf(total.p50Ms),
        p95: durationOf(total.p95Ms),
        most: formatDuration(most(({ p95Ms }) => p95Ms))
      }),
      isShown: total.p50Ms !== null,
      data: chartOf(view, formatDuration, [
        { label: texts.p50(), color: '--accent', figure: ({ p50Ms }) => p50Ms },
        { label: texts.p95(), color: '--warning', figure: ({ p95Ms }) => p95Ms }
      ])
    },
    {
      title: texts.memoryChart(),
      summary: texts.memorySummary({
        most: formatSize(Math.max(0, ...memory)),
        last: formatSize(memory.at(-1) ?? 0)
      }),
      isShown: memory.length > 0,
      data: chartOf(view, formatSize, [
        { label: texts.memory(), color: '--success', figure: ({ memoryBytes }) => memoryBytes }
      ])
    }
  ]
  return charts.flatMap(({ isShown, title, summary, data }) => (isShown ? [{ title, summary, data }] : []))
}

const formatCount = (calls: number): string => String(calls)

interface Line {
  readonly label: string
  readonly color: string
  readonly isBar?: boolean
  readonly figure: (point: HealthPoint) => number | null
}

/** Steps without a point are gaps. */
function chartOf(
  { from, to, stepMs, points }: HealthView,
  format: (value: number) => string,
  lines: readonly Line[]
): ChartData {
  const times = Array.from({ length: Math.round((to - from) / stepMs) }, (_, index) => from + index * stepMs)
  const byTime = new Map(points.map((point) => [point.at, point]))
  return {
    times,
    stepMs,
    format,
    isWhole: format === formatCount,
    series: lines.map(({ figure, ...line }) => ({
      ...line,
      values: times.map((at) => {
        const point = byTime.get(at)
        return point === undefined ? null : figure(point)
      })
    }))
  }
}

function Exports({ serverName }: { readonly serverName: string }) {
  const { pending, failure, run } = useCommand()
  const [path, setPath] = useState<string | null>(null)
  const save = (format: HealthExport) =>
    void run(async () => setPath((await call('health.export', { serverName, format })).path))
  return (
    <div className={commonStyles.wrapRow}>
      <Button size="small" disabled={pending !== null} onClick={() => save('csv')}>
        {texts.exportCsv()}
      </Button>
      <Button size="small" disabled={pending !== null} onClick={() => save('json')}>
        {texts.exportJson()}
      </Button>
      <span role="status" className={commonStyles.note}>
        {path !== null && <VisibleText text={texts.exported({ path })} />}
      </span>
      <FailureText text={failure} />
    </div>
  )
}
