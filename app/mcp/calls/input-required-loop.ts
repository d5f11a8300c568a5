/**
 * A request of ours that the server may answer with questions: it is repeated with the answers until there is a
 * result. What the questions are and who answers them is in `input-requests.ts`.
 *
 * @spec 2026-07-28 basic/patterns/mrtr
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { HostError } from '../../base/host-error'
import { roundLimit } from '../../contract/limits'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'
import type { CallInputs } from './call-inputs'
import { isJsonFields } from '../protocol/json-fields'
import type { JsonFields } from '../protocol/json-fields'

/** Before a repetition that only says "later" and asks for nothing. */
const pauseMs = 250

export interface InputRequiredRequest {
  /** Sends the request with these parameters added; the result as the server sent it. */
  readonly send: (more: JsonFields) => Promise<unknown>
  /** Answers by the keys of the questions; rounds count from 1. */
  readonly answer: (inputRequests: JsonFields, round: number) => Promise<JsonFields>
  /** What the person reads when it asks too often. */
  readonly tooMany: LocalizedText
  readonly signal: AbortSignal
}

/**
 * The inputs of one call: its rounds are counted on where a repetition begins anew or a task goes on with them. Beyond
 * the limit `answer` throws HostError TOOL_ERROR.
 */
export function countInputRounds(inputs: CallInputs, toolName: string): CallInputs {
  let round = 0
  return {
    ...inputs,
    answer: (inputRequests, asking) => {
      round += 1
      if (round > roundLimit) throw new HostError('TOOL_ERROR', describeTooManyRounds(toolName))
      return inputs.answer(inputRequests, { ...asking, round })
    }
  }
}

/** The first result that asks for nothing. @throws HostError TOOL_ERROR (too many rounds), and what both throw */
export async function runInputRequiredLoop({
  send,
  answer,
  tooMany,
  signal
}: InputRequiredRequest): Promise<unknown> {
  let more: JsonFields = {}
  for (let round = 0; round <= roundLimit; round += 1) {
    const result = await send(more)
    if (!isJsonFields(result) || result['resultType'] !== 'input_required') return result
    if (round === roundLimit) break
    const { inputRequests, requestState } = result
    const state = requestState === undefined ? {} : { requestState }
    if (isJsonFields(inputRequests) && Object.keys(inputRequests).length > 0) {
      more = { inputResponses: await answer(inputRequests, round + 1), ...state }
    } else {
      await sleep(pauseMs, undefined, { signal })
      more = state
    }
  }
  throw new HostError('TOOL_ERROR', tooMany)
}

export function describeTooManyRounds(toolName: string): LocalizedText {
  return say('mcp.toolTooManyRounds', { tool: toolName, rounds: roundLimit })
}
