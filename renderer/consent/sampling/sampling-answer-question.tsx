/** `Sampling answer for ‹server›`: what the model wrote, or what the user writes, before the server gets it. */
import type { SamplingAnswerQuestion } from '../../../app/contract/questions/questions'
import type { ModelsView } from '../../../app/contract/settings'
import { modelLabel } from '../../parts/model-groups'
import { useSetting } from '../../bridge/settings'
import { Button } from '../../ui/controls/button'
import { VisibleText } from '../../ui/base/hidden-characters'
import { formatMoney } from '../../ui/base/format'
import { AnswerCalls } from './answer-calls'
import { ContentBlocks } from '../../parts/content/content-blocks'
import { ChangedLine } from '../question/changed-line'
import { Fact, Facts } from '../../ui/untrusted/facts'
import { GuardedButton } from '../../ui/controls/guarded-button'
import { QuestionDialog } from '../question/question-dialog'
import { RedactableText } from '../question/redactable-text'
import { RequestingServer } from '../question/requesting-server'
import { useAnswerDraft, type AnswerDraft } from './use-answer-draft'
import { sampling } from '../../../app/texts/compiled/window/sampling'
import { consent } from '../../../app/texts/compiled/window/consent'

/** The model's value if the user writes the answer. */
const personId = 'person'

export interface SamplingAnswerProps {
  readonly question: SamplingAnswerQuestion
  readonly waitingCount: number
  readonly models: ModelsView
}

export function SamplingAnswerDialog({ question, waitingCount, models }: SamplingAnswerProps) {
  const draft = useAnswerDraft(question)
  const media = question.content.filter(({ type }) => type !== 'text' && type !== 'tool-use')
  const isOwn = question.model === personId
  return (
    <QuestionDialog
      serverName={question.serverName}
      request={question}
      title={sampling.answerTitle({ server: question.serverName })}
      description={
        <RequestingServer
          question={question}
          text={isOwn ? sampling.asksYourAnswer : sampling.asksThisAnswer}
        >
          {isOwn ? sampling.getsWhatYouWrite() : sampling.notReceivedYet()}
        </RequestingServer>
      }
      waitingCount={waitingCount}
      failure={draft.failure}
      onSafeAnswer={draft.discard}
      footer={<Answers draft={draft} />}
    >
      {!isOwn && (
        <ChangedLine
          words={draft.isChanged ? consent.changedByYou() : sampling.asModelWrote()}
          isChanged={draft.isChanged}
          onUndo={draft.undo}
        />
      )}
      <RedactableText
        isInline
        label={sampling.answer()}
        rows={rowsOf(question)}
        value={draft.text}
        onChange={draft.changeText}
      />
      <ContentBlocks shownIn="question" source={modelLabel(models.models, question.model)} blocks={media} />
      <AnswerCalls question={question} draft={draft} />
      {!isOwn && <AnswerFacts question={question} models={models} />}
    </QuestionDialog>
  )
}

/** Text next to a call is short. */
function rowsOf({ content }: SamplingAnswerQuestion): number {
  return content.some(({ type }) => type === 'tool-use') ? 2 : 6
}

function Answers({ draft: { pending, discard, sendAnswer } }: { readonly draft: AnswerDraft }) {
  return (
    <>
      <Button disabled={pending !== null} isBusy={pending === 'discard'} onClick={discard}>
        {consent.discard()}
      </Button>
      <GuardedButton
        variant="primary"
        disabled={pending !== null}
        isBusy={pending === 'send'}
        onPress={sendAnswer}
      >
        {sampling.sendToServer()}
      </GuardedButton>
    </>
  )
}

const stopWords: Readonly<Record<string, () => string>> = {
  endTurn: sampling.endComplete,
  stopSequence: sampling.endStopSequence,
  maxTokens: sampling.endMaxTokens,
  toolUse: sampling.endToolUse
}

function AnswerFacts({ question, models }: Pick<SamplingAnswerProps, 'question' | 'models'>) {
  const { model, stopReason, usage } = question
  return (
    <Facts>
      <Fact label={sampling.model()}>
        <VisibleText text={modelLabel(models.models, model)} />
      </Fact>
      {stopReason !== null && (
        <Fact label={sampling.end()}>
          <VisibleText
            text={(Object.hasOwn(stopWords, stopReason) && stopWords[stopReason]?.()) || stopReason}
          />
        </Fact>
      )}
      {usage !== null && (
        <Fact label={sampling.tokens()}>
          {sampling.tokensOfAnswer({ read: usage.inputTokens, written: usage.outputTokens })}
        </Fact>
      )}
      <Fact label={sampling.cost()}>
        <Cost question={question} />
      </Fact>
    </Facts>
  )
}

function Cost({ question: { usage, cost = null } }: Pick<SamplingAnswerProps, 'question'>) {
  const currency = useSetting('models.currency')
  if (usage === null) return sampling.costNotTold()
  return cost === null ? sampling.costNoPrice() : formatMoney(cost, currency)
}
