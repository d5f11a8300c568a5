/**
 * `Send to ‹host›?`: an address of the settings file, what would be sent there and with which key, and the two
 * answers.
 */
import type { DestinationQuestion } from '../../../app/contract/questions/questions'
import { ExactText } from '../../ui/untrusted/exact-text'
import { DefinitionDiffView } from '../question/definition-diff-view'
import { AddressFacts } from '../question/address-facts'
import { describeDestinationChanges, listValueSources } from '../question/destination-changes'
import { Fact, Facts, Pieces } from '../../ui/untrusted/facts'
import { QuestionDialog } from '../question/question-dialog'
import { QuestionWarnings, showWarnings } from '../question/question-note'
import { TwoAnswers } from '../question/two-answers'
import { useAnswer } from '../question/use-answer'
import factsStyles from '../../ui/untrusted/facts.module.css'
import { consent } from '../../../app/texts/compiled/window/consent'

type Act = DestinationQuestion['act']
type Kind = Act['kind'] | 'traces'

const whatIsSent: Readonly<Record<Kind, (values: { contents: 'yes' | 'no' }) => string>> = {
  model: consent.sentToModel,
  collector: consent.sentToCollector,
  traces: consent.sentToTraces,
  directory: consent.sentToDirectory
}
const explanations: Readonly<Record<Kind, (values: { changed: 'yes' | 'no' }) => string>> = {
  model: consent.sendModel,
  collector: consent.sendCollector,
  traces: consent.sendTraces,
  directory: consent.sendDirectory
}

export interface DestinationQuestionProps {
  readonly question: DestinationQuestion
  readonly waitingCount: number
}

export function DestinationQuestionDialog({ question, waitingCount }: DestinationQuestionProps) {
  const { send, sendSafe, pending, failure } = useAnswer(question.id)
  const answer = (decision: 'trust' | 'not-now') => void send({ type: 'destination', decision })
  const { previous, act } = question
  const changes = previous === null ? [] : describeDestinationChanges(previous, act)
  return (
    <QuestionDialog
      serverName={null}
      title={consent.sendTitle({ host: question.host })}
      description={explain(question)}
      waitingCount={waitingCount}
      failure={failure?.message ?? null}
      onSafeAnswer={sendSafe}
      footer={
        <TwoAnswers
          no={{ decision: 'not-now', label: consent.notNow() }}
          yes={{ decision: 'trust', label: consent.trustDestination() }}
          pending={pending}
          onAnswer={answer}
        />
      }
    >
      <QuestionWarnings warnings={showWarnings(question.warnings)} />
      {changes.length > 0 && <DefinitionDiffView changes={changes} />}
      <DestinationFacts question={question} />
    </QuestionDialog>
  )
}

function DestinationFacts({ question }: { readonly question: DestinationQuestion }) {
  const { act, host, secrets } = question
  return (
    <Facts>
      <AddressFacts address={act.address} host={host} />
      {act.kind === 'model' && (
        <Fact label={consent.provider()}>
          <code className={factsStyles.factPiece}>
            <ExactText text={act.name} />
          </code>
        </Fact>
      )}
      <Fact label={consent.whatIsSent()}>
        {whatIsSent[findKind(act)]({ contents: act.type === 'otlp-with-contents' ? 'yes' : 'no' })}
      </Fact>
      {act.values.length === 0 && <Fact label={consent.goesAlong()}>{consent.nothingAlong()}</Fact>}
      {act.values.map((value) => (
        <Fact key={value.header ?? ''} label={value.header ?? consent.apiKey()}>
          <Pieces texts={listValueSources(value, secrets)} />
        </Fact>
      ))}
    </Facts>
  )
}

/** A collector of traces gets something else than that of the activity log. */
function findKind({ kind, name }: Act): Kind {
  return kind === 'collector' && name === 'traces' ? 'traces' : kind
}

function explain({ act, previous }: DestinationQuestion): string {
  const changed = previous === null ? 'no' : 'yes'
  return explanations[findKind(act)]({ changed })
}
