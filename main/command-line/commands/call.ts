/** `call SERVER TOOL JSON`: through the same conversation, questions, rules and ledger as a call in the window. */
import { HostError, fromFailure } from '../../../app/base/host-error'
import type { ToolCallPart } from '../../../app/contract/conversations'
import type { Failure } from '../../../app/contract/failure'
import type { FailureView, JsonObject } from '../../../app/contract/json'
import { readWholeResult } from '../../../app/host/workbench/read-whole-result'
import { say } from '../../../app/texts/render-localized'
import { readObjectArgument } from '../request/command-request'
import { exitCodes } from '../request/exit-codes'
import type { CommandLineCore } from '../core/open-core'
import { describeContent } from './describe-content'
import type { CommandLineCommand } from './command'
import { withServer } from './with-server'

export const callCommand: CommandLineCommand = async (input) => {
  const [toolName = '', json] = input.request.words
  const args = readObjectArgument(json)
  return await withServer(input, async (core, serverName) => {
    await checkCall(core, { serverName, toolName, args })
    const call = await runCall(core, { serverName, toolName, args })
    const { content, structuredContent, isError } = call
    return {
      value: { server: serverName, tool: toolName, isError, content, structuredContent },
      text: describeContent(content, structuredContent),
      exitCode: isError ? exitCodes.failed : exitCodes.ok
    }
  })
}

export interface Call {
  readonly serverName: string
  readonly toolName: string
  readonly args: JsonObject
}

/** @throws HostError TOOL_UNKNOWN, TOOL_INVALID_SCHEMA, TOOL_INVALID_ARGUMENTS */
export async function checkCall(
  { handlers }: CommandLineCore,
  { serverName, toolName, args }: Call
): Promise<void> {
  await handlers['tool.read']({ serverName, toolName })
  const problems = await handlers['tool.check-arguments']({ serverName, toolName, arguments: args })
  if (problems.length === 0) return
  const places = problems.map(({ path, message }) => say('cli.argumentProblem', { path, problem: message }))
  throw new HostError('TOOL_INVALID_ARGUMENTS', say('cli.argumentsDontFit', { problems: places }), {
    data: { problems }
  })
}

/** @throws HostError with the code of the failed call */
export async function runCall(
  core: CommandLineCore,
  { serverName, toolName, args }: Call,
  signal?: AbortSignal
): Promise<ToolCallPart> {
  const { handlers } = core
  const { id: conversationId } = await handlers['conversation.create']({})
  const stop = () => void handlers['conversation.stop']({ conversationId })
  signal?.addEventListener('abort', stop)
  try {
    signal?.throwIfAborted()
    await handlers['conversation.set-model']({ conversationId, model: 'direct' })
    await handlers['conversation.send']({
      conversationId,
      text: '',
      toolRequest: { serverName, toolName, arguments: args },
      resources: [],
      prompt: null
    })
    const call = await finished(core, conversationId)
    if (call.state === 'done')
      return await readWholeResult(
        async (wanted) => handlers['conversation.read-result'](wanted),
        conversationId,
        call
      )
    if (call.failure !== null) throw thrown(call.failure)
    throw refusalOf(core)
  } finally {
    signal?.removeEventListener('abort', stop)
    // The caller has the result. The ledger keeps who received what.
    await handlers['conversation.delete']({ conversationIds: [conversationId] })
  }
}

async function finished(core: CommandLineCore, conversationId: string): Promise<ToolCallPart> {
  const { handlers, changed } = core
  for (;;) {
    const next = changed()
    const { messages } = await handlers['conversation.read']({ conversationId, lastId: null, limit: 5 })
    const last = messages.at(-1)
    if (last?.role === 'assistant' && last.state !== 'streaming') {
      const call = last.parts.find((part) => part.type === 'tool-call')
      if (call !== undefined) return call
      throw last.failure === null ? refusalOf(core) : thrown(last.failure)
    }
    await next
  }
}

/** Why the call was denied, and which option to pass if no user could be asked. */
function refusalOf(core: CommandLineCore): HostError {
  return core.takeRefusal() ?? new HostError('REQUEST_REFUSED', say('cli.refused'))
}

function thrown(failure: FailureView): HostError {
  return fromFailure(failure as Failure)
}
