/** Questions about a destination of Parley's own: what an answer means. What is remembered is in `destination-approval.ts`. */
import type { TakeAnswer } from './answer-context'

export const takeDestinationAnswer: TakeAnswer<'destination'> = (waiting, { decision }, { log }) => {
  const { host, act } = waiting.question
  log.info('destination answered', { kind: act.kind, name: act.name, host, decision })
  waiting.settle(decision === 'trust' ? 'trusted' : 'not-now')
}
