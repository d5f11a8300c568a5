/** The calls of one step, asked about together. */
import { useState } from 'react'
import type { ToolCallQuestion } from '../../../app/contract/questions/questions'
import { modelLabel } from '../../parts/model-groups'
import { directModelId } from '../../../app/contract/direct-model'
import { viewAskerId } from '../../../app/contract/view-asker'
import { consent } from '../../../app/texts/compiled/window/consent'
import { useProjection } from '../../state/projection'
import { QuestionPlace } from '../question/question-place'
import type { QuestionViewProps } from '../question/question-view'
import { ToolQuestion } from './tool-question'

/** Null: the user. */
function nameAsker(
  { requestedBy, serverName }: ToolCallQuestion,
  models: Parameters<typeof modelLabel>[0]
): string | null {
  if (requestedBy === directModelId) return null
  return requestedBy === viewAskerId
    ? consent.viewAsker({ server: serverName })
    : modelLabel(models, requestedBy)
}

/** The calls of one step share a dialog: the oldest is shown, or the one that the user chose. */
export function ToolQuestions(props: QuestionViewProps<'tool-call'>) {
  const { question: first, waitingCount, shownConversationId, isPageFree } = props
  const { models } = props.models
  const [shownId, setShownId] = useState<string | null>(null)
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
        modelName={nameAsker(shown, models)}
        isOnPage={isPageFree && isKnown && conversationId === shownConversationId}
      />
    </QuestionPlace>
  )
}
