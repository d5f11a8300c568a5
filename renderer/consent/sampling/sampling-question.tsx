/** `Sampling request from ‹server›`: everything that would be sent to a model, editable, and the three answers. */
import type { SamplingQuestion } from '../../../app/contract/questions/questions'
import type { ModelsView } from '../../../app/contract/settings'
import { directModelId } from '../../../app/contract/direct-model'
import { useSetting } from '../../bridge/settings'
import { modelGroups, modelLabel } from '../../parts/model-groups'
import { Button } from '../../ui/controls/button'
import { VisibleText } from '../../ui/base/hidden-characters'
import { Select, type SelectGroup } from '../../ui/controls/select'
import { TextField } from '../../ui/controls/text-field'
import { GuardedButton } from '../../ui/controls/guarded-button'
import { QuestionDialog } from '../question/question-dialog'
import { QuestionNote } from '../question/question-note'
import { ChangedLine } from '../question/changed-line'
import { RedactableText } from '../question/redactable-text'
import { SamplingBudgetFacts } from './sampling-budget'
import { SamplingContext } from './sampling-context'
import { mostTokens } from './sampling-draft'
import { SamplingFacts } from './sampling-facts'
import { SamplingMessages } from './sampling-messages'
import { SamplingOptions } from './sampling-options'
import { SamplingTools } from './sampling-tools'
import { RequestingServer } from '../question/requesting-server'
import { useSamplingAnswer, type SamplingAnswer } from './use-sampling-answer'
import styles from './sampling-question.module.css'
import { parts } from '../../../app/texts/compiled/window/parts'
import { sampling } from '../../../app/texts/compiled/window/sampling'
import { toText } from '../../../app/texts/localized'
import { consent } from '../../../app/texts/compiled/window/consent'

export interface SamplingQuestionProps {
  readonly question: SamplingQuestion
  readonly waitingCount: number
  readonly models: ModelsView
}

export function SamplingQuestionDialog({ question, waitingCount, models }: SamplingQuestionProps) {
  const answer = useSamplingAnswer(question)
  const { draft } = answer
  return (
    <QuestionDialog
      serverName={question.serverName}
      request={question}
      title={sampling.title({ server: question.serverName })}
      description={
        <RequestingServer question={question} text={sampling.asksModel}>
          {sampling.changeWhatYouLike()}
        </RequestingServer>
      }
      waitingCount={waitingCount}
      failure={answer.failure}
      onSafeAnswer={answer.decline}
      footer={<Answers answer={answer} />}
    >
      {!answer.canApprove && <QuestionNote text={whyNobodyIsAsked(models)} />}
      {question.note !== undefined && <QuestionNote text={toText(question.note)} />}
      <Changes answer={answer} />
      <ModelAndLimit question={question} answer={answer} models={models} />
      <RedactableText
        isInline
        label={sampling.systemPrompt()}
        placeholder={sampling.noText()}
        value={draft.systemPrompt}
        onChange={(systemPrompt) => answer.change({ systemPrompt })}
      />
      <SamplingMessages
        serverName={question.serverName}
        draft={draft}
        onChangeText={answer.changeText}
        onRemove={(removed) => answer.change({ removed })}
      />
      <SamplingContext question={question} draft={draft} onChange={answer.change} />
      <SamplingTools request={question.request} draft={draft} onChange={answer.change} />
      <SamplingOptions
        question={question}
        draft={draft}
        problems={answer.problems}
        model={models.models.find(({ id }) => id === draft.model)}
        onChange={answer.change}
      />
      <SamplingFacts request={question.request} />
      <SamplingBudgetFacts budget={question.budget} model={draft.model} />
    </QuestionDialog>
  )
}

/** Changes to what the server asked for, by name, and undoing them. */
function Changes({ answer: { changes, undo } }: { readonly answer: SamplingAnswer }) {
  const words = changes.length === 0 ? sampling.asAsked() : sampling.changed({ changes: changes.join(', ') })
  return <ChangedLine words={words} isChanged={changes.length > 0} onUndo={undo} />
}

function whyNobodyIsAsked({ models }: ModelsView): string {
  const hasOthers = models.some(({ id }) => id !== directModelId)
  return sampling.nobodyToAsk({ models: hasOthers ? 'some' : 'none' })
}

interface ModelAndLimitProps {
  readonly question: SamplingQuestion
  readonly answer: SamplingAnswer
  readonly models: ModelsView
}

function ModelAndLimit({ question, answer, models }: ModelAndLimitProps) {
  const { draft } = answer
  const currency = useSetting('models.currency')
  const reason =
    draft.model === question.model
      ? toText(question.modelReason)
      : sampling.chosenByYou({ model: modelLabel(models.models, question.model) })
  return (
    <div className={styles.samplingModel}>
      <Select
        label={sampling.model()}
        value={draft.model}
        groups={groupsToAsk(models, question.model, currency)}
        hint={<VisibleText text={reason} />}
        onChange={(model) => answer.change({ model })}
      />
      <TextField
        label={sampling.answerLimit()}
        type="number"
        value={draft.maxTokens}
        hint={sampling.tokensUpTo({ most: mostTokens(question) })}
        error={answer.problems.maxTokens}
        onChange={(maxTokens) => answer.change({ maxTokens })}
      />
    </div>
  )
}

/** Direct is only offered if no model was found, because it can't answer. */
function groupsToAsk(models: ModelsView, found: string, currency: string): readonly SelectGroup[] {
  const groups = modelGroups(models, found, currency).filter(({ label }) => label !== '')
  const direct = { label: '', options: [{ value: directModelId, label: parts.directLabel() }] }
  return found === directModelId ? [direct, ...groups] : groups
}

function Answers({ answer }: { readonly answer: SamplingAnswer }) {
  const { pending } = answer
  return (
    <>
      <Button
        variant="quiet"
        disabled={pending !== null}
        isBusy={pending === 'answer-myself'}
        onClick={answer.answerMyself}
      >
        {sampling.answerMyself()}
      </Button>
      <Button disabled={pending !== null} isBusy={pending === 'decline'} onClick={answer.decline}>
        {consent.decline()}
      </Button>
      {answer.canApprove && (
        <GuardedButton
          variant="primary"
          disabled={pending !== null}
          isBusy={pending === 'approve'}
          onPress={answer.approve}
        >
          {sampling.approve()}
        </GuardedButton>
      )}
    </>
  )
}
