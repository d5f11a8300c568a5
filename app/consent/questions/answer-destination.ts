/** Interprets answers to questions about Parley's own destinations. `destination-approval.ts` stores the result. */
import type { TakeAnswer } from './answer-context'

export const takeDestinationAnswer: TakeAnswer<'destination'> = (waiting, { decision }, { log }) => {
  const { host, act } = waiting.question
  log.info('destination answered', { kind: act.kind, name: act.name, host, decision })
  waiting.settle(decision === 'trust' ? 'trusted' : 'not-now')
}
