/** How an answer stands when its turn has come to its end without having come to an end itself. */
import { HostError } from '../../base/host-error'
import type { Message } from '../../contract/conversations'
import type { Failure } from '../../contract/failure'
import { say } from '../../texts/said'

export const stopped = { state: 'stopped', stopReason: 'stopped', failure: null } as const

/** A turn that used up its steps is no error: what it did stands, and a retry goes on from there. */
export function endOf(failure: Failure): Pick<Message, 'state' | 'stopReason' | 'failure'> {
  const plain = { ...failure }
  if (failure.code === 'CONVERSATION_STEP_LIMIT')
    return { state: 'stopped', stopReason: 'step-limit', failure: plain }
  return { state: 'failed', stopReason: null, failure: plain }
}

export function stepLimit(maxToolSteps: number): HostError {
  return new HostError('CONVERSATION_STEP_LIMIT', say('conversation.stepLimit', { rounds: maxToolSteps }))
}
