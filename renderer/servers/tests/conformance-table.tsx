/** A row for each scenario of the suite, with what failed and the sections that require it. Its texts are untrusted. */
import type { ConformanceCheck, ConformanceScenario } from '../../../app/contract/workbench/conformance'
import { countScenarios } from '../../../app/contract/workbench/count-scenarios'
import { conformance as texts } from '../../../app/texts/compiled/window/conformance'
import { VisibleText } from '../../ui/base/hidden-characters'
import { Badge, type BadgeProps } from '../../ui/controls/badge'
import { Clamp } from '../../ui/controls/clamp'
import { Link } from '../../ui/untrusted/link'
import commonStyles from '../../parts/common.module.css'
import styles from './tests-panel.module.css'

export function ConformanceTable({ scenarios }: { readonly scenarios: readonly ConformanceScenario[] }) {
  return (
    <>
      <p className={styles.counts}>{texts.counts(countScenarios(scenarios))}</p>
      <table className={styles.runs} aria-label={texts.results()}>
        <thead>
          <tr>
            {[texts.state(), texts.scenario(), texts.checks()].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {scenarios.map((scenario) => (
            <Row key={scenario.scenario} scenario={scenario} />
          ))}
        </tbody>
      </table>
    </>
  )
}

function Row({
  scenario: { scenario, state, isBridge, checks }
}: {
  readonly scenario: ConformanceScenario
}) {
  const judged = checks.filter((check) => check.state !== 'skipped')
  const passed = judged.filter((check) => check.state !== 'failed')
  const wrong = checks.filter((check) => check.state === 'failed' || check.state === 'warning')
  const hasWarnings = state === 'passed' && wrong.length > 0
  const shown = hasWarnings ? 'warnings' : state
  return (
    <tr>
      <td>
        <Badge tone={isBridge ? 'neutral' : states[shown].tone}>{states[shown].words()}</Badge>
      </td>
      <th scope="row" className={styles.scenario}>
        <VisibleText text={scenario} />
        {isBridge && <p className={commonStyles.smallNote}>{texts.bridge()}</p>}
        {wrong.map((check, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the checks of one scenario never change
          <Wrong key={at} check={check} />
        ))}
      </th>
      <td className={styles.number}>
        {judged.length > 0 && texts.checkCount({ passed: passed.length, count: judged.length })}
      </td>
    </tr>
  )
}

function Wrong({ check: { description, message, sections } }: { readonly check: ConformanceCheck }) {
  return (
    <div className={styles.wrong}>
      <p className={styles.failure}>
        <VisibleText text={description} />
      </p>
      {message !== null && (
        <Clamp>
          <pre className={styles.text}>
            <VisibleText text={message} />
          </pre>
        </Clamp>
      )}
      {sections.map((section) => (
        <Link key={section} address={section}>
          <VisibleText text={texts.section({ section: section.slice(section.lastIndexOf('/') + 1) })} />
        </Link>
      ))}
    </div>
  )
}

const states = {
  passed: { tone: 'success', words: texts.passed },
  failed: { tone: 'danger', words: texts.failed },
  warnings: { tone: 'warning', words: texts.warnings },
  skipped: { tone: 'neutral', words: texts.skipped }
} as const satisfies Record<string, { tone: NonNullable<BadgeProps['tone']>; words: () => string }>
