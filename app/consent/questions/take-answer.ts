/** What an answer means, by the kind of its question. A kind that isn't listed here ends in the decision of its answer. */
import type { Question, QuestionAnswer, QuestionKind } from '../../contract/questions/questions'
import { say } from '../../texts/render-localized'
import type { SpecialDecisions } from '../interface'
import { invalidAnswer } from './answer-context'
import type { AnswerContext, TakeAnswer } from './answer-context'
import { takeElicitationAnswer, takeLinkAnswer } from './answer-elicitation'
import { takeNetworkAnswer } from './answer-network'
import { takeSamplingAnswer, takeSamplingAnswerReview } from './answer-sampling'
import { takeServerTrustAnswer } from './answer-server-trust'
import { takeSignInAnswer } from './answer-sign-in'
import { takeToolCallAnswer } from './answer-tool-call'
import { takeToolResultAnswer } from './answer-tool-result'
import type { WaitingQuestion } from './questions'
import { takeAskAgainAnswer } from './repeatable'

const takers: { readonly [K in keyof SpecialDecisions]: TakeAnswer<K> } = {
  'server-trust': takeServerTrustAnswer,
  'tool-call': takeToolCallAnswer,
  sampling: takeSamplingAnswer,
  'sampling-answer': takeSamplingAnswerReview,
  elicitation: takeElicitationAnswer,
  link: takeLinkAnswer,
  'tool-result': takeToolResultAnswer,
  'sign-in': takeSignInAnswer,
  'ask-again': takeAskAgainAnswer,
  reach: takeNetworkAnswer
}

/** One taker for any kind: `takeAnswer` has checked that question and answer are of the same kind. */
type TakeAny = (
  waiting: WaitingQuestion,
  answer: QuestionAnswer,
  context: AnswerContext
) => void | Promise<void>

/** @throws HostError BRIDGE_INVALID_INPUT, and what its kind throws. The question then stays open. */
export async function takeAnswer(
  waiting: WaitingQuestion,
  answer: QuestionAnswer,
  context: AnswerContext
): Promise<void> {
  if (waiting.kind !== answer.type) throw invalidAnswer(say('consent.otherQuestion'))
  const byKind = takers as { readonly [K in QuestionKind]?: TakeAny }
  await (byKind[waiting.kind] ?? settleWithDecision)(waiting, answer, context)
}

const settleWithDecision: TakeAny = (waiting, { decision }, { log }) => {
  const { type, serverName, conversationId, host } = waiting.question as Question & LoggedFacts
  log.info('question answered', { type, decision, serverName, conversationId, host })
  const plain = waiting as { settle(outcome: { readonly type: string }): void }
  plain.settle({ type: decision })
}

/** What the log names of a question, if the question has it. */
interface LoggedFacts {
  readonly serverName?: string
  readonly conversationId?: string | null
  readonly host?: string | null
}
