/** Interprets answers to questions about network access to a host. `network-approval.ts` stores the result. */
import type { AnswerOf } from '../../contract/questions/questions'
import type { NetworkDecision } from '../interface'
import type { TakeAnswer } from './answer-context'

const decisions: Readonly<Record<AnswerOf<'reach'>['decision'], NetworkDecision>> = {
  'allow-once': { type: 'once' },
  'allow-always': { type: 'always' },
  never: { type: 'never', isRemembered: false },
  'not-now': { type: 'not-now' }
}

export const takeNetworkAnswer: TakeAnswer<'reach'> = (waiting, { decision }, { log }) => {
  const { serverName, host, port } = waiting.question
  log.info('host answered', { serverName, host, port, decision })
  waiting.settle(decisions[decision])
}
