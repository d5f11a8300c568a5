/** `‹server› keeps asking`: whether a server that asks repeatedly may continue. */
import type { AskAgainQuestion } from '../../app/contract/questions/questions'
import { consent } from '../../app/texts/compiled/window/consent'
import { GuardedButton } from '../ui/controls/guarded-button'
import { QuestionDialog } from './question/question-dialog'
import { QuestionNote } from './question/question-note'
import { RequestingServer } from './question/requesting-server'
import { useAnswer } from './question/use-answer'

export interface AskAgainProps {
  readonly question: AskAgainQuestion
  readonly waitingCount: number
}

export function AskAgainDialog({ question, waitingCount }: AskAgainProps) {
  const { send, sendSafe, pending, failure } = useAnswer(question.id)
  const answer = (decision: 'let-ask' | 'refuse') => void send({ type: 'ask-again', decision })
  return (
    <QuestionDialog
      serverName={question.serverName}
      request={question}
      title={consent.askAgainTitle({ server: question.serverName })}
      description={
        <RequestingServer question={question} text={consent.asksAgain}>
          {consent.askedSoFar({ count: question.askedCount })}
        </RequestingServer>
      }
      waitingCount={waitingCount}
      failure={failure?.message ?? null}
      onSafeAnswer={sendSafe}
      footer={
        <>
          <GuardedButton
            disabled={pending !== null}
            isBusy={pending === 'let-ask'}
            onPress={() => answer('let-ask')}
          >
            {consent.letAsk()}
          </GuardedButton>
          {/* Where earlier questions had their approval, so that repeated pressing denies. */}
          <GuardedButton
            variant="primary"
            disabled={pending !== null}
            isBusy={pending === 'refuse'}
            onPress={() => answer('refuse')}
          >
            {consent.refuseForMinute()}
          </GuardedButton>
        </>
      }
    >
      {/* A text can't choose by a name with a hyphen. */}
      <p>{consent.nextQuestion({ wants: question.wants.replace('-', '') })}</p>
      <QuestionNote text={consent.whatRefusingDoes()} />
    </QuestionDialog>
  )
}
