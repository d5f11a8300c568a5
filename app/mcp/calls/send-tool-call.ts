/**
 * Sends a `tools/call` and answers what the server asks for before it gives a result: input inside a result, after
 * which the call is repeated with it, and links that the person has to open first.
 *
 * @spec 2026-07-28 basic/patterns/mrtr
 */
import type { Client, Progress } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { untilAborted } from '../../base/until-aborted'
import type { JsonObject } from '../../contract/json'
import type { ToolView } from '../../contract/servers'
import type { CallInputs } from './call-inputs'
import { callMark } from '../transports/late-messages'
import { unwrapResult } from '../transports/tolerant-transport'
import { runInputRequiredLoop, describeTooManyRounds } from './input-required-loop'
import type { JsonFields } from '../protocol/json-fields'
import { retryAfterUrlElicitation } from './url-elicitation-retry'

/** The library's own clock is not used: it forgets `notifications/cancelled` at the total limit. */
const noLimitMs = 2_147_483_647

export interface SendToolCallOptions {
  readonly client: Client
  readonly callId: string
  readonly toolName: string
  readonly arguments: JsonObject
  /** The tool as listed; its schema says which arguments are repeated in HTTP headers. */
  readonly tool: ToolView | undefined
  /** How long we ask the server to keep the task; null: the call is not to be one. */
  readonly taskTtlMs: number | null
  readonly inputs: CallInputs
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
  /** What a call that should become a task was answered with after it had been given up. */
  readonly onLateAnswer: (result: unknown) => void
}

/** The result as the server sent it. @throws HostError TOOL_ERROR (too many rounds), and errors of the library */
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
  const { client, tool, taskTtlMs, signal } = options
  const params = {
    name: options.toolName,
    arguments: options.arguments,
    ...(taskTtlMs === null ? {} : { task: { ttl: taskTtlMs } }),
    ...more,
    _meta: { [callMark]: options.callId }
  }
  const sending = {
    timeout: noLimitMs,
    // `notifications/cancelled` is not for tasks: the task is cancelled when its id is known.
    ...(taskTtlMs === null ? { signal } : {}),
    onprogress: options.onProgress,
    allowInputRequired: true
  }
  const answer =
    client.getProtocolEra() === 'legacy'
      ? // What `callTool` does besides is for the newest revision; before each call it makes an error to see whether it knows the method.
        client.request({ method: 'tools/call', params }, z.unknown(), sending)
      : client.callTool(params, {
          ...sending,
          ...(tool === undefined ? {} : { toolDefinition: toDefinition(tool) })
        })
  if (taskTtlMs === null) return unwrapResult(await answer)
  const late = (result: unknown) => {
    if (signal.aborted) options.onLateAnswer(unwrapResult(result))
  }
  answer.then(late, () => {}) // a failure is heard below, or by nobody
  return unwrapResult(await untilAborted(answer, signal))
}

/** Without the output schema, which the library would enforce. */
function toDefinition(tool: ToolView) {
  return { name: tool.name, inputSchema: { ...tool.inputSchema, type: 'object' as const } }
}
