/** `Trust server ‹name›?`: what will run or be contacted, what changed, what to look out for, and the two answers. */
import type { ServerTrustQuestion } from '../../../app/contract/consents'
import { describeActChanges, describeProgramChanges, type ActChange } from '../question/act-changes'
import { ActChangesView } from '../question/act-changes-view'
import { QuestionDialog } from '../question/question-dialog'
import { QuestionNote, QuestionWarnings } from '../question/question-note'
import { LaunchDetails } from './launch-details'
import { TwoAnswers } from '../question/two-answers'
import { useAnswer } from '../question/use-answer'
import { toText } from '../../../app/texts/said'
import styles from './trust-question.module.css'
import { consent } from '../../../app/texts/compiled/window/consent'

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
      title={consent.trustTitle({ server: question.serverName })}
      description={explain(question, changes)}
      waitingCount={waitingCount}
      failure={failure?.message ?? null}
      onSafeAnswer={() => answer('keep-stopped')}
      footer={
        <TwoAnswers
          no={{ decision: 'keep-stopped', label: consent.keepStopped() }}
          yes={{ decision: 'trust', label: consent.trustAndStart() }}
          pending={pending}
          onAnswer={answer}
        />
      }
    >
      <QuestionWarnings warnings={[...changedPrograms(question), ...question.warnings.map(toText)]} />
      {question.previous !== null && changes.length === 0 && <QuestionNote text={consent.changedUnseen()} />}
      {changes.length > 0 && <ActChangesView changes={changes} />}
      <LaunchDetails act={question.act} />
      {holdsHidden(question.act) && <p className={styles.trustNote}>{consent.hiddenValues()}</p>}
    </QuestionDialog>
  )
}

function changedPrograms({ act, previous }: ServerTrustQuestion): string[] {
  return previous === null ? [] : describeProgramChanges(previous, act)
}

function holdsHidden({ environment = [], headers = [], oauth = [] }: ServerTrustQuestion['act']): boolean {
  return [...environment, ...headers, ...oauth].some(({ hiddenMark }) => hiddenMark !== undefined)
}

function explain(question: ServerTrustQuestion, changes: readonly ActChange[]): string {
  const changed = question.previous === null ? 'no' : 'yes'
  if (question.act.transport !== 'stdio') return consent.trustAddress({ changed })
  const ofProgram = [consent.filesRun(), consent.packages()]
  const isProgramAlone = changes.length > 0 && changes.every(({ label }) => ofProgram.includes(label))
  return consent.trustProgram({ changed: isProgramAlone ? 'program' : changed })
}
