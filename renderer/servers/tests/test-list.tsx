/** One row for each test, with how it ended last. */
import { Play } from 'lucide-react'
import { useState } from 'react'
import type { ListedTest, TestResult, TestRun } from '../../../app/contract/workbench/tests'
import { say, toText } from '../../../app/texts/localized'
import { servers } from '../../../app/texts/compiled/window/servers'
import { tests as texts } from '../../../app/texts/compiled/window/tests'
import { formatDuration } from '../../ui/base/format'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { Badge, type BadgeProps } from '../../ui/controls/badge'
import { Button } from '../../ui/controls/button'
import { Clamp } from '../../ui/controls/clamp'
import commonStyles from '../../parts/common.module.css'
import styles from './tests-panel.module.css'

const shownAtOnce = 50

export interface TestListProps {
  readonly tests: readonly ListedTest[]
  /** Its newest results, one for each server and model. */
  readonly latest: (test: ListedTest) => readonly TestResult[]
  readonly isRunning: boolean
  readonly onRun: (name: string) => void
}

export function TestList({ tests, latest, isRunning, onRun }: TestListProps) {
  const [shownCount, setShownCount] = useState(shownAtOnce)
  return (
    <ul className={styles.tests}>
      {tests.slice(0, shownCount).map((test) => (
        <li key={test.name} className={styles.test} aria-label={plainWithMarks(test.name)}>
          <div className={commonStyles.wrapRow}>
            <strong className={styles.name}>
              <VisibleText text={test.name} />
            </strong>
            <span className={styles.subject}>
              {kinds[test.kind]()} <VisibleText text={test.subject.slice(0, 200)} />
            </span>
            <Button
              size="small"
              variant="quiet"
              icon={Play}
              disabled={isRunning}
              aria-label={plainWithMarks(texts.runTest({ name: test.name }))}
              onClick={() => onRun(test.name)}
            >
              {texts.run()}
            </Button>
          </div>
          {latest(test).map((result) => (
            <Result key={`${result.serverName} ${result.model}`} result={result} />
          ))}
        </li>
      ))}
      {tests.length > shownCount && (
        <li>
          <Button size="small" onClick={() => setShownCount(shownCount + shownAtOnce)}>
            {servers.showMore({ count: tests.length - shownCount })}
          </Button>
        </li>
      )}
    </ul>
  )
}

function Result({ result }: { readonly result: TestResult }) {
  const { failures, received, verdict } = result
  return (
    <div className={styles.result}>
      <div className={commonStyles.wrapRow}>
        <StateOf state={result.state} />
        <span className={commonStyles.smallNote}>
          <VisibleText text={describeFacts(result)} />
        </span>
      </div>
      {failures.map((failure, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the sentences of one result never change
        <p key={at} className={styles.failure}>
          <VisibleText text={toText(failure)} />
        </p>
      ))}
      {verdict?.passes === true && (
        <p className={styles.failure}>
          <VisibleText
            text={toText(say('tests.judgedFor', { model: verdict.model, reason: verdict.reason }))}
          />
        </p>
      )}
      {received !== '' && (
        <details className={styles.received}>
          <summary>{texts.received()}</summary>
          <Clamp>
            <pre className={styles.text}>
              <VisibleText text={received} />
            </pre>
          </Clamp>
        </details>
      )}
    </div>
  )
}

export function describeFacts({ serverName, serverVersion, model, tookMs, tokens }: TestResult): string {
  return [
    serverVersion === null ? serverName : `${serverName} ${serverVersion}`,
    ...(model === null ? [] : [model]),
    ...(tookMs === null ? [] : [formatDuration(tookMs)]),
    ...(tokens === null ? [] : [texts.tokens({ count: tokens })])
  ].join(' · ')
}

export function StateOf({ state }: Pick<TestResult, 'state'>) {
  const { tone, words } = states[state]
  return (
    <Badge tone={tone} {...(state === 'running' && { dot: 'pulse' })}>
      {words()}
    </Badge>
  )
}

const states: Readonly<
  Record<TestResult['state'], { tone: NonNullable<BadgeProps['tone']>; words: () => string }>
> = {
  waiting: { tone: 'neutral', words: texts.waiting },
  running: { tone: 'accent', words: texts.running },
  passed: { tone: 'success', words: texts.passed },
  failed: { tone: 'danger', words: texts.failed },
  'not-run': { tone: 'warning', words: texts.notRun },
  skipped: { tone: 'neutral', words: texts.skipped }
}

const kinds: Readonly<Record<ListedTest['kind'], () => string>> = {
  call: texts.call,
  read: texts.resource,
  prompt: texts.prompt,
  task: texts.task
}

export function countPassed({ results }: TestRun): number {
  return results.filter(({ state }) => state === 'passed').length
}
