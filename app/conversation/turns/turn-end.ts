/** The state of an answer whose turn ended before the model did. */
import { HostError } from '../../base/host-error'
import type { Message } from '../../contract/conversations'
import type { Failure } from '../../contract/failure'
import { say } from '../../texts/render-localized'
import { isToolCall } from '../messages/transcript'
import type { ModelStepReply } from './model-step'

export const stopped = { state: 'stopped', stopReason: 'stopped', failure: null } as const

/** Using up the steps isn't an error: the results stay, and a retry continues from there. */
export function toFailedEnd(failure: Failure): Pick<Message, 'state' | 'stopReason' | 'failure'> {
  const plain = { ...failure }
  if (failure.code === 'CONVERSATION_STEP_LIMIT')
    return { state: 'stopped', stopReason: 'step-limit', failure: plain }
  return { state: 'failed', stopReason: null, failure: plain }
}

export function createStepLimitEnd(maxToolSteps: number): HostError {
  return new HostError('CONVERSATION_STEP_LIMIT', say('conversation.stepLimit', { rounds: maxToolSteps }))
}

/**
 * A call that was cut off by the length limit must not run. A call without arguments may have been cut before them.
 * @throws HostError MODEL_ANSWER_CUT
 */
export function requireWholeCalls({ parts }: Message, reply: ModelStepReply, maxOutputTokens: number): void {
  if (reply.end?.stopReason !== 'max_tokens') return
  const calls = parts.filter(isToolCall).filter(({ step }) => step === reply.step)
  const last = calls.at(-1)
  const isCut =
    reply.requested.length < calls.length || reply.requested.some(({ isInputBroken }) => isInputBroken)
  if (last === undefined || (!isCut && Object.keys(last.arguments).length > 0)) return
  const written = reply.end.usage?.outputTokens ?? 0
  // The service may have a limit of its own.
  const isOwnLimit = written > 0 && (written < maxOutputTokens * 0.9 || written > maxOutputTokens)
  const isKnown = written > 0 || maxOutputTokens < reply.target.maxOutputTokens
  const said = isKnown
    ? say('models.answerCut', { tokens: isOwnLimit ? written : maxOutputTokens })
    : say('models.answerCutUnknown')
  throw new HostError('MODEL_ANSWER_CUT', said)
}
