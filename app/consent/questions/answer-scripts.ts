/** Interprets answers to questions whether a conversation may use scripts. */
import type { TakeAnswer } from './answer-context'

export const takeScriptsAnswer: TakeAnswer<'scripts'> = (waiting, { decision }, { log }) => {
  waiting.settle(decision === 'allow' ? 'allowed' : 'denied')
  log.info('scripts answered', { conversationId: waiting.question.conversationId, decision })
}
