/** `Sampling answer for ‹server›`: what the model said, or what the person writes, before the server gets it. */
import { useState } from 'react'
import type { SamplingAnswerQuestion } from '../../app/contract/consents'
import { defaultCurrency } from '../../app/contract/sampling-defaults'
import type { ModelsView } from '../../app/contract/settings'
import { modelLabel } from '../state/model-groups'
import { useProjection } from '../state/projection'
import { Button } from '../ui/button'
import { VisibleText } from '../ui/hidden-characters'
import { moneyText } from '../ui/money'
import { BlockView, keyedBlocks } from './block-view'
import { Fact, Facts } from './facts'
import { ApproveButton, QuestionDialog } from './question-dialog'
import { ReviewedText } from './reviewed-text'
import { Asker } from './server-asks'
import './server-question.css'
import { useAnswer } from './use-answer'

/** Stands for the model where the person is to write the answer. */
const personId = 'person'

export interface SamplingAnswerProps {
  readonly question: SamplingAnswerQuestion
  readonly waitingCount: number
  readonly models: ModelsView
}

export function SamplingAnswerDialog({ question, waitingCount, models }: SamplingAnswerProps) {
  const { send, pending, failure } = useAnswer(question.id)
  const [first] = useState(() => textOf(question))
  const [text, setText] = useState(first)
  const [problem, setProblem] = useState<string | null>(null)
  const others = keyedBlocks(question.content).filter(({ block }) => block.type !== 'text')
  const isOwn = question.model === personId
  const discard = () => void send({ type: 'sampling-answer', decision: 'discard' })
  const sendAnswer = () => {
    const isEmpty = text.trim() === '' && others.length === 0
    setProblem(isEmpty ? 'Write an answer, or discard it.' : null)
    if (!isEmpty) void send({ type: 'sampling-answer', decision: 'send', ...(text !== first && { text }) })
  }
  return (
    <QuestionDialog
      title={`Sampling answer for ${question.serverName}`}
      description={
        <Asker question={question} act={isOwn ? 'waits for your answer' : 'waits for this answer'}>
          {isOwn
            ? 'It gets what you write here.'
            : 'It has not got it yet. Change what you like, then send it.'}
        </Asker>
      }
      waitingCount={waitingCount}
      failure={problem ?? failure?.message ?? null}
      onSafeAnswer={discard}
      footer={
        <>
          <Button disabled={pending !== null} isBusy={pending === 'discard'} onClick={discard}>
            Discard
          </Button>
          <ApproveButton
            variant="primary"
            disabled={pending !== null}
            isBusy={pending === 'send'}
            onApprove={sendAnswer}
          >
            Send to server
          </ApproveButton>
        </>
      }
    >
      <ReviewedText label="Answer" rows={6} value={text} onChange={setText} />
      {others.map(({ key, block }) => (
        <BlockView key={key} block={block} />
      ))}
      {!isOwn && <AnswerFacts question={question} models={models} />}
    </QuestionDialog>
  )
}

/** All texts as one; other content stands beside it and can not be changed. */
function textOf({ content }: SamplingAnswerQuestion): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n')
}

const stopWords: Readonly<Record<string, string>> = {
  endTurn: 'It is complete.',
  stopSequence: 'It ended at a text that the server named.',
  maxTokens: 'It was cut off at the answer limit.',
  toolUse: 'The model wants tools of the server used.'
}

function AnswerFacts({ question, models }: Pick<SamplingAnswerProps, 'question' | 'models'>) {
  const { model, stopReason, usage, cost = null } = question
  const currency = useProjection((state) => state.settings.currency) ?? defaultCurrency
  return (
    <Facts>
      <Fact label="Model">
        <VisibleText text={modelLabel(models.models, model)} />
      </Fact>
      {stopReason !== null && (
        <Fact label="End">
          <VisibleText text={(Object.hasOwn(stopWords, stopReason) && stopWords[stopReason]) || stopReason} />
        </Fact>
      )}
      {usage !== null && (
        <Fact label="Tokens">
          {usage.inputTokens.toLocaleString('en')} read, {usage.outputTokens.toLocaleString('en')} written
        </Fact>
      )}
      {usage !== null && (
        <Fact label="Cost">
          {cost === null ? 'no price is set for this model' : moneyText(cost, currency)}
        </Fact>
      )}
    </Facts>
  )
}
