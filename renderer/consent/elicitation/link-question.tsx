/** `‹server› asks you to open a link`: why, the whole address with its host set apart, and the three answers. */
import type { LinkQuestion } from '../../../app/contract/consents'
import { Button } from '../../ui/controls/button'
import { AddressFacts } from '../question/address-facts'
import { Facts } from '../question/facts'
import { GuardedButton } from '../../ui/controls/guarded-button'
import { QuestionDialog } from '../question/question-dialog'
import { QuestionWarnings } from '../question/question-note'
import { Asker, ServerMessage } from '../question/server-asks'
import { useAnswer } from '../question/use-answer'
import { toText } from '../../../app/texts/said'

export interface LinkQuestionProps {
  readonly question: LinkQuestion
  readonly waitingCount: number
}

export function LinkQuestionDialog({ question, waitingCount }: LinkQuestionProps) {
  const { send, pending, failure } = useAnswer(question.id)
  const answer = (decision: 'open' | 'decline' | 'cancel') => void send({ type: 'link', decision })
  const isPending = pending !== null
  return (
    <QuestionDialog
      serverName={question.serverName}
      title={`${question.serverName} asks you to open a link`}
      description={
        <Asker question={question} act="wants a page opened">
          {question.host === null
            ? 'Nothing is opened.'
            : 'It opens in your browser, outside Parley. Check that you know where it leads.'}
        </Asker>
      }
      waitingCount={waitingCount}
      failure={failure?.message ?? null}
      onSafeAnswer={() => answer('cancel')}
      onOutsidePress={() => answer('cancel')}
      footer={
        <>
          <Button disabled={isPending} isBusy={pending === 'decline'} onClick={() => answer('decline')}>
            Decline
          </Button>
          <Button disabled={isPending} isBusy={pending === 'cancel'} onClick={() => answer('cancel')}>
            Cancel
          </Button>
          {question.host !== null && (
            <GuardedButton
              variant="primary"
              disabled={isPending}
              isBusy={pending === 'open'}
              onPress={() => answer('open')}
            >
              Open link
            </GuardedButton>
          )}
        </>
      }
    >
      <QuestionWarnings warnings={warningsOf(question)} />
      <Facts>
        <AddressFacts address={question.url} host={question.host} />
      </Facts>
      <ServerMessage serverName={question.serverName} message={question.message} />
    </QuestionDialog>
  )
}

/** An address that is not opened says so even where the host gave no reason. */
function warningsOf({ host, warnings }: LinkQuestion): readonly string[] {
  if (host !== null || warnings.length > 0) return warnings.map(toText)
  return ['Parley does not open this address: only http and https addresses are opened.']
}
