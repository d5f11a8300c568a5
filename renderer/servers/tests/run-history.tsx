/** The last runs as a table, newest first. */
import { useState } from 'react'
import type { TestRun } from '../../../app/contract/workbench/tests'
import { servers } from '../../../app/texts/compiled/window/servers'
import { tests as texts } from '../../../app/texts/compiled/window/tests'
import { formatDuration, formatMoment } from '../../ui/base/format'
import { VisibleText } from '../../ui/base/hidden-characters'
import { Button } from '../../ui/controls/button'
import partStyles from '../status/server-parts.module.css'
import { countPassed } from './test-list'
import styles from './tests-panel.module.css'

const shownAtOnce = 10

export function RunHistory({ runs }: { readonly runs: readonly TestRun[] }) {
  const [shownCount, setShownCount] = useState(shownAtOnce)
  const ended = runs.filter(({ endedAt }) => endedAt !== null)
  if (ended.length === 0) return null
  return (
    <div className={styles.history}>
      <h3 className={partStyles.inspectHeading}>{texts.history()}</h3>
      <table className={styles.runs} aria-label={texts.history()}>
        <thead>
          <tr>
            {[texts.time(), texts.passedCount(), texts.otherCount(), texts.others(), texts.duration()].map(
              (title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              )
            )}
          </tr>
        </thead>
        <tbody>
          {ended.slice(0, shownCount).map((run) => (
            <Row key={run.id} run={run} />
          ))}
        </tbody>
      </table>
      {ended.length > shownCount && (
        <Button size="small" onClick={() => setShownCount(shownCount + shownAtOnce)}>
          {servers.showMore({ count: ended.length - shownCount })}
        </Button>
      )}
    </div>
  )
}

const mostNames = 5

function Row({ run }: { readonly run: TestRun }) {
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
    </tr>
  )
}
