/** `‹server› asks you to open a link`: why, the whole address with its host highlighted, and the three answers. */
import type { LinkQuestion } from '../../../app/contract/questions/questions'
import { Button } from '../../ui/controls/button'
import { AddressFacts } from '../question/address-facts'
import { Facts } from '../../ui/untrusted/facts'
import { GuardedButton } from '../../ui/controls/guarded-button'
import { QuestionDialog } from '../question/question-dialog'
import { QuestionWarnings, showWarnings, type ShownWarning } from '../question/question-note'
import { holdsDanger } from '../../../app/contract/consent/warning-levels'
import { RequestingServer, ServerMessage } from '../question/requesting-server'
import { useAnswer } from '../question/use-answer'
import { consent } from '../../../app/texts/compiled/window/consent'
import { ui } from '../../../app/texts/compiled/window/ui'

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
      request={question}
      title={consent.linkTitle({ server: question.serverName })}
      description={
        <RequestingServer question={question} text={consent.asksLink}>
          {describeOpening(question)}
        </RequestingServer>
      }
      waitingCount={waitingCount}
      failure={failure?.message ?? null}
      onSafeAnswer={() => answer('cancel')}
      onOutsidePress={() => answer('cancel')}
      footer={
        <>
          <Button disabled={isPending} isBusy={pending === 'decline'} onClick={() => answer('decline')}>
            {consent.decline()}
          </Button>
          <Button disabled={isPending} isBusy={pending === 'cancel'} onClick={() => answer('cancel')}>
            {ui.cancel()}
          </Button>
          {question.host !== null && (
            <GuardedButton
              variant={holdsDanger(question.warnings) ? 'secondary' : 'primary'}
              disabled={isPending}
              isBusy={pending === 'open'}
              onPress={() => answer('open')}
            >
              {consent.openLink()}
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

function describeOpening({ host, url }: LinkQuestion): string {
  if (host === null) return consent.nothingOpened()
  return url.startsWith('mailto:') ? consent.opensInMail() : consent.opensInBrowser()
}

/** A blocked address says so even if the host gave no reason. */
function warningsOf({ host, warnings }: LinkQuestion): readonly ShownWarning[] {
  if (host !== null || warnings.length > 0) return showWarnings(warnings)
  return [{ level: 'danger', text: consent.addressNotOpened() }]
}
