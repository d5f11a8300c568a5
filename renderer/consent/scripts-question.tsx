/** `Let ‹model› write scripts?`: a model asks whether it may call tools by scripts in its conversation. */
import { consent } from '../../app/texts/compiled/window/consent'
import type { ScriptsQuestion } from '../../app/contract/consents'
import { modelLabel } from '../parts/model-groups'
import { useProjection } from '../state/projection'
import { VisibleText } from '../ui/base/hidden-characters'
import { Fact, Facts } from '../ui/untrusted/facts'
import { QuestionDialog } from './question/question-dialog'
import { TwoAnswers } from './question/two-answers'
import { useAnswer } from './question/use-answer'

export interface ScriptsQuestionProps {
  readonly question: ScriptsQuestion
  readonly waitingCount: number
}

export function ScriptsQuestionDialog({ question, waitingCount }: ScriptsQuestionProps) {
  const { send, pending, failure } = useAnswer(question.id)
  const models = useProjection((state) => state.models.models)
  const answer = (decision: 'allow' | 'deny') => void send({ type: 'scripts', decision })
  return (
    <QuestionDialog
      serverName={null}
      title={consent.scriptsTitle({ model: modelLabel(models, question.model) })}
      description={consent.scriptsNote()}
      waitingCount={waitingCount}
      failure={failure?.message ?? null}
      onSafeAnswer={() => answer('deny')}
      footer={
        <TwoAnswers
          no={{ decision: 'deny', label: consent.noScripts() }}
          yes={{ decision: 'allow', label: consent.allowScripts() }}
          pending={pending}
          onAnswer={answer}
        />
      }
    >
      <Facts>
        <Fact label={consent.scriptsReason()}>
          {question.reason === '' ? consent.scriptsNoReason() : <VisibleText text={question.reason} />}
        </Fact>
      </Facts>
      <p>{consent.scriptsEffect()}</p>
    </QuestionDialog>
  )
}
