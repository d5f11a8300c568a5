/**
 * The other calls of the same step: each in full, answered separately or all together. Together they can only be
 * allowed once, and only if none has a warning.
 */
import { useId } from 'react'
import { isRemarkable, mayBeAllowedTogether } from '../../../app/contract/questions/calls-together'
import type { ToolCallQuestion } from '../../../app/contract/questions/questions'
import { call, CallFailed } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { Badge } from '../../ui/controls/badge'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { nameInSentence } from '../../ui/base/offered-name'
import { formatList } from '../../ui/base/format'
import { VisibleText } from '../../ui/base/hidden-characters'
import { ArgumentsView } from './arguments-view'
import { GuardedButton } from '../../ui/controls/guarded-button'
import headingStyles from '../question/question-heading.module.css'
import styles from './step-calls.module.css'
import { consent } from '../../../app/texts/compiled/window/consent'

export interface StepCallsProps {
  /** The dialog's own call. */
  readonly shown: ToolCallQuestion
  readonly others: readonly ToolCallQuestion[]
  readonly onShow: (questionId: string) => void
  /** The user is editing the shown call's arguments, which would be lost. */
  readonly isChanged: boolean
}

export function StepCalls({ shown, others, onShow, isChanged }: StepCallsProps) {
  const { pending, failure, run } = useCommand()
  const all = [shown, ...others]
  const refusal = whyNotTogether(all, isChanged)
  const answerAll = (decision: 'allow-once' | 'deny') =>
    void run(() => Promise.all(all.map(({ id }) => answerOne(id, decision))), decision)
  return (
    <section className={styles.stepCalls} aria-label={consent.otherCalls()}>
      <div className={styles.stepCallsHead}>
        <h3 className={headingStyles.questionHeading}>{consent.otherCallsWait({ count: others.length })}</h3>
        <div className={styles.stepCallsButtons}>
          <Button size="small" isBusy={pending === 'deny'} onClick={() => answerAll('deny')}>
            {consent.denyAll()}
          </Button>
          {/* A new call disables the button for a moment, because the press wasn't meant for it. */}
          <GuardedButton
            key={all.map(({ id }) => id).join(' ')}
            data-question={all.map(({ id }) => id).join(' ')}
            size="small"
            disabled={refusal !== null}
            isBusy={pending === 'allow-once'}
            onPress={() => answerAll('allow-once')}
          >
            {consent.allowAllOnce()}
          </GuardedButton>
        </div>
      </div>
      {refusal !== null && <p className={styles.stepCallsRefusal}>{refusal}</p>}
      <FailureText text={failure} />
      <ul className={styles.stepCallsList}>
        {others.map((question) => (
          <li key={question.id} className={styles.stepCall}>
            <OtherCall question={question} onShow={onShow} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** @throws CallFailed, except for one that was withdrawn meanwhile, which needs no answer */
async function answerOne(questionId: string, decision: 'allow-once' | 'deny'): Promise<void> {
  try {
    await call('consent.answer', { questionId, answer: { type: 'tool-call', decision } })
  } catch (error) {
    if (!(error instanceof CallFailed && error.code === 'CONSENT_UNKNOWN_QUESTION')) throw error
  }
}

function OtherCall({
  question,
  onShow
}: {
  readonly question: ToolCallQuestion
  readonly onShow: (questionId: string) => void
}) {
  const name = consent.toolOn({ tool: nameInSentence(question.toolName), server: question.serverName })
  const argumentsId = useId()
  const { newFlows = [] } = question
  return (
    <>
      <div className={styles.stepCallHead}>
        <span className={styles.stepCallName}>
          <VisibleText text={name} />
        </span>
        {question.effect === 'destructive' && <Badge tone="danger">{consent.mayDestroy()}</Badge>}
        {isRemarkable(question) && <Badge tone="warning">{consent.needsALook()}</Badge>}
        <Button
          size="small"
          variant="quiet"
          aria-label={consent.showCall({ call: name })}
          aria-describedby={argumentsId}
          onClick={() => onShow(question.id)}
        >
          {consent.show()}
        </Button>
      </div>
      {newFlows.length > 0 && (
        <p className={styles.stepCallsRefusal}>
          <VisibleText text={consent.mayCarry({ sources: formatList(newFlows) })} />
        </p>
      )}
      <div id={argumentsId} className={styles.stepCallArguments}>
        <ArgumentsView args={question.arguments} flows={question.flows ?? []} />
      </div>
    </>
  )
}

function whyNotTogether(questions: readonly ToolCallQuestion[], isChanged: boolean): string | null {
  if (isChanged) return consent.changedFirst()
  return mayBeAllowedTogether(questions) ? null : consent.warnedFirst()
}
