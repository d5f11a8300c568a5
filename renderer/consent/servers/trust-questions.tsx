/** The servers that wait for trust, asked about together. */
import type { ServerTrustQuestion } from '../../../app/contract/questions/questions'
import { useProjection } from '../../state/projection'
import type { QuestionViewProps } from '../question/question-view'
import { TrustQuestion } from './trust-question'

/** Servers are asked about one after the other, or together in the first one's dialog. */
export function TrustQuestions({ question, waitingCount }: QuestionViewProps<'server-trust'>) {
  const waiting = useProjection((state) => state.questions)
  const others = waiting.filter(
    (each): each is ServerTrustQuestion => each.type === 'server-trust' && each.id !== question.id
  )
  return <TrustQuestion question={question} waitingCount={waitingCount} others={others} />
}
