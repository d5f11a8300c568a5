/** Sends the answer to one question. The question closes when the host removes it from its list. */
import { useContext, useState } from 'react'
import type { QuestionAnswer } from '../../../app/contract/questions/questions'
import type { ArgumentProblem } from '../../../app/contract/servers'
import { call, CallFailed, failureMessage } from '../../bridge/call'
import { SafeAnswer } from './question-place'

export interface AnswerFailure {
  readonly message: string
  /** From `TOOL_INVALID_ARGUMENTS`: where the arguments do not fit. */
  readonly problems: readonly ArgumentProblem[]
}

export interface PendingAnswer {
  readonly send: (answer: QuestionAnswer) => Promise<AnswerFailure | null>
  /** The answer that is safe without a look at the question. */
  readonly sendSafe: () => void
  /** The decision being sent or accepted; null while the user decides. */
  readonly pending: QuestionAnswer['decision'] | null
  readonly failure: AnswerFailure | null
}

export function useAnswer(questionId: string): PendingAnswer {
  const safeAnswer = useContext(SafeAnswer)
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
  const sendSafe = () => {
    if (safeAnswer !== null) void send(safeAnswer) // never rejects
  }
  return { send, sendSafe, pending, failure }
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
