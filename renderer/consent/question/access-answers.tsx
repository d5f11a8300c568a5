/** The answers to a question about access that can be given once or permanently. */
import { Button } from '../../ui/controls/button'
import { GuardedButton } from '../../ui/controls/guarded-button'
import { consent } from '../../../app/texts/compiled/window/consent'

export type AccessDecision = 'allow-once' | 'allow-always' | 'never' | 'not-now'

interface AccessAnswersProps {
  /** The answer that is being sent. */
  readonly pending: string | null
  readonly onAnswer: (decision: AccessDecision) => void
}

export function AccessAnswers({ pending, onAnswer }: AccessAnswersProps) {
  const guarded = (decision: AccessDecision, label: string) => (
    <GuardedButton
      disabled={pending !== null}
      isBusy={pending === decision}
      onPress={() => onAnswer(decision)}
    >
      {label}
    </GuardedButton>
  )
  return (
    <>
      <Button disabled={pending !== null} isBusy={pending === 'not-now'} onClick={() => onAnswer('not-now')}>
        {consent.notNow()}
      </Button>
      {guarded('never', consent.reachNever())}
      {guarded('allow-always', consent.reachAllowAlways())}
      {guarded('allow-once', consent.reachAllowOnce())}
    </>
  )
}
