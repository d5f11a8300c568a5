/** Sends the answer of one question. The question leaves the screen when the host takes it off its list. */
import { useState } from 'react'
import type { QuestionAnswer } from '../../../app/contract/consents'
import type { ArgumentProblem } from '../../../app/contract/servers'
import { call, CallFailed, failureMessage } from '../../bridge/call'

export interface AnswerFailure {
  readonly message: string
  /** From `TOOL_INVALID_ARGUMENTS`: where the arguments do not fit. */
  readonly problems: readonly ArgumentProblem[]
}

export interface PendingAnswer {
  readonly send: (answer: QuestionAnswer) => Promise<AnswerFailure | null>
  /** The decision on its way, or taken; null while the person decides. */
  readonly pending: QuestionAnswer['decision'] | null
  readonly failure: AnswerFailure | null
}

export function useAnswer(questionId: string): PendingAnswer {
  const [pending, setPending] = useState<QuestionAnswer['decision'] | null>(null)
  const [failure, setFailure] = useState<AnswerFailure | null>(null)
  const send = async (answer: QuestionAnswer): Promise<AnswerFailure | null> => {
    setPending(answer.decision)
    setFailure(null)
    try {
      await call('consent.answer', { questionId, answer })
      return null
    } catch (error) {
      const failed = readFailure(error)
      setFailure(failed)
      setPending(null)
      return failed
    }
  }
  return { send, pending, failure }
}

function readFailure(error: unknown): AnswerFailure {
  const listed = error instanceof CallFailed ? error.data?.['problems'] : undefined
  const problems = Array.isArray(listed) ? listed.filter(isProblem) : []
  return { message: failureMessage(error), problems }
}

function isProblem(value: unknown): value is ArgumentProblem {
  if (typeof value !== 'object' || value === null) return false
  return (
    'path' in value &&
    'message' in value &&
    typeof value.path === 'string' &&
    typeof value.message === 'object'
  )
}
