/**
 * Runs the calls of one model step: checks them against the server's schema, lets the user decide, and runs them on the
 * server. Questions are asked in the order of the calls, and each call starts as soon as it is allowed. Every call ends
 * in the message, also on errors. `result-content.ts` defines what the model reads of it.
 */
import { HostError, toFailure } from '../../base/host-error'
import type { Logger } from '../../base/logger'
import { untilAborted } from '../../base/until-aborted'
import type { Approvals, ToolCallDecision } from '../../consent/interface'
import { directModelId } from '../../contract/direct-model'
import type { LateCallAnswer, TaskView } from '../../contract/tool-calls'
import type { ToolCallPart, ToolRequestPart } from '../../contract/conversations'
import type { Failure } from '../../contract/failure'
import type { DataFlow } from '../../contract/flows'
import type { JsonObject } from '../../contract/json'
import type { ArgumentProblem } from '../../contract/servers'
import type { CatalogTool, Servers } from '../../servers/interface'
import { endCall, toCallEnd } from './call-end'
import { isClosing } from './shutdown-reason'
import { keepNewestMedia } from '../messages/drop-old-media'
import type { LiveMessage } from '../messages/live-message'
import { countRepeats, mostRepeats } from '../context/repeated-calls'
import { isForReview, reviewEnd } from './result-review'
import type { PassResult } from './result-review'
import { changeCall, findCall, isOpenTask, replaceCall, withTimeLimit } from '../messages/transcript'
import { say, sentences } from '../../texts/render-localized'

/** Stores what outlives the turn of a call. */
export interface CallRecords {
  becameTask(callId: string, serverName: string): void
  ended(callId: string): void
  /** Reports the task of a call that was given up. Like the late answer, it may come after the turn. */
  taskChanged(callId: string, task: TaskView): void
  answeredLate(callId: string, answer: LateCallAnswer): void
}

export interface ToolStepOptions {
  readonly conversationId: string
  /** The id of the calling model, or `direct`. */
  readonly requestedBy: string
  /**
   * Set in Direct mode when the user selected the tool. Then it identifies the tool, not the name that a model would
   * use.
   */
  readonly toolRequest: ToolRequestPart | null
  /** The tools as the model saw them when it made the call. */
  readonly catalog: readonly CatalogTool[]
  readonly servers: Pick<Servers, 'readTool' | 'checkArguments' | 'callTool' | 'wake'>
  readonly consent: Pick<Approvals, 'decideToolCall'> & PassResult['consent']
  readonly isReviewed: PassResult['isReviewed']
  /** Whether the model read a different definition of the tool than its server now has. */
  readonly isHeld: (tool: CatalogTool) => boolean
  /** Text of other servers in the arguments of a call. */
  readonly findFlows: (tool: CatalogTool, args: JsonObject) => Promise<DataFlow[]>
  /** Servers whose text the model had read when it made the call. */
  readonly readFrom: readonly string[]
  /** The code of the calling script; absent: the model made the call. */
  readonly script?: string | undefined
  /** Stores a long result outside the message and returns what the call contains instead. Never rejects. */
  readonly shorten: (callId: string, end: Partial<ToolCallPart>) => Promise<Partial<ToolCallPart>>
  readonly live: LiveMessage
  readonly records: CallRecords
  /** Fires when the call or its whole turn must end. */
  readonly signalOf: (callId: string) => AbortSignal
  readonly now: () => number
  readonly log: Logger
}

export interface RequestedCall {
  readonly callId: string
  /** The model wrote no JSON object. The call only gets an error result. */
  readonly isInputBroken: boolean
}

/** Resolves when every call has ended. Never rejects because of the user, a server, or a model. */
export async function runToolCalls(calls: readonly RequestedCall[], options: ToolStepOptions): Promise<void> {
  const checked = await Promise.all(
    calls.map(async ({ callId, isInputBroken }) => ({
      callId,
      tool: await checkCall(callId, isInputBroken, options)
    }))
  )
  const allowed = checked.flatMap(({ callId, tool }) => (tool === null ? [] : { callId, tool }))
  // Started in order, so that the results and the questions are in order.
  const waiting = allowed.map((one) => ({ ...one, flows: findFlows(one, options) }))
  await Promise.all(waiting.map((one) => decideAndRun(one, options)))
}

type UsedUp = Extract<ToolCallDecision, { type: 'used-up' }>

interface CheckedCall {
  readonly callId: string
  readonly tool: CatalogTool
}

interface WaitingCall extends CheckedCall {
  readonly flows: Promise<DataFlow[]>
}

function findFlows({ callId, tool }: CheckedCall, options: ToolStepOptions): Promise<DataFlow[]> {
  const args = findCall(options.live.read(), callId)?.arguments ?? {}
  return untilAborted(options.findFlows(tool, args), options.signalOf(callId))
}

/** The tool of a call that may be shown to the user; null if the call has failed. */
async function checkCall(
  callId: string,
  isInputBroken: boolean,
  options: ToolStepOptions
): Promise<CatalogTool | null> {
  const part = findCall(options.live.read(), callId)
  if (part === null) return null
  const signal = options.signalOf(callId)
  try {
    if (isInputBroken) throw new HostError('TOOL_INVALID_ARGUMENTS', say('conversation.brokenInput'))
    const tool = findTool(part, options)
    await untilAborted(options.servers.wake(tool.serverName, signal), signal)
    if (options.toolRequest?.isUnchecked === true) return tool
    const problems = await untilAborted(
      options.servers.checkArguments(tool.serverName, tool.name, part.arguments),
      signal
    )
    if (problems.length > 0) throw misfit(tool, problems, options)
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
    // The user selected this tool of this server, so a tool with the same name on another server must not be used.
    return options.servers.readTool(toolRequest.serverName, toolRequest.toolName)
  }
  const tool = options.catalog.find((one) => one.modelToolName === part.modelToolName)
  if (tool !== undefined) return tool
  throw new HostError('TOOL_UNKNOWN', say('conversation.toolUnknown', { tool: part.modelToolName }))
}

/** Quotes the schema, but not if the model wasn't allowed to read it. */
function misfit(
  tool: CatalogTool,
  problems: readonly ArgumentProblem[],
  options: ToolStepOptions
): HostError {
  if (options.isHeld(tool))
    return new HostError('TOOL_INVALID_ARGUMENTS', say('conversation.changedMisfit', { tool: tool.name }))
  const isDirect = options.requestedBy === directModelId
  const places = problems
    .slice(0, 20)
    .map(({ path, message }) => (path === '' ? message : say('conversation.place', { path, message })))
  const said = say('conversation.argumentsMisfit', {
    tool: tool.name,
    places: places.reduce((all, next) => sentences(all, next)),
    next: isDirect ? 'send' : 'call'
  })
  return new HostError('TOOL_INVALID_ARGUMENTS', said, { data: { problems } })
}

async function decideAndRun(waiting: WaitingCall, options: ToolStepOptions): Promise<void> {
  const { callId, tool } = waiting
  const signal = options.signalOf(callId)
  try {
    const flows = await waiting.flows
    const decision = await untilAborted(decide(waiting, flows, options), signal)
    if (decision.type === 'denied') return settle(callId, { state: 'denied' }, options)
    if (decision.type === 'used-up')
      return settle(callId, { state: 'failed', failure: usedUp(tool, decision) }, options)
    if (decision.type === 'restless')
      return settle(callId, { state: 'failed', failure: restless(tool) }, options)
    if (decision.type === 'withdrawn') {
      return settle(callId, { state: 'cancelled', failure: withdrawn(tool) }, options)
    }
    const start = {
      state: 'running',
      arguments: decision.arguments,
      isEditedByPerson: decision.isEdited,
      ...(decision.by === 'grant' && { grantId: decision.grantId ?? null })
    } as const
    options.live.change((message) => changeCall(message, callId, { ...start, startedAt: options.now() }))
    const outcome = await untilAborted(call(callId, tool, options), signal)
    const end = await options.shorten(callId, toCallEnd(outcome))
    settle(callId, await review(callId, end, { ...options, tool }), options)
  } catch (error) {
    if (goesOn(callId, options)) return
    // Ignore what the server still sends after this.
    if (signal.aborted) settle(callId, { state: 'cancelled' }, options)
    else settle(callId, { state: 'failed', failure: reported(error, options) }, options)
  }
}

function decide({ callId, tool }: CheckedCall, flows: readonly DataFlow[], options: ToolStepOptions) {
  const message = options.live.read()
  const wanted = findCall(message, callId)
  const args = wanted?.arguments ?? {}
  const isCounted = wanted !== null && options.requestedBy !== directModelId
  const repeats = isCounted ? (countRepeats(message).get(wanted) ?? 0) : 0
  options.live.change((message) => changeCall(message, callId, { state: 'waiting-for-approval' }))
  return options.consent.decideToolCall(
    {
      conversationId: options.conversationId,
      callId,
      serverName: tool.serverName,
      toolName: tool.name,
      toolTitle: tool.title,
      toolDescription: tool.description,
      annotations: tool.annotations,
      arguments: args,
      inputSchema: tool.inputSchema,
      outputSchema: tool.outputSchema,
      requestedBy: options.requestedBy,
      turnId: message.id,
      readFrom: options.readFrom.filter((serverName) => serverName !== tool.serverName),
      definitionHash: tool.definitionHash,
      ...(flows.length === 0 ? {} : { flows: [...flows] }),
      ...(repeats < mostRepeats ? {} : { repeats }),
      ...(options.script === undefined ? {} : { script: options.script })
    },
    options.signalOf(callId)
  )
}

/** Always resolves: stopping the turn doesn't undo a call that has ended on its server. */
async function review(
  callId: string,
  end: Partial<ToolCallPart>,
  options: ToolStepOptions & { readonly tool: CatalogTool }
): Promise<Partial<ToolCallPart>> {
  const { conversationId, live, tool } = options
  const ended = { conversationId, callId, serverName: tool.serverName, toolName: tool.name }
  if (!isForReview(end, ended, options)) return end
  live.change((message) => changeCall(message, callId, { state: 'waiting-for-approval' }))
  return reviewEnd(end, { call: ended, signal: options.signalOf(callId), gate: options })
}

function call(callId: string, tool: CatalogTool, options: ToolStepOptions): ReturnType<Servers['callTool']> {
  const { live, records, servers } = options
  const isRunning = () =>
    !options.signalOf(callId).aborted && findCall(live.read(), callId)?.state === 'running'
  const change = (work: (call: ToolCallPart) => ToolCallPart) => {
    if (isRunning()) live.change((message) => replaceCall(message, callId, work))
  }
  return servers.callTool({
    callId,
    serverName: tool.serverName,
    toolName: tool.name,
    arguments: findCall(live.read(), callId)?.arguments ?? {},
    task: null,
    signal: cancelSignal(callId, options),
    onProgress: (progress) => {
      if (isRunning()) live.progress(callId, progress)
    },
    onLimitNear: (timeLimit) => change((part) => withTimeLimit(part, timeLimit)),
    onTask: (task) => {
      if (!isRunning()) return records.taskChanged(callId, task)
      change((part) => ({ ...part, task }))
      records.becameTask(callId, tool.serverName)
      void live.save() // never rejects; a crash must not lose the task
    },
    onLateAnswer: (answer) => records.answeredLate(callId, answer)
  })
}

/** Fires when the call must be canceled on its server. A task isn't canceled when Parley quits. */
function cancelSignal(callId: string, options: ToolStepOptions): AbortSignal {
  const signal = options.signalOf(callId)
  const controller = new AbortController()
  const cancel = () => {
    if (!goesOn(callId, options)) controller.abort(signal.reason)
  }
  if (signal.aborted) cancel()
  else signal.addEventListener('abort', cancel, { once: true })
  return controller.signal
}

/** Whether the call is a task that continues on its server while Parley quits. */
function goesOn(callId: string, options: ToolStepOptions): boolean {
  const part = findCall(options.live.read(), callId)
  return isClosing(options.signalOf(callId)) && part !== null && isOpenTask(part)
}

function withdrawn({ serverName }: CatalogTool): Failure {
  const said = say('conversation.withdrawn', { server: serverName })
  return toFailure(new HostError('SERVER_NOT_CONNECTED', said))
}

function usedUp({ name, serverName }: CatalogTool, { period, most }: UsedUp): Failure {
  const said = say('conversation.callsUsedUp', { server: serverName, tool: name, period, most })
  return toFailure(
    new HostError('TOOL_USED_UP', said, { data: { serverName, toolName: name, period, most } })
  )
}

function restless({ name, serverName }: CatalogTool): Failure {
  const said = say('conversation.restless', { server: serverName, tool: name })
  return toFailure(new HostError('SERVER_PROTOCOL', said))
}

function settle(callId: string, end: Partial<ToolCallPart>, options: ToolStepOptions): void {
  const ended = (part: ToolCallPart) => endCall(part, end, options.now())
  options.live.change((message) => keepNewestMedia(replaceCall(message, callId, ended)))
  options.records.ended(callId)
  options.live.saveCall() // the turn doesn't wait for the disk
}

function reported(error: unknown, options: ToolStepOptions): Failure {
  const failure = toFailure(error)
  if (failure.code === 'INTERNAL') options.log.error('A tool call failed', { error })
  return failure
}
