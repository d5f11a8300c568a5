/** Runs side by side: a row for each test, and a column for each run, server and model. */
import {
  tabulateResults,
  type ResultCell,
  type ResultColumn
} from '../../../app/contract/workbench/tabulate-results'
import type { TestRun } from '../../../app/contract/workbench/tests'
import { describeDifference } from '../../../app/texts/result-difference'
import { toText } from '../../../app/texts/localized'
import { tests as texts } from '../../../app/texts/compiled/window/tests'
import { formatDuration, formatMoment } from '../../ui/base/format'
import { VisibleText } from '../../ui/base/hidden-characters'
import commonStyles from '../../parts/common.module.css'
import partStyles from '../status/server-parts.module.css'
import { StateOf } from './test-list'
import styles from './tests-panel.module.css'

/** Nothing if there is only one column. */
export function ResultsTable({ title, runs }: { readonly title: string; readonly runs: readonly TestRun[] }) {
  const { columns, rows } = tabulateResults(runs)
  if (columns.length < 2) return null
  return (
    <div className={styles.history}>
      <h3 className={partStyles.inspectHeading}>{title}</h3>
      <div className={styles.wide}>
        <table className={styles.runs} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{texts.test()}</th>
              {columns.map((column) => (
                <th key={nameColumn(column)} scope="col" className={styles.column}>
                  <ColumnTitle column={column} hasTime={runs.length > 1} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ test, cells }) => (
              <tr key={test}>
                <th scope="row" className={styles.column}>
                  <VisibleText text={test} />
                </th>
                {cells.map((cell, at) => (
                  <td key={nameColumn(columns[at])}>{cell !== null && <Cell {...cell} />}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function nameColumn(column: ResultColumn | undefined): string {
  return JSON.stringify([column?.startedAt, column?.serverName, column?.model])
}

function ColumnTitle({ column, hasTime }: { readonly column: ResultColumn; readonly hasTime: boolean }) {
  const { serverName, serverVersion, model, startedAt } = column
  const lines = [
    ...(hasTime ? [formatMoment(startedAt)] : []),
    serverVersion === null ? serverName : `${serverName} ${serverVersion}`,
    ...(model === null ? [] : [model])
  ]
  return lines.map((line) => (
    <div key={line}>
      <VisibleText text={line} />
    </div>
  ))
}

function Cell({ result, difference }: ResultCell) {
  const { calls, callCount, tookMs, tokens } = result
  const facts = [
    ...(calls === undefined ? [] : [texts.calls({ count: callCount ?? calls.length })]),
    ...(tookMs === null ? [] : [formatDuration(tookMs)]),
    ...(tokens === null ? [] : [texts.tokens({ count: tokens })])
  ]
  return (
    <>
      <StateOf state={result.state} />
      <div className={commonStyles.smallNote}>{facts.join(' · ')}</div>
      {difference !== null && (
        <div className={styles.differs}>
          <VisibleText text={`≠ ${toText(describeDifference(difference))}`} />
        </div>
      )}
    </>
  )
}
