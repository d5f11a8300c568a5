/** The steps of two sessions. Those that are the same are folded. */
import { useState } from 'react'
import type { SessionStep } from '../../../app/contract/workbench/differences'
import { differences as texts } from '../../../app/texts/compiled/window/differences'
import { VisibleText } from '../../ui/base/hidden-characters'
import { Badge } from '../../ui/controls/badge'
import { Button } from '../../ui/controls/button'
import { SideBySide } from '../../parts/side-by-side'
import commonStyles from '../../parts/common.module.css'
import styles from './compare-panel.module.css'

const shownAtOnce = 20

export interface SessionStepsProps {
  readonly steps: readonly SessionStep[]
  readonly leftOut: number
}

export function SessionSteps({ steps, leftOut }: SessionStepsProps) {
  const [shownCount, setShownCount] = useState(shownAtOnce)
  const numbered = steps.map((step, index) => ({ ...step, number: index + 1 }))
  const different = numbered.filter(({ isSame }) => !isSame)
  const same = numbered.filter(({ isSame }) => isSame)
  return (
    <section className={commonStyles.stack2} aria-label={texts.steps()}>
      <h3 className={styles.heading}>{texts.steps()}</h3>
      <p role="status">{texts.stepTotal({ count: steps.length, different: different.length })}</p>
      <ol className={styles.list}>
        {different.slice(0, shownCount).map((step) => (
          <li key={step.number} className={styles.change}>
            <p className={commonStyles.wrapRow}>
              <Badge tone={toneOf(step)}>{wordOf(step)}</Badge>
              <StepName step={step} />
            </p>
            <SideBySide label={texts.linesOf({ name: step.name })} before={step.before} after={step.after} />
          </li>
        ))}
      </ol>
      {different.length > shownCount && (
        <Button size="small" onClick={() => setShownCount(shownCount + shownAtOnce)}>
          {texts.more({ count: different.length - shownCount })}
        </Button>
      )}
      {leftOut > 0 && <p className={commonStyles.note}>{texts.stepsLeftOut({ count: leftOut })}</p>}
      {same.length > 0 && (
        <details>
          <summary>{texts.sameSteps({ count: same.length })}</summary>
          <ol className={styles.list}>
            {same.slice(0, 500).map((step) => (
              <li key={step.number}>
                <StepName step={step} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  )
}

function StepName({
  step: { number, turn, kind, name }
}: {
  readonly step: SessionStep & { readonly number: number }
}) {
  const kinds = { request: '', text: texts.reply(), call: texts.call(), result: texts.result() }
  const place = turn === null ? texts.step({ number }) : texts.turn({ number: turn })
  return (
    <span>
      {[place, kinds[kind]].filter((text) => text !== '').join(' · ')}{' '}
      <code>
        <VisibleText text={name} />
      </code>
    </span>
  )
}

function wordOf({ before, after }: SessionStep): string {
  return before === null ? texts.added() : after === null ? texts.removed() : texts.changed()
}

function toneOf({ before, after }: SessionStep): 'success' | 'danger' | 'warning' {
  return before === null ? 'success' : after === null ? 'danger' : 'warning'
}
