/**
 * Questions caused by a server's requests, of which there may be any number: their source, and how they end when it is
 * stopped.
 */
import { isServerRequest, type Question, type ServerRequestKind } from '../../contract/questions/questions'
import { say } from '../../texts/render-localized'
import type { Refused, RequestOrigin, Stopped } from '../interface'
import { invalidAnswer } from './answer-context'
import type { TakeAnswer } from './answer-context'
import type { Waiting, WaitingQuestion } from './questions'

/** null if no request of a server caused it. */
export function findQuestionOrigin(question: Question): RequestOrigin | null {
  if (!isServerRequest(question)) return null
  const { serverName, conversationId, callId } = question
  const exchange = 'exchange' in question ? question.exchange : undefined
  const isFromView = 'isFromView' in question ? question.isFromView : undefined
  return {
    serverName,
    conversationId,
    callId,
    ...(exchange && { exchange }),
    ...(isFromView && { isFromView })
  }
}

/** What `Stop …` in this question stops. @throws HostError BRIDGE_INVALID_INPUT */
export function stoppedBy({ question }: WaitingQuestion, what: 'call' | 'server'): Stopped {
  const origin = findQuestionOrigin(question)
  if (origin === null || (what === 'call' && origin.callId === null && origin.exchange === undefined))
    throw invalidAnswer(say('consent.nothingToStop'))
  return { what, origin }
}

/** Calls `refuse` for questions whose server gets an answer. */
export function settleRefused(waiting: WaitingQuestion, refuse: () => Refused): void {
  if (waiting.kind === 'ask-again') return waiting.settle({ type: 'refused' })
  if (isOfServerRequest(waiting)) waiting.settle(refuse())
}

type OfServerRequest = { [K in ServerRequestKind]: Waiting<K> }[ServerRequestKind]

function isOfServerRequest(waiting: WaitingQuestion): waiting is OfServerRequest {
  return isServerRequest(waiting.question)
}

export const takeAskAgainAnswer: TakeAnswer<'ask-again'> = (waiting, { decision }, { log, stop }) => {
  const origin = findQuestionOrigin(waiting.question)
  if (decision === 'refuse' && origin !== null) stop({ what: 'questions', origin })
  waiting.settle({ type: decision === 'refuse' ? 'refused' : 'let-ask' })
  log.info('question about continuing answered', { serverName: waiting.question.serverName, decision })
}
