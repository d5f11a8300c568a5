/** The last runs as a table, newest first. */
import { useState } from 'react'
import type { TestRun } from '../../../app/contract/workbench/tests'
import { servers } from '../../../app/texts/compiled/window/servers'
import { tests as texts } from '../../../app/texts/compiled/window/tests'
import { formatDuration, formatMoment } from '../../ui/base/format'
import { VisibleText } from '../../ui/base/hidden-characters'
import { Button } from '../../ui/controls/button'
import partStyles from '../status/server-parts.module.css'
import { ResultsTable } from './results-table'
import { countPassed } from './test-list'
import styles from './tests-panel.module.css'

const shownAtOnce = 10

export function RunHistory({ runs }: { readonly runs: readonly TestRun[] }) {
  const [shownCount, setShownCount] = useState(shownAtOnce)
  const [compared, setCompared] = useState<readonly string[]>([])
  const ended = runs.filter(({ endedAt }) => endedAt !== null)
  // Older first.
  const chosen = ended.filter(({ id }) => compared.includes(id)).toReversed()
  const toggle = (id: string) =>
    setCompared(compared.includes(id) ? compared.filter((one) => one !== id) : [...compared.slice(-1), id])
  if (ended.length === 0) return null
  return (
    <div className={styles.history}>
      <ResultsTable title={texts.sideBySide()} runs={ended.slice(0, 1)} />
      <h3 className={partStyles.inspectHeading}>{texts.history()}</h3>
      <table className={styles.runs} aria-label={texts.history()}>
        <thead>
          <tr>
            {titles.map((title) => (
              <th key={title()} scope="col">
                {title()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ended.slice(0, shownCount).map((run) => (
            <Row
              key={run.id}
              run={run}
              isCompared={compared.includes(run.id)}
              onCompare={ended.length > 1 ? () => toggle(run.id) : null}
            />
          ))}
        </tbody>
      </table>
      {ended.length > shownCount && (
        <Button size="small" onClick={() => setShownCount(shownCount + shownAtOnce)}>
          {servers.showMore({ count: ended.length - shownCount })}
        </Button>
      )}
      {chosen.length === 2 && <ResultsTable title={texts.comparedRuns()} runs={chosen} />}
    </div>
  )
}

const titles = [texts.time, texts.passedCount, texts.otherCount, texts.others, texts.duration, texts.compare]

const mostNames = 5

interface RowProps {
  readonly run: TestRun
  readonly isCompared: boolean
  /** Null: there is no other run. */
  readonly onCompare: (() => void) | null
}

function Row({ run, isCompared, onCompare }: RowProps) {
  const passed = countPassed(run)
  const others = run.results.filter(({ state }) => state !== 'passed')
  const names = [...new Set(others.map(({ test }) => test))]
  const more = names.length > mostNames ? ', …' : ''
  return (
    <tr>
      <td>{formatMoment(run.startedAt)}</td>
      <td>{passed}</td>
      <td>{others.length}</td>
      <td className={styles.names}>
        <VisibleText text={`${names.slice(0, mostNames).join(', ')}${more}`} />
      </td>
      <td>{formatDuration((run.endedAt ?? run.startedAt) - run.startedAt)}</td>
      <td>
        {onCompare !== null && (
          <Button
            size="small"
            variant="quiet"
            aria-pressed={isCompared}
            aria-label={texts.compareRun({ time: formatMoment(run.startedAt) })}
            onClick={onCompare}
          >
            {texts.compare()}
          </Button>
        )}
      </td>
    </tr>
  )
}
