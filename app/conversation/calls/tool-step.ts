/**
 * Runs the calls of model steps: checks them against the server's schema, lets the user decide, and runs them on the
 * server. Questions are asked in the order of the calls, and each call starts as soon as it is allowed. Every call ends
 * in the message, also on errors. `result-content.ts` defines what the model reads of it.
 */
import { toFailure } from '../../base/host-error'
import type { Logger } from '../../base/logger'
import { untilAborted } from '../../base/until-aborted'
import type { Approvals } from '../../consent/interface'
import { directModelId } from '../../contract/direct-model'
import type { Message, ToolCallPart, ToolRequestPart } from '../../contract/conversations'
import type { Failure } from '../../contract/failure'
import { isForModel } from '../../contract/content/tool-ui'
import type { DataFlow } from '../../contract/flows'
import type { Provenance } from '../../provenance/interface'
import type { CatalogTool, Servers } from '../../servers/interface'
import type { RequestSituation } from '../context/plan-request'
import { countRepeats, mostRepeats } from '../context/repeated-calls'
import type { ReviewedMetadata } from '../context/reviewed-metadata'
import { listScriptServers, serversRead } from '../context/servers-read'
import { keepNewestMedia } from '../messages/drop-old-media'
import type { LiveMessage } from '../messages/live-message'
import { changeCall, findCall, isOpenTask, replaceCall, sentTo, withTimeLimit } from '../messages/transcript'
import { endCall, toCallEnd } from './call-end'
import { argumentsMisfit, brokenInput, restless, unknownTool, usedUp, withdrawn } from './call-failures'
import type { CallTask } from './call-task'
import type { KeptResults } from './kept-results'
import type { LateCallUpdates } from './late-call-updates'
import { isForReview, reviewEnd } from './result-review'
import type { PassResult } from './result-review'
import type { RunningScript } from './script-call'
import { isClosing } from './shutdown-reason'
import type { CallPlace, RequestedCall, TurnCalls } from './turn-calls'

export interface ToolStepOptions {
  /** The id of the calling model, or `direct`. */
  readonly modelId: string
  /**
   * Set in Direct mode when the user selected the tool. Then it identifies the tool, not the name that a model would
   * use.
   */
  readonly toolRequest: ToolRequestPart | null
  /** The messages before the answer. */
  readonly earlier: readonly Message[]
  /** The answer. */
  readonly live: LiveMessage
  readonly servers: Pick<Servers, 'usableTools' | 'readTool' | 'checkArguments' | 'callTool' | 'wake'>
  readonly consent: Pick<Approvals, 'decideToolCall'> & PassResult['consent']
  readonly isReviewed: PassResult['isReviewed']
  readonly words: Pick<ReviewedMetadata, 'isHeld'>
  readonly provenance: Pick<Provenance, 'findFlows'>
  readonly results: Pick<KeptResults, 'shorten'>
  readonly runningCalls: Pick<TurnCalls, 'signalOf'>
  readonly tasks: Pick<CallTask, 'opened' | 'ended'>
  readonly changes: Pick<LateCallUpdates, 'apply' | 'addLateAnswer'>
  readonly now: () => number
  readonly log: Logger
}

/** Where the calls come from. */
export interface CallOrigin {
  readonly step: number
  /** The tools as the model saw them when it made the calls. */
  readonly catalog: readonly CatalogTool[]
  /** What the model had read about the servers. */
  readonly definitions: RequestSituation['definitions']
  /** The script that makes the calls; null: the model makes them. */
  readonly script: RunningScript | null
}

interface CheckedCall {
  readonly callId: string
  readonly tool: CatalogTool
  /** Fires when the call or its whole turn must end. */
  readonly signal: AbortSignal
}

interface WaitingCall extends CheckedCall {
  readonly flows: Promise<DataFlow[]>
  /** Servers whose text the model had read when it made the call. */
  readonly readFrom: readonly string[]
  readonly script: RunningScript | null
}

export class ToolStep {
  readonly #options: ToolStepOptions

  constructor(options: ToolStepOptions) {
    this.#options = options
  }

  /** Resolves when every call has ended. Never rejects because of the user, a server, or a model. */
  async run(calls: readonly RequestedCall[], origin: CallOrigin): Promise<void> {
    const { script, definitions } = origin
    const readFrom = this.#listServersRead(origin)
    const checked = await Promise.all(calls.map((call) => this.#check(call, origin.catalog)))
    const allowed = checked.filter((call) => call !== null)
    // Started in order, so that the results and the questions are in order.
    const waiting = allowed.map((call) => ({
      ...call,
      flows: this.#findFlows(call, definitions),
      readFrom,
      script
    }))
    await Promise.all(waiting.map((call) => this.#decideAndRun(call)))
  }

  #listServersRead({ step, script }: CallOrigin): readonly string[] {
    const { modelId, toolRequest, earlier, live } = this.#options
    // In Direct mode the user wrote the call. A repeated call contains what a model wrote.
    if (modelId === directModelId && toolRequest?.rerunOf === undefined) return []
    const read = serversRead([...earlier, live.read()], step)
    // A script may copy results of its earlier calls into its calls.
    const held = script === null ? [] : listScriptServers(live.read(), script.callId)
    return [...new Set([...read, ...held])]
  }

  /** A call that may be shown to the user; null if it has failed. */
  async #check(
    { callId, isInputBroken }: RequestedCall,
    catalog: readonly CatalogTool[]
  ): Promise<CheckedCall | null> {
    const { live, servers, toolRequest, words, modelId } = this.#options
    const part = findCall(live.read(), callId)
    if (part === null) return null
    const signal = this.#options.runningCalls.signalOf(callId)
    try {
      if (isInputBroken) throw brokenInput()
      const tool = this.#findTool(part, catalog)
      await untilAborted(servers.wake(tool.serverName, signal), signal)
      this.#requireCallable(tool)
      if (toolRequest?.isUnchecked === true) return { callId, tool, signal }
      const { serverName, name } = tool
      const checking = servers.checkArguments(serverName, name, part.arguments)
      const problems = await untilAborted(checking, signal)
      if (problems.length > 0) throw argumentsMisfit(tool, problems, { isHeld: words.isHeld(tool), modelId })
      return { callId, tool, signal }
    } catch (error) {
      this.#settleFailed({ callId, signal }, error)
      return null
    }
  }

  /** @throws HostError TOOL_UNKNOWN and what `Servers.readTool` throws */
  #findTool(part: ToolCallPart, catalog: readonly CatalogTool[]): CatalogTool {
    const { toolRequest, servers } = this.#options
    // The user selected this tool of this server, so a tool with the same name on another server must not be used.
    if (toolRequest !== null) return servers.readTool(toolRequest.serverName, toolRequest.toolName)
    const tool = catalog.find((one) => one.modelToolName === part.modelToolName)
    if (tool === undefined) throw unknownTool(part.modelToolName)
    return tool
  }

  /**
   * The server may have kept the tool for its own views since the model got it. @throws HostError TOOL_UNKNOWN
   */
  #requireCallable({ serverName, name, modelToolName }: CatalogTool): void {
    const { modelId, servers } = this.#options
    if (modelId === directModelId) return
    const now = servers.usableTools().find((one) => one.serverName === serverName && one.name === name)
    if (now !== undefined && !isForModel(now)) throw unknownTool(modelToolName)
  }

  /** Text of other servers in the arguments of the call. */
  #findFlows(
    { callId, tool, signal }: CheckedCall,
    definitions: CallOrigin['definitions']
  ): Promise<DataFlow[]> {
    const { earlier, live, provenance } = this.#options
    const message = live.read()
    const finding = provenance.findFlows({
      conversationId: message.conversationId,
      messages: [...earlier, message],
      definitions,
      tool,
      arguments: findCall(message, callId)?.arguments ?? {},
      sentBefore: sentTo(tool.serverName, message)
    })
    return untilAborted(finding, signal)
  }

  async #decideAndRun(waiting: WaitingCall): Promise<void> {
    const { callId, tool, signal, script } = waiting
    const { live, results, now } = this.#options
    try {
      const flows = await waiting.flows
      const decision = await untilAborted(this.#decide(waiting, flows), signal)
      if (decision.type === 'denied') return this.#settle(callId, { state: 'denied' })
      if (decision.type === 'used-up')
        return this.#settle(callId, { state: 'failed', failure: usedUp(tool, decision) })
      if (decision.type === 'restless')
        return this.#settle(callId, { state: 'failed', failure: restless(tool) })
      if (decision.type === 'withdrawn')
        return this.#settle(callId, { state: 'cancelled', failure: withdrawn(tool) })
      this.#requireCallable(tool)
      const start = {
        state: 'running',
        arguments: decision.arguments,
        isEditedByPerson: decision.isEdited,
        ...(decision.by === 'grant' && { grantId: decision.grantId ?? null })
      } as const
      live.change((message) => changeCall(message, callId, { ...start, startedAt: now() }))
      const outcome = await untilAborted(this.#call(waiting), signal)
      const end = toCallEnd(outcome)
      // A script gets the full result, not a beginning.
      const kept = script === null ? await results.shorten(this.#placeOf(callId), end) : end
      this.#settle(callId, await this.#review(waiting, kept))
    } catch (error) {
      // Ignore what the server still sends after this.
      if (!this.#isLeftRunning(waiting)) this.#settleFailed(waiting, error)
    }
  }

  #decide({ callId, tool, signal, readFrom, script }: WaitingCall, flows: readonly DataFlow[]) {
    const { live, consent, modelId } = this.#options
    const message = live.read()
    const wanted = findCall(message, callId)
    const isCounted = wanted !== null && modelId !== directModelId
    const repeats = isCounted ? (countRepeats(message).get(wanted) ?? 0) : 0
    live.change((now) => changeCall(now, callId, { state: 'waiting-for-approval' }))
    return consent.decideToolCall(
      {
        conversationId: message.conversationId,
        callId,
        serverName: tool.serverName,
        toolName: tool.name,
        toolTitle: tool.title,
        toolDescription: tool.description,
        annotations: tool.annotations,
        arguments: wanted?.arguments ?? {},
        inputSchema: tool.inputSchema,
        outputSchema: tool.outputSchema,
        ...(tool.ui !== undefined && { ui: tool.ui }),
        requestedBy: modelId,
        turnId: message.id,
        readFrom: readFrom.filter((serverName) => serverName !== tool.serverName),
        definitionHash: tool.definitionHash,
        ...(flows.length === 0 ? {} : { flows: [...flows] }),
        ...(repeats < mostRepeats ? {} : { repeats }),
        ...(script === null ? {} : { script: script.code })
      },
      signal
    )
  }

  /** Always resolves: stopping the turn doesn't undo a call that has ended on its server. */
  async #review(
    { callId, tool, signal }: CheckedCall,
    end: Partial<ToolCallPart>
  ): Promise<Partial<ToolCallPart>> {
    const { live } = this.#options
    const { conversationId } = live.read()
    const call = { conversationId, callId, serverName: tool.serverName, toolName: tool.name }
    if (!isForReview(end, call, this.#options)) return end
    live.change((message) => changeCall(message, callId, { state: 'waiting-for-approval' }))
    return reviewEnd(end, { call, signal, gate: this.#options })
  }

  #call(checked: CheckedCall): ReturnType<Servers['callTool']> {
    const { callId, tool, signal } = checked
    const { live, servers, tasks, changes } = this.#options
    const place = this.#placeOf(callId)
    const isRunning = () => !signal.aborted && findCall(live.read(), callId)?.state === 'running'
    const change = (work: (call: ToolCallPart) => ToolCallPart) => {
      if (isRunning()) live.change((message) => replaceCall(message, callId, work))
    }
    return servers.callTool({
      callId,
      serverName: tool.serverName,
      toolName: tool.name,
      arguments: findCall(live.read(), callId)?.arguments ?? {},
      task: null,
      signal: this.#cancelSignal(checked),
      onProgress: (progress) => {
        if (isRunning()) live.progress(callId, progress)
      },
      onLimitNear: (timeLimit) => change((part) => withTimeLimit(part, timeLimit)),
      onTask: (task) => {
        // The call was given up, maybe with its turn. Changes never reject.
        if (!isRunning())
          return void changes.apply(place, (part) => (isOpenTask(part) ? part : { ...part, task }))
        change((part) => ({ ...part, task }))
        tasks.opened({ ...place, serverName: tool.serverName })
        void live.save() // never rejects; a crash must not lose the task
      },
      onLateAnswer: (answer) => void changes.addLateAnswer(place, answer)
    })
  }

  /** Fires when the call must be canceled on its server. A task isn't canceled when Parley quits. */
  #cancelSignal(checked: CheckedCall): AbortSignal {
    const { signal } = checked
    const controller = new AbortController()
    const cancel = () => {
      if (!this.#isLeftRunning(checked)) controller.abort(signal.reason)
    }
    if (signal.aborted) cancel()
    else signal.addEventListener('abort', cancel, { once: true })
    return controller.signal
  }

  /** Whether the call is a task that continues on its server while Parley quits. */
  #isLeftRunning({ callId, signal }: CheckedCall): boolean {
    const part = findCall(this.#options.live.read(), callId)
    return isClosing(signal) && part !== null && isOpenTask(part)
  }

  #settleFailed({ callId, signal }: Pick<CheckedCall, 'callId' | 'signal'>, error: unknown): void {
    if (signal.aborted) return this.#settle(callId, { state: 'cancelled' })
    this.#settle(callId, { state: 'failed', failure: this.#report(error) })
  }

  #settle(callId: string, end: Partial<ToolCallPart>): void {
    const { live, tasks, now } = this.#options
    const ended = (part: ToolCallPart) => endCall(part, end, now())
    live.change((message) => keepNewestMedia(replaceCall(message, callId, ended)))
    tasks.ended(callId)
    live.saveCall() // the turn doesn't wait for the disk
  }

  #placeOf(callId: string): CallPlace {
    const { conversationId, id: messageId } = this.#options.live.read()
    return { conversationId, messageId, callId }
  }

  #report(error: unknown): Failure {
    const failure = toFailure(error)
    if (failure.code === 'INTERNAL') this.#options.log.error('A tool call failed', { error })
    return failure
  }
}
