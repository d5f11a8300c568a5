/** Questions whether a conversation goes on by scripts: what an answer means. */
import type { TakeAnswer } from './answer-context'

export const takeScriptsAnswer: TakeAnswer<'scripts'> = (waiting, { decision }, { log }) => {
  waiting.settle(decision === 'allow' ? 'allowed' : 'denied')
  log.info('scripts answered', { conversationId: waiting.question.conversationId, decision })
}
