/** Shows the oldest question that waits for the person, one at a time. Each is a dialog of its own. */
import { useProjection } from '../state/projection'
import { directModelId } from '../state/direct-model'
import { ToolQuestion } from './tool-question'
import { TrustQuestion } from './trust-question'

export function ConsentLayer() {
  const question = useProjection((state) => state.questions[0])
  const waitingCount = useProjection((state) => Math.max(0, state.questions.length - 1))
  const requestedBy = question?.type === 'tool-call' ? question.requestedBy : directModelId
  const modelName = useProjection(
    (state) => state.models.models.find((model) => model.id === requestedBy)?.name ?? requestedBy
  )
  if (question === undefined) return null
  // The key gives every question a fresh dialog: its own delay before a yes, no draft of another one.
  if (question.type === 'server-trust') {
    return <TrustQuestion key={question.id} question={question} waitingCount={waitingCount} />
  }
  return (
    <ToolQuestion
      key={question.id}
      question={question}
      waitingCount={waitingCount}
      modelName={requestedBy === directModelId ? null : modelName}
    />
  )
}
