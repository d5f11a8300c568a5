/** The answers of a question with only two: approve and deny. */
import { Button } from '../../ui/controls/button'
import { GuardedButton } from '../../ui/controls/guarded-button'

interface NamedAnswer<D extends string> {
  readonly decision: D
  readonly label: string
}

export interface TwoAnswersProps<D extends string> {
  readonly no: NamedAnswer<D>
  readonly yes: NamedAnswer<D>
  /** The answer being sent, from `useAnswer`. */
  readonly pending: string | null
  /** While something in the question must be corrected first. */
  readonly isYesDisabled?: boolean
  readonly onAnswer: (decision: D) => void
}

export function TwoAnswers<D extends string>({
  no,
  yes,
  pending,
  isYesDisabled = false,
  onAnswer
}: TwoAnswersProps<D>) {
  const isPending = pending !== null
  return (
    <>
      <Button disabled={isPending} isBusy={pending === no.decision} onClick={() => onAnswer(no.decision)}>
        {no.label}
      </Button>
      <GuardedButton
        variant="primary"
        disabled={isPending || isYesDisabled}
        isBusy={pending === yes.decision}
        onPress={() => onAnswer(yes.decision)}
      >
        {yes.label}
      </GuardedButton>
    </>
  )
}
