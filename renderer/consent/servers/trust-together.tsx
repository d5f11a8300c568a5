/**
 * The other servers that wait for trust, each with the full details and a checkbox. The answers are at the end, after
 * everything they apply to.
 */
import { useId, useState } from 'react'
import { mayBeTrustedTogether } from '../../../app/contract/questions/trusted-together'
import type { ServerTrustQuestion } from '../../../app/contract/questions/questions'
import { consent } from '../../../app/texts/compiled/window/consent'
import { call, CallFailed } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { VisibleText } from '../../ui/base/hidden-characters'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { GuardedButton } from '../../ui/controls/guarded-button'
import { QuestionAccount } from '../question/question-account'
import headingStyles from '../question/question-heading.module.css'
import { explainTrust, TrustDetails } from './trust-details'
import commonStyles from '../../parts/common.module.css'
import styles from './trust-together.module.css'

export interface TrustTogetherProps {
  /** The dialog's own server. */
  readonly shown: ServerTrustQuestion
  readonly others: readonly ServerTrustQuestion[]
}

type Decision = 'trust' | 'keep-stopped'

export function TrustTogether({ shown, others }: TrustTogetherProps) {
  const { pending, failure, run } = useCommand()
  const [turned, setTurned] = useState<readonly string[]>([])
  const all = [shown, ...others]
  // A server with a warning needs its own checkbox; the dialog's own server is visible in any case.
  const isChosen = (question: ServerTrustQuestion) =>
    mayBeTrustedTogether(question) &&
    (question === shown || question.warnings.length === 0) !== turned.includes(question.id)
  const chosen = all.filter(isChosen)
  const ids = chosen.map(({ id }) => id).join(' ')
  const answer = (questions: readonly ServerTrustQuestion[], decision: Decision) =>
    void run(() => Promise.all(questions.map(({ id }) => answerOne(id, decision))), decision)
  const tick = (id: string) =>
    setTurned((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before, id]))
  return (
    <section className={styles.together} aria-label={consent.otherServers()}>
      <h3 className={headingStyles.questionHeading}>{consent.otherServersWait({ count: others.length })}</h3>
      {others.map((question) => (
        <OtherServer
          key={question.id}
          question={question}
          isChosen={chosen.includes(question)}
          onTick={() => tick(question.id)}
        />
      ))}
      {!mayBeTrustedTogether(shown) && <p className={commonStyles.smallNote}>{consent.shownByItself()}</p>}
      <FailureText text={failure} />
      <div className={styles.answers}>
        <Button isBusy={pending === 'keep-stopped'} onClick={() => answer(all, 'keep-stopped')}>
          {consent.keepAllStopped()}
        </Button>
        {/* Adding or removing one disables the button for a moment, because the press wasn't meant for that. */}
        <GuardedButton
          key={all.map(({ id }) => id).join(' ')}
          data-question={ids}
          disabled={chosen.length < 2}
          isBusy={pending === 'trust'}
          onPress={() => answer(chosen, 'trust')}
        >
          {consent.trustChosen({ count: chosen.length })}
        </GuardedButton>
      </div>
    </section>
  )
}

interface OtherServerProps {
  readonly question: ServerTrustQuestion
  readonly isChosen: boolean
  readonly onTick: () => void
}

function OtherServer({ question, isChosen, onTick }: OtherServerProps) {
  const id = useId()
  const mayBeChosen = mayBeTrustedTogether(question)
  return (
    <article className={styles.other} aria-labelledby={`${id}-name`}>
      <div className={styles.name}>
        <input id={id} type="checkbox" checked={isChosen} disabled={!mayBeChosen} onChange={onTick} />
        <label id={`${id}-name`} htmlFor={id}>
          <VisibleText text={consent.trustTitle({ server: question.serverName })} />
        </label>
      </div>
      <p className={commonStyles.smallNote}>{explainTrust(question)}</p>
      {!mayBeChosen && <p className={commonStyles.smallNote}>{consent.trustedByItself()}</p>}
      <QuestionAccount serverName={question.serverName} />
      <TrustDetails question={question} />
    </article>
  )
}

/** @throws CallFailed, except for one that was withdrawn meanwhile, which needs no answer */
async function answerOne(questionId: string, decision: Decision): Promise<void> {
  try {
    await call('consent.answer', { questionId, answer: { type: 'server-trust', decision } })
  } catch (error) {
    if (!(error instanceof CallFailed && error.code === 'CONSENT_UNKNOWN_QUESTION')) throw error
  }
}
