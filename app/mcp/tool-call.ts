/**
 * Runs one `tools/call`: its time limits, its cancellation, its progress, and its end as an outcome. Whatever
 * the server does, the outcome says it; nothing is thrown.
 *
 * @spec 2025-11-25 basic/utilities/cancellation
 * @spec 2025-11-25 basic/utilities/progress
 */
import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client'
import type { Client } from '@modelcontextprotocol/client'
import { HostError, toFailure } from '../base/host-error'
import type { ToolCallProgress } from '../contract/conversations'
import type { ToolView } from '../contract/servers'
import { isFitToKeep, toContentBlocks } from './content'
import { limitContent } from './content-limits'
import { lostAnswer, unwrapResult } from './delegating-transport'
import { createProgressFeed } from './progress-feed'
import type { ToolCallOutcome, ToolCallRequest } from './interface'
import { inPlainWords } from './plain-words'
import { toRefusal } from './refusal'

/** The library's own clock is not used: it forgets `notifications/cancelled` at the total limit. */
const noLimitMs = 2_147_483_647

/** Characters of JSON; what crosses processes with every change of its message must be bounded. */
const structuredLimit = 1_000_000

export interface ToolCallOptions {
  readonly client: Client
  /** The tool as listed; its schema says which arguments are repeated in HTTP headers. */
  readonly tool: ToolView | undefined
  /** Cancels the call on the server. */
  readonly signal: AbortSignal
  readonly onProgress: (progress: ToolCallProgress) => void
  /** A failure that the connection knows more of than the call: it ended, the network failed. */
  readonly explain: (error: unknown) => HostError | null
}

export async function runToolCall(
  request: ToolCallRequest,
  options: ToolCallOptions
): Promise<ToolCallOutcome> {
  const limits = startLimits(request)
  const feed = createProgressFeed(options.onProgress)
  try {
    const answer = await options.client.callTool(
      { name: request.toolName, arguments: request.arguments },
      {
        timeout: noLimitMs,
        signal: AbortSignal.any([options.signal, limits.signal]),
        onprogress: (progress) => {
          limits.extend()
          feed.push(progress)
        },
        ...(options.tool === undefined ? {} : { toolDefinition: toDefinition(options.tool) })
      }
    )
    feed.flush()
    return toOutcome(unwrapResult(answer), request.toolName)
  } catch (error) {
    if (options.signal.aborted) return { type: 'cancelled' }
    const failure = limits.failure() ?? toCallFailure(error, request.toolName, options)
    return { type: 'failed', failure: toFailure(failure) }
  } finally {
    limits.stop()
    feed.stop()
  }
}

/** Without the output schema, which the library would enforce. */
function toDefinition(tool: ToolView) {
  return { name: tool.name, inputSchema: { ...tool.inputSchema, type: 'object' as const } }
}

/** The clock of silence, which progress starts anew, and the clock of the whole call, which nothing stops. */
function startLimits(request: ToolCallRequest) {
  const controller = new AbortController()
  let failure: HostError | null = null
  const expire = (message: string) => () => {
    failure = new HostError('TOOL_TIMEOUT', message)
    // The library passes its own kind of error on as it is and sends its text to the server as the reason.
    controller.abort(new SdkError(SdkErrorCode.RequestTimeout, 'The time limit was reached'))
  }
  const name = `The tool "${request.toolName}"`
  const silent = expire(
    `${name} gave no sign for ${inSeconds(request.timeoutMs)} and was cancelled. Allow it more time, or try again.`
  )
  const total = expire(
    `${name} had not finished after ${inSeconds(request.maxTotalTimeoutMs)} and was cancelled. Allow it more time, or try again.`
  )
  let silence = setTimeout(silent, request.timeoutMs)
  const whole = setTimeout(total, request.maxTotalTimeoutMs)
  return {
    signal: controller.signal,
    failure: () => failure,
    extend: () => {
      clearTimeout(silence)
      silence = setTimeout(silent, request.timeoutMs)
    },
    stop: () => {
      clearTimeout(silence)
      clearTimeout(whole)
    }
  }
}

function inSeconds(milliseconds: number): string {
  return `${Math.round(milliseconds / 100) / 10} s`
}

function toOutcome(result: unknown, toolName: string): ToolCallOutcome {
  if (typeof result !== 'object' || result === null || Array.isArray(result)) {
    const message = `The server answered the call of "${toolName}" with something that is no result.`
    return { type: 'failed', failure: { code: 'SERVER_PROTOCOL', message } }
  }
  const { content, structuredContent, isError } = result as Record<string, unknown>
  const blocks = limitContent(toContentBlocks(content))
  const isKept = isFitToKeep(structuredContent) && JSON.stringify(structuredContent).length <= structuredLimit
  if (structuredContent !== undefined && !isKept)
    blocks.push({ type: 'unknown', raw: '[structured content left out: too large, or nests too deeply]' })
  return {
    type: 'completed',
    content: blocks,
    structuredContent: isKept ? structuredContent : null,
    isError: isError === true
  }
}

function toCallFailure(error: unknown, toolName: string, options: ToolCallOptions): HostError {
  if (error instanceof ProtocolError && error.data !== lostAnswer) {
    return toRefusal(error, `The server refused the call of "${toolName}"`)
  }
  const explained = options.explain(error)
  if (explained !== null) return explained
  if (error instanceof ProtocolError) return ofLostAnswer(toolName)
  const said = inPlainWords(error)
  return new HostError('SERVER_PROTOCOL', `The call of "${toolName}" failed: ${said}`, { cause: error })
}

function ofLostAnswer(toolName: string): HostError {
  const message = `The server ended its answer to "${toolName}" half-way. Whether the tool ran is not known; try again.`
  return new HostError('SERVER_RESTARTED', message)
}
