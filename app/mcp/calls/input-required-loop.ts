/**
 * A request that the server may answer with questions. It is repeated with the answers until the server sends a result.
 * `input-requests.ts` answers the questions.
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

/** Before a repetition when the server asked for nothing. */
const pauseMs = 250

export interface InputRequiredRequest {
  /** Sends the request with these additional parameters. Returns the unchecked result. */
  readonly send: (more: JsonFields) => Promise<unknown>
  /** Answers by the keys of the questions. Rounds count from 1. */
  readonly answer: (inputRequests: JsonFields, round: number) => Promise<JsonFields>
  /** What the user reads when the server asks too often. */
  readonly tooMany: LocalizedText
  readonly signal: AbortSignal
}

/**
 * Limits the inputs of one call. Its rounds are counted across repetitions and in a task that it becomes. Beyond the
 * limit `answer` throws HostError TOOL_ERROR.
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

/**
 * The first result without questions. @throws HostError TOOL_ERROR (too many rounds), and what `send` and `answer`
 * throw
 */
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
