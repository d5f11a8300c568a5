/**
 * Questions caused by a server's requests, of which there may be any number: their source, and how they end when it is
 * stopped.
 */
import type { Question, repeatableTypes } from '../../contract/consents'
import { say } from '../../texts/render-localized'
import type { Refused, RequestOrigin, Stopped } from '../interface'
import { invalidAnswer } from './answer-context'
import type { TakeAnswer } from './answer-context'
import type { WaitingQuestion } from './questions'

export type RepeatableKind = (typeof repeatableTypes)[number]

/** null if no request of a server caused it. */
export function findQuestionOrigin(question: Question): RequestOrigin | null {
  switch (question.type) {
    case 'sampling':
    case 'sampling-answer':
    case 'elicitation':
    case 'link':
    case 'ask-again': {
      const { serverName, conversationId, callId, exchange } = question
      return { serverName, conversationId, callId, ...(exchange && { exchange }) }
    }
    case 'reach': {
      const { serverName, conversationId, callId } = question
      return { serverName, conversationId, callId }
    }
    default:
      return null
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
  switch (waiting.kind) {
    case 'sampling':
    case 'sampling-answer':
    case 'elicitation':
    case 'link':
    case 'reach':
      return waiting.settle(refuse())
    case 'ask-again':
      return waiting.settle({ type: 'refused' })
    default:
  }
}

export const takeAskAgainAnswer: TakeAnswer<'ask-again'> = (waiting, { decision }, { log, stop }) => {
  const origin = findQuestionOrigin(waiting.question)
  if (decision === 'refuse' && origin !== null) stop({ what: 'questions', origin })
  waiting.settle({ type: decision === 'refuse' ? 'refused' : 'let-ask' })
  log.info('going on with questions answered', { serverName: waiting.question.serverName, decision })
}
