/**
 * Sends a `tools/call` and handles what the server asks before its result: input that a result requires, and links that
 * the user must open first. The call is repeated afterwards.
 *
 * @spec 2026-07-28 basic/patterns/mrtr
 */
import type { Client, Progress } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { untilAborted } from '../../base/until-aborted'
import type { JsonObject } from '../../contract/json'
import type { ToolView } from '../../contract/servers'
import type { CallInputs } from './call-inputs'
import { lateMark, type LateListener } from '../transports/late-messages'
import { unwrapResult } from '../transports/tolerant-transport'
import { runInputRequiredLoop, describeTooManyRounds } from './input-required-loop'
import type { JsonFields } from '../protocol/json-fields'
import { retryAfterUrlElicitation } from './url-elicitation-retry'

/** Disables the library's own limit, which sends no `notifications/cancelled` at the total limit. */
const noLimitMs = 2_147_483_647

export interface SendToolCallOptions {
  readonly client: Client
  readonly callId: string
  readonly toolName: string
  readonly arguments: JsonObject
  /** The listed tool. Its schema says which arguments are repeated in HTTP headers. */
  readonly tool: ToolView | undefined
  /** For how long Parley asks the server to keep the task; null if the call must not become one. */
  readonly taskTtlMs: number | null
  readonly inputs: CallInputs
  /** The trace that the call belongs to. */
  readonly traceparent: string | undefined
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
  /** Also gets the result of a call that should have become a task, if it comes after the call was given up. */
  readonly late: LateListener
}

/** Returns the unchecked result. @throws HostError TOOL_ERROR (too many rounds), and errors of the library */
export async function sendToolCall(options: SendToolCallOptions): Promise<unknown> {
  const { inputs, callId, signal } = options
  return await retryAfterUrlElicitation(() => sendRounds(options), inputs, { callId, signal })
}

async function sendRounds(options: SendToolCallOptions): Promise<unknown> {
  const { inputs, callId, signal, toolName } = options
  return await runInputRequiredLoop({
    send: (more) => send(more, options),
    answer: (inputRequests, round) => inputs.answer(inputRequests, { callId, round, signal }),
    tooMany: describeTooManyRounds(toolName),
    signal
  })
}

async function send(more: JsonFields, options: SendToolCallOptions): Promise<unknown> {
  const { client, tool, taskTtlMs, traceparent, signal } = options
  const isLegacy = client.getProtocolEra() === 'legacy'
  const params = {
    name: options.toolName,
    arguments: options.arguments,
    ...(taskTtlMs === null ? {} : { task: { ttl: taskTtlMs } }),
    ...more,
    // Earlier revisions don't define the key. @spec 2026-07-28 basic#_meta
    _meta: { [lateMark]: options.late, ...(!isLegacy && traceparent !== undefined && { traceparent }) }
  }
  const sending = {
    timeout: noLimitMs,
    // A task is cancelled by its id when that is known; `notifications/cancelled` doesn't apply to tasks.
    ...(taskTtlMs === null ? { signal } : {}),
    onprogress: options.onProgress,
    allowInputRequired: true
  }
  const answer = isLegacy
    ? // `callTool` does more only for the newest revision, and creates an error per call to look up the method.
      client.request({ method: 'tools/call', params }, z.unknown(), sending)
    : client.callTool(params, {
        ...sending,
        ...(tool === undefined ? {} : { toolDefinition: toDefinition(tool) })
      })
  if (taskTtlMs === null) return unwrapResult(await answer)
  const late = (result: unknown) => {
    if (signal.aborted) options.late.onLateAnswer(unwrapResult(result))
  }
  answer.then(late, () => {}) // the caller handles failures
  return unwrapResult(await untilAborted(answer, signal))
}

/** Without the output schema, because the library would enforce it. */
function toDefinition(tool: ToolView) {
  return { name: tool.name, inputSchema: { ...tool.inputSchema, type: 'object' as const } }
}
