/**
 * The calls of one model step: checked against the server's schema, decided by the person, run on the server.
 * Questions go out in the order of the calls; each call starts as soon as it is allowed. Every call ends in
 * the message, whatever happens; what the model reads of it is written in `result-content.ts`.
 */
import { HostError, toFailure } from '../base/host-error'
import type { Logger } from '../base/logger'
import { untilAborted } from '../base/until-aborted'
import type { ConsentGate } from '../consent/interface'
import { directModelId } from '../contract/conversations'
import type { ToolCallPart, ToolRequestPart } from '../contract/conversations'
import type { Failure } from '../contract/failure'
import type { ArgumentProblem } from '../contract/servers'
import type { CatalogTool, Servers } from '../servers/interface'
import { keepNewestMedia } from './kept-media'
import type { LiveMessage } from './live-message'
import { changeCall, findCall } from './transcript'

export interface ToolStepOptions {
  readonly conversationId: string
  /** Model id that asks, or `direct`. */
  readonly requestedBy: string
  /** Set in Direct mode when the person picked the tool; it decides then, not the name that a model would use. */
  readonly toolRequest: ToolRequestPart | null
  /** The tools as the model saw them when it asked. */
  readonly catalog: readonly CatalogTool[]
  readonly servers: Pick<Servers, 'readTool' | 'checkArguments' | 'callTool'>
  readonly consent: Pick<ConsentGate, 'decideToolCall'>
  readonly live: LiveMessage
  /** Fires when the call or its whole turn is to end. */
  readonly signalOf: (callId: string) => AbortSignal
  readonly now: () => number
  readonly log: Logger
}

export interface RequestedCall {
  readonly callId: string
  /** The model wrote no JSON object; the call only gets an error result. */
  readonly isInputBroken: boolean
}

const brokenInput = 'The input of this call was no JSON object. Call the tool again with valid JSON.'

/** Resolves when every call has come to its end. Never rejects for what a person, server or model does. */
export async function runToolCalls(calls: readonly RequestedCall[], options: ToolStepOptions): Promise<void> {
  const checked = await Promise.all(
    calls.map(async ({ callId, isInputBroken }) => ({
      callId,
      tool: await checkCall(callId, isInputBroken, options)
    }))
  )
  const allowed = checked.flatMap(({ callId, tool }) => (tool === null ? [] : { callId, tool }))
  await Promise.all(allowed.map(({ callId, tool }) => decideAndRun(callId, tool, options)))
}

/** The tool of a call that may be put to the person; null when the call has failed. */
async function checkCall(
  callId: string,
  isInputBroken: boolean,
  options: ToolStepOptions
): Promise<CatalogTool | null> {
  const part = findCall(options.live.read(), callId)
  if (part === null) return null
  const signal = options.signalOf(callId)
  try {
    if (isInputBroken) throw new HostError('TOOL_INVALID_ARGUMENTS', brokenInput)
    const tool = findTool(part, options)
    const problems = await untilAborted(
      options.servers.checkArguments(tool.serverName, tool.name, part.arguments),
      signal
    )
    if (problems.length > 0) throw misfit(tool, problems, options.requestedBy === directModelId)
    return tool
  } catch (error) {
    if (signal.aborted) settle(callId, { state: 'cancelled' }, options)
    else settle(callId, { state: 'failed', failure: reported(error, options) }, options)
    return null
  }
}

/** @throws HostError TOOL_UNKNOWN and what `Servers.readTool` throws */
function findTool(part: ToolCallPart, options: ToolStepOptions): CatalogTool {
  const { toolRequest } = options
  if (toolRequest !== null) {
    // The person picked this tool of this server; one of the same name elsewhere is not meant.
    return options.servers.readTool(toolRequest.serverName, toolRequest.toolName)
  }
  const tool = options.catalog.find((one) => one.modelToolName === part.modelToolName)
  if (tool !== undefined) return tool
  throw new HostError('TOOL_UNKNOWN', `No connected server offers a tool named “${part.modelToolName}”.`)
}

function misfit(tool: CatalogTool, problems: readonly ArgumentProblem[], isDirect: boolean): HostError {
  const places = problems
    .slice(0, 20)
    .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`).replace(/\.$/, ''))
  const next = isDirect ? 'Correct them and send the request again.' : 'Correct them and call the tool again.'
  const message = `The arguments do not fit the input schema of ${tool.name}. ${places.join('; ')}. ${next}`
  return new HostError('TOOL_INVALID_ARGUMENTS', message, { data: { problems } })
}

async function decideAndRun(callId: string, tool: CatalogTool, options: ToolStepOptions): Promise<void> {
  const signal = options.signalOf(callId)
  try {
    const decision = await untilAborted(decide(callId, tool, options), signal)
    if (decision.type === 'denied') return settle(callId, { state: 'denied' }, options)
    if (decision.type === 'withdrawn') {
      return settle(callId, { state: 'cancelled', failure: withdrawn(tool) }, options)
    }
    const start = {
      state: 'running',
      arguments: decision.arguments,
      isEditedByPerson: decision.isEdited
    } as const
    options.live.change((message) => changeCall(message, callId, { ...start, startedAt: options.now() }))
    const outcome = await untilAborted(call(callId, tool, options), signal)
    settle(callId, endOf(outcome), options)
  } catch (error) {
    // Whatever the server still answers after this is not used.
    if (signal.aborted) settle(callId, { state: 'cancelled' }, options)
    else settle(callId, { state: 'failed', failure: reported(error, options) }, options)
  }
}

function decide(callId: string, tool: CatalogTool, options: ToolStepOptions) {
  const part = findCall(options.live.read(), callId)
  options.live.change((message) => changeCall(message, callId, { state: 'waiting for approval' }))
  return options.consent.decideToolCall(
    {
      conversationId: options.conversationId,
      callId,
      serverName: tool.serverName,
      toolName: tool.name,
      toolTitle: tool.title,
      toolDescription: tool.description,
      annotations: tool.annotations,
      arguments: part?.arguments ?? {},
      inputSchema: tool.inputSchema,
      requestedBy: options.requestedBy,
      definitionHash: tool.definitionHash
    },
    options.signalOf(callId)
  )
}

function call(callId: string, tool: CatalogTool, options: ToolStepOptions): ReturnType<Servers['callTool']> {
  const signal = options.signalOf(callId)
  return options.servers.callTool({
    callId,
    serverName: tool.serverName,
    toolName: tool.name,
    arguments: findCall(options.live.read(), callId)?.arguments ?? {},
    signal,
    onProgress: (progress) => {
      if (!signal.aborted && findCall(options.live.read(), callId)?.state === 'running')
        options.live.progress(callId, progress)
    }
  })
}

function endOf(outcome: Awaited<ReturnType<Servers['callTool']>>): Partial<ToolCallPart> {
  switch (outcome.type) {
    case 'completed': {
      const { structuredContent, isError } = outcome
      return { state: 'done', content: [...outcome.content], structuredContent, isError }
    }
    case 'failed':
      return { state: 'failed', failure: outcome.failure }
    case 'cancelled':
      return { state: 'cancelled' }
  }
}

function withdrawn(tool: CatalogTool): Failure {
  const message = `The call was withdrawn before the person answered, because the server ${tool.serverName} is no longer connected.`
  return { code: 'SERVER_NOT_CONNECTED', message }
}

function settle(callId: string, end: Partial<ToolCallPart>, options: ToolStepOptions): void {
  const ended = { ...end, endedAt: options.now() }
  options.live.change((message) => keepNewestMedia(changeCall(message, callId, ended)))
  void options.live.save() // never rejects; the turn does not wait for the disk
}

function reported(error: unknown, options: ToolStepOptions): Failure {
  const failure = toFailure(error)
  if (failure.code === 'INTERNAL') options.log.error('A tool call failed', { error })
  return failure
}
