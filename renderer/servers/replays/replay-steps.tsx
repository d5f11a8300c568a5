/** The steps of a replay beside the recorded ones. */
import { useRef } from 'react'
import type { ReplayStep } from '../../../app/contract/workbench/replays'
import { replays as texts } from '../../../app/texts/compiled/window/replays'
import { plainWithMarks } from '../../ui/base/hidden-characters'
import { Badge } from '../../ui/controls/badge'
import { Button } from '../../ui/controls/button'
import { Clamp } from '../../ui/controls/clamp'
import { ExactText } from '../../ui/untrusted/exact-text'
import { keyed } from '../../ui/untrusted/facts'
import commonStyles from '../../parts/common.module.css'
import styles from './replay-steps.module.css'

export function ReplaySteps({ steps }: { readonly steps: readonly ReplayStep[] }) {
  const firstDifferent = useRef<HTMLTableRowElement>(null)
  const first = steps.findIndex(({ isSame }) => !isSame)
  const different = steps.filter(({ isSame }) => !isSame).length
  const names = steps.map(({ turn, kind, name }) => plainWithMarks(texts.stepName({ turn, kind, name })))
  const show = () => {
    firstDifferent.current?.scrollIntoView({ block: 'nearest' })
    firstDifferent.current?.focus()
  }
  return (
    <section className={commonStyles.stack3} aria-label={texts.steps()}>
      <div className={commonStyles.wrapRow}>
        <p role="status">{texts.summary({ count: steps.length, different })}</p>
        {first !== -1 && (
          <Button size="small" onClick={show}>
            {texts.firstDifference()}
          </Button>
        )}
      </div>
      <table className={styles.steps} aria-label={texts.steps()}>
        <thead>
          <tr>
            {[texts.step(), texts.recorded(), texts.now()].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {keyed(names).map(({ key, text }, index) => (
            <tr
              key={key}
              ref={index === first ? firstDifferent : undefined}
              tabIndex={index === first ? -1 : undefined}
            >
              <th scope="row">
                <ExactText text={text} />{' '}
                <Badge tone={steps[index]?.isSame === true ? 'success' : 'warning'}>
                  {steps[index]?.isSame === true ? texts.same() : texts.different()}
                </Badge>
              </th>
              <StepText text={steps[index]?.before ?? null} />
              <StepText text={steps[index]?.after ?? null} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function StepText({ text }: { readonly text: string | null }) {
  return (
    <td>
      {text === null ? (
        <span className={commonStyles.smallNote}>{texts.missing()}</span>
      ) : (
        <Clamp>
          <code className={styles.text}>
            <ExactText text={text} />
          </code>
        </Clamp>
      )}
    </td>
  )
}
