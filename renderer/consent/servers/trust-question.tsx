/** `Trust server ‹name›?`: what will run or be contacted, what changed, what to look out for, and the two answers. */
import type { ServerTrustQuestion } from '../../../app/contract/consents'
import { Button } from '../../ui/controls/button'
import { describeActChanges } from '../question/act-changes'
import { ActChangesView } from '../question/act-changes-view'
import { GuardedButton } from '../../ui/controls/guarded-button'
import { QuestionDialog } from '../question/question-dialog'
import { QuestionWarnings } from '../question/question-note'
import { LaunchDetails } from './launch-details'
import { useAnswer } from '../question/use-answer'
import { toText } from '../../../app/texts/said'
import styles from './trust-question.module.css'

export interface TrustQuestionProps {
  readonly question: ServerTrustQuestion
  readonly waitingCount: number
}

export function TrustQuestion({ question, waitingCount }: TrustQuestionProps) {
  const { send, pending, failure } = useAnswer(question.id)
  const answer = (decision: 'trust' | 'keep-stopped') => void send({ type: 'server-trust', decision })
  const changes = question.previous === null ? [] : describeActChanges(question.previous, question.act)
  return (
    <QuestionDialog
      serverName={question.serverName}
      title={`Trust server ${question.serverName}?`}
      description={explain(question)}
      waitingCount={waitingCount}
      failure={failure?.message ?? null}
      onSafeAnswer={() => answer('keep-stopped')}
      footer={
        <>
          <Button
            disabled={pending !== null}
            isBusy={pending === 'keep-stopped'}
            onClick={() => answer('keep-stopped')}
          >
            Keep stopped
          </Button>
          <GuardedButton
            variant="primary"
            disabled={pending !== null}
            isBusy={pending === 'trust'}
            onPress={() => answer('trust')}
          >
            Trust and start
          </GuardedButton>
        </>
      }
    >
      <QuestionWarnings warnings={question.warnings.map(toText)} />
      {changes.length > 0 && <ActChangesView changes={changes} />}
      <LaunchDetails act={question.act} />
      {question.act.environmentNames.length + question.act.headerNames.length > 0 && (
        <p className={styles.trustNote}>Only the names are shown; the values may be secrets.</p>
      )}
    </QuestionDialog>
  )
}

function explain({ act, previous }: ServerTrustQuestion): string {
  const again = previous === null ? '' : ' Its definition is no longer the one you trusted.'
  return act.transport === 'stdio'
    ? `This program runs on your computer with your own rights: it can read, change and send whatever you can.${again}`
    : `Parley will connect to this address and send it what you and the model give to its tools. Be sure that it is the address that its maker gives.${again}`
}
