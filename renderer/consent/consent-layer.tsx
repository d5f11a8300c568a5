/** Shows the oldest question that waits for the person, one at a time. Each is a dialog of its own. */
import { useMemo, useState } from 'react'
import type { Question, ToolCallQuestion } from '../../app/contract/consents'
import type { ServerTrustQuestion } from '../../app/contract/server-trust'
import { useProjection } from '../state/projection'
import { directModelId } from '../state/direct-model'
import { modelLabel } from '../parts/model-groups'
import { DrawingBoundary } from '../ui/controls/drawing-boundary'
import { AskAgainDialog } from './ask-again-question'
import { OtherConversation } from './question/other-conversation'
import { QuestionPlace } from './question/question-place'
import { ElicitationQuestionDialog } from './elicitation/elicitation-question'
import { LinkQuestionDialog } from './elicitation/link-question'
import { ResultQuestionDialog } from './tool-result/result-question'
import { SamplingAnswerDialog } from './sampling/sampling-answer-question'
import { SamplingQuestionDialog } from './sampling/sampling-question'
import { ScriptsQuestionDialog } from './scripts-question'
import { DestinationQuestionDialog } from './servers/destination-question'
import { NetworkQuestionDialog } from './servers/network-question'
import { SignInQuestionDialog } from './servers/sign-in-question'
import { SuggestedPermission } from './tool-call/suggested-permission'
import { ToolQuestion } from './tool-call/tool-question'
import { MetadataQuestionDialog } from './tool-call/metadata-question'
import { UnshownQuestion } from './unshown-question'
import { TrustQuestion } from './servers/trust-question'
import { notShown } from '../../app/texts/compiled/window/notShown'

export interface ConsentLayerProps {
  /** The conversation on the page; null: none. */
  readonly shownConversationId: string | null
  /** Nothing lies over the page. */
  readonly isPageFree: boolean
  /** Brings a conversation before the person. */
  readonly onShow: (conversationId: string) => void
}

export function ConsentLayer(props: ConsentLayerProps) {
  return (
    <>
      <SuggestedPermission conversationId={props.shownConversationId} />
      <OpenQuestion {...props} />
    </>
  )
}

function OpenQuestion(props: ConsentLayerProps) {
  const question = useProjection((state) => state.questions[0])
  const waitingCount = useProjection((state) => Math.max(0, state.questions.length - 1))
  const elsewhere = useElsewhere(question, props)
  if (question === undefined) return null
  return (
    <DrawingBoundary
      key={dialogOf(question)}
      sentence={notShown.question()}
      text={() => JSON.stringify(question, null, 2)}
      resetKeys={[question.id]}
      renderFailure={(failure) => <UnshownQuestion question={question} failure={failure} />}
    >
      <QuestionPlace value={question.id}>
        <OtherConversation value={elsewhere}>
          <QuestionOf {...props} question={question} waitingCount={waitingCount} />
        </OtherConversation>
      </QuestionPlace>
    </DrawingBoundary>
  )
}

/** The conversation that a question came up in, where the person looks at another one. */
function useElsewhere(question: Question | undefined, { shownConversationId, onShow }: ConsentLayerProps) {
  const id = question !== undefined && 'conversationId' in question ? question.conversationId : null
  const title = useProjection((state) => state.conversations.find((each) => each.id === id)?.title ?? null)
  return useMemo(
    () =>
      id === null || id === shownConversationId || title === null
        ? null
        : { title, onShow: () => onShow(id) },
    [id, shownConversationId, title, onShow]
  )
}

/**
 * Every question has a fresh dialog: its own delay before a yes, no draft of another one. The calls of one
 * conversation share a place in which each has its dialog: where the oldest goes, the one that is shown stays.
 */
function dialogOf(question: Question): string {
  return question.type === 'tool-call' ? `calls:${question.conversationId}` : question.id
}

/** The calls of one step are asked about in one dialog: the oldest, or the one that the person turned to. */
function ToolQuestions(
  props: ConsentLayerProps & { readonly first: ToolCallQuestion; readonly waitingCount: number }
) {
  const { first, waitingCount, shownConversationId, isPageFree } = props
  const [shownId, setShownId] = useState<string | null>(null)
  const models = useProjection((state) => state.models.models)
  const waiting = useProjection((state) => state.questions)
  const ofStep = waiting.filter(
    (question): question is ToolCallQuestion =>
      question.type === 'tool-call' && question.conversationId === first.conversationId
  )
  const shown = ofStep.find(({ id }) => id === shownId) ?? first
  const at = ofStep.indexOf(shown)
  const [wasTurned, setWasTurned] = useState(false)
  const turnTo = (id: string | null) => {
    setShownId(id)
    setWasTurned(true)
  }
  const { callId, conversationId } = shown
  const isKnown = useProjection(
    ({ threads }) =>
      threads[conversationId]?.messages.some(({ parts }) =>
        parts.some((part) => part.type === 'tool-call' && part.callId === callId)
      ) ?? false
  )
  return (
    <QuestionPlace value={shown.id}>
      <ToolQuestion
        key={shown.id}
        question={shown}
        others={ofStep.filter(({ id }) => id !== shown.id)}
        strip={{
          number: at + 1,
          count: ofStep.length,
          onTurn: (step) => turnTo(ofStep.at((at + step) % ofStep.length)?.id ?? null)
        }}
        wasTurnedTo={wasTurned}
        onShow={turnTo}
        waitingCount={waitingCount}
        modelName={shown.requestedBy === directModelId ? null : modelLabel(models, shown.requestedBy)}
        isOnPage={isPageFree && isKnown && conversationId === shownConversationId}
      />
    </QuestionPlace>
  )
}

/** Servers that wait are asked about one after the other, or those after the first in its dialog as well. */
function TrustQuestions(props: { readonly question: ServerTrustQuestion; readonly waitingCount: number }) {
  const waiting = useProjection((state) => state.questions)
  const others = waiting.filter(
    (each): each is ServerTrustQuestion => each.type === 'server-trust' && each.id !== props.question.id
  )
  return <TrustQuestion {...props} others={others} />
}

function QuestionOf(
  props: ConsentLayerProps & { readonly question: Question; readonly waitingCount: number }
) {
  const { question, waitingCount } = props
  const models = useProjection((state) => state.models)
  switch (question.type) {
    case 'server-trust':
      return <TrustQuestions question={question} waitingCount={waitingCount} />
    case 'tool-call':
      return <ToolQuestions {...props} first={question} />
    case 'sampling':
      return <SamplingQuestionDialog question={question} waitingCount={waitingCount} models={models} />
    case 'sampling-answer':
      return <SamplingAnswerDialog question={question} waitingCount={waitingCount} models={models} />
    case 'elicitation':
      return <ElicitationQuestionDialog question={question} waitingCount={waitingCount} />
    case 'link':
      return <LinkQuestionDialog question={question} waitingCount={waitingCount} />
    case 'tool-result':
      return <ResultQuestionDialog question={question} waitingCount={waitingCount} />
    case 'sign-in':
      return <SignInQuestionDialog question={question} waitingCount={waitingCount} />
    case 'destination':
      return <DestinationQuestionDialog question={question} waitingCount={waitingCount} />
    case 'server-words':
      return <MetadataQuestionDialog question={question} waitingCount={waitingCount} />
    case 'scripts':
      return <ScriptsQuestionDialog {...props} question={question} />
    case 'reach':
      return <NetworkQuestionDialog question={question} waitingCount={waitingCount} />
    case 'ask-again':
      return <AskAgainDialog question={question} waitingCount={waitingCount} />
  }
}
