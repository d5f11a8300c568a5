/**
 * Runs one user message to its end: model, tool calls, results, model … until the model ends, the user stops it,
 * something fails, or the steps are used up. It writes to a live message. `tool-step.ts` runs the calls, and
 * `context/next-request.ts` builds the requests.
 */
import { toFailure } from '../../base/host-error'
import { untilAborted } from '../../base/until-aborted'
import { directModelId } from '../../contract/direct-model'
import type { Message, ToolCallPart, ToolRequestPart } from '../../contract/conversations'
import type { Failure } from '../../contract/failure'
import type { ModelPart, ResolvedModel } from '../../models/model'
import type { CatalogTool } from '../../servers/interface'
import { noteLeftOut } from '../context/left-out-tools'
import { listNewMedia } from '../context/next-request'
import { planRequest, buildRequestSource, describeServers } from '../context/plan-request'
import type { PlannedRequest, RequestSituation } from '../context/plan-request'
import { isClosing } from '../calls/shutdown-reason'
import { noteToolChanges } from '../context/tool-changes'
import { runBuiltInCalls } from '../calls/built-in-calls'
import { runScriptCall } from '../calls/script-call'
import { ToolStep, type CallOrigin } from '../calls/tool-step'
import type { RequestedCall } from '../calls/turn-calls'
import {
  addCitation,
  addPart,
  changeCall,
  endThought,
  hasOpenTask,
  isToolCall,
  lastStep,
  newCall,
  settleAtEnd,
  settleOpenCalls,
  textWasThinking
} from '../messages/transcript'
import { identifyTool } from './model-step'
import type { ModelStepContext, ModelStep, ModelStepReply } from './model-step'
import { NotTakenNotes } from './not-taken-notes'
import { addUsage, leftOutNote, readRequestSize, toSuggestions } from './reply-parts'
import type { LeftOutPart } from './reply-parts'
import { functionsFor } from '../tools/script-tool'
import { toFailedEnd, requireWholeCalls, createStepLimitEnd, stopped } from './turn-end'
import type { TurnOptions } from './turn-options'

export class Turn {
  readonly #options: TurnOptions
  readonly #toolStep: ToolStep
  /** Model-facing names of tools that the provider refused. */
  readonly #leftOut = new Set<string>()
  readonly #notTaken = new NotTakenNotes()
  /** What the user selected. A model never inherits it. */
  readonly #toolRequest: ToolRequestPart | null

  constructor(options: TurnOptions) {
    this.#options = options
    const asked = options.earlier.at(-1)?.parts.find((part) => part.type === 'tool-request') ?? null
    this.#toolRequest = options.modelId === directModelId ? asked : null
    this.#toolStep = new ToolStep({
      modelId: options.modelId,
      toolRequest: this.#toolRequest,
      earlier: options.earlier,
      live: options.live,
      servers: options.servers,
      consent: options.consent,
      isReviewed: options.isReviewed,
      words: options.words,
      provenance: options.provenance,
      results: options.results,
      runningCalls: options.runningCalls,
      tasks: options.tasks,
      changes: options.changes,
      now: options.now,
      log: options.log
    })
  }

  /** Resolves when the answer has its final state. Never rejects. */
  async run(): Promise<void> {
    const { live, signal, now } = this.#options
    const begun = now()
    const timed = ({ tookMs = 0, ...message }: Message) => ({ ...message, tookMs: tookMs + now() - begun })
    try {
      await this.#runSteps()
      live.change((message) => ({ ...timed(message), state: 'complete' }))
    } catch (error) {
      const end = signal.aborted ? stopped : toFailedEnd(this.#report(error))
      live.change((answer) => {
        const message = timed(answer)
        return isClosing(signal) && hasOpenTask(message)
          ? settleAtEnd(message, now())
          : { ...settleOpenCalls(message, now()), ...end }
      })
    }
  }

  async #runSteps(): Promise<void> {
    const { live, signal, servers, settings } = this.#options
    const firstStep = lastStep(live.read()) + 1
    let before = servers.catalog()
    if (this.#options.modelId !== directModelId) await untilAborted(servers.freshenTools(), signal)
    for (let step = firstStep; step < firstStep + settings.maxToolSteps; step++) {
      await this.#showWords()
      const catalog = servers.catalog()
      this.#noteToolChanges(step, before, catalog)
      before = catalog
      const target = this.#options.resolveModel(this.#options.modelId, live.read())
      const at = { step, catalog, target, told: this.#tellOfServers(catalog, target) }
      const { requested, asked } = await this.#askWithinLimit(at)
      if (requested.length === 0) return
      void live.save() // never rejects; the turn doesn't wait for the disk
      await this.#runCalls(requested, asked)
      signal.throwIfAborted()
      if (this.#options.givesWay()) return
    }
    throw createStepLimitEnd(settings.maxToolSteps)
  }

  /** If a service only now reports how many tools it accepts, asks it once more with a tool search. */
  async #askWithinLimit(at: ModelStep): Promise<ModelStepContext> {
    this.#noteBeyondLimit(at)
    try {
      return { asked: at, requested: await this.#streamReply(at) }
    } catch (error) {
      const isRefused = toFailure(error).code === 'MODEL_REFUSED_REQUEST'
      const target = this.#options.resolveModel(this.#options.modelId, this.#options.live.read())
      if (!isRefused || target.mostTools === at.target.mostTools) throw error
      const asked = { ...at, target, told: this.#tellOfServers(at.catalog, target) }
      this.#noteBeyondLimit(asked)
      return { asked, requested: await this.#streamReply(asked) }
    }
  }

  /** Tells the model that its tools have changed since the last step. */
  #noteToolChanges(step: number, before: readonly CatalogTool[], after: readonly CatalogTool[]): void {
    const { modelId, isReviewed } = this.#options
    // For reviewed servers the request itself describes the changes, as far as the user allowed them.
    const isForModel = (serverName: string) => modelId !== directModelId && !isReviewed(serverName)
    for (const note of noteToolChanges(before, after, { step, isForModel }))
      this.#options.live.change((message) => addPart(message, note))
  }

  /** Shows the user new metadata of a reviewed server before the model gets it. */
  async #showWords(): Promise<void> {
    const { modelId, servers, words, signal } = this.#options
    if (modelId === directModelId) return
    await words.show(() => ({ catalog: servers.catalog(), instructions: servers.instructions() }), signal)
  }

  async #streamReply(at: ModelStep): Promise<readonly RequestedCall[]> {
    const { earlier, live, signal } = this.#options
    signal.throwIfAborted()
    const { provider } = at.target
    const messages = [...earlier, live.read()]
    const { definitions } = at.told
    const { conversationId } = live.read()
    void this.#options.provenance.learn(conversationId, { messages, definitions }) // never rejects; the reply takes longer
    const { request, estimated } = planRequest(this.#asked(at.target), at.told)
    const reply: ModelStepReply = { ...at, estimated, requested: [], end: null }
    const parts = this.#notTaken.watch({
      stream: (onSent) => provider.stream({ ...request, onSent }, signal),
      media: () => listNewMedia(buildRequestSource(this.#asked(at.target), at.told)),
      live,
      step: at.step
    })
    for await (const part of parts) {
      signal.throwIfAborted()
      this.#take(part, reply)
    }
    signal.throwIfAborted()
    requireWholeCalls(live.read(), reply, request.maxOutputTokens)
    return reply.requested
  }

  #tellOfServers(catalog: readonly CatalogTool[], target: ResolvedModel): RequestSituation {
    const { servers, words, finder } = this.#options
    const offered = { catalog, instructions: servers.instructions(), words }
    const told = describeServers(this.#asked(target), offered)
    if (told.chosen.isSearched) finder.use(told.catalog)
    return told
  }

  #asked(target: ResolvedModel): PlannedRequest {
    const { modelId, earlier, live, scripts, leftOut = new Set() } = this.#options
    const settings = { ...this.#options.settings, ...scripts.read() }
    return { modelId, target, settings, leftOut, messages: [...earlier, live.read()] }
  }

  /** Notes that the provider accepts fewer tools than were found, so that neither model nor user has to guess. */
  #noteBeyondLimit({ step, target, told }: ModelStep): void {
    const { live } = this.#options
    const note = noteLeftOut(live.read(), { step, chosen: told.chosen, most: target.mostTools })
    if (note !== null) live.change((message) => addPart(message, note))
  }

  #take(part: ModelPart, reply: ModelStepReply): void {
    const { live } = this.#options
    switch (part.type) {
      case 'text-delta':
        return live.appendText(reply.step, part.text)
      case 'thinking-delta':
        return live.appendText(reply.step, part.text, 'thinking')
      case 'text-was-thinking':
        return live.change((message) => textWasThinking(message, reply.step))
      case 'thinking-ended':
        return live.change((message) => endThought(message, reply.step, part.seal))
      case 'tool-call-started':
        return void this.#startCall(part, reply)
      case 'tool-call-written':
        return this.#noteWritten(part, reply)
      case 'tool-call-requested':
        return this.#requestCall(part, reply)
      case 'tool-left-out':
      case 'document-left-out':
        return this.#noteLeftOut(part, reply)
      case 'cited':
        return live.change((message) => addCitation(message, reply.step, part.citation))
      case 'tool-suggestions':
        return live.change((message) => addPart(message, toSuggestions(part.names, reply)))
      case 'ended':
        reply.end = part
        return live.change((message) => ({
          ...message,
          stopReason: part.stopReason,
          usage: addUsage(message.usage, part.usage),
          ...readRequestSize(reply.estimated, part.usage)
        }))
    }
  }

  /** Tells the user once per turn what the model can't use, and why. */
  #noteLeftOut(part: LeftOutPart, { step, catalog }: ModelStepReply): void {
    const key = `${part.type} ${part.name}`
    if (this.#leftOut.has(key)) return
    this.#leftOut.add(key)
    const note = leftOutNote(part, { ...identifyTool(part.name, catalog, this.#toolRequest), step })
    this.#options.live.change((message) => addPart(message, note))
  }

  #startCall(started: { readonly id: string; readonly name: string }, reply: ModelStepReply): string {
    const callId = this.#options.newId()
    const call: ToolCallPart = {
      ...newCall(),
      ...identifyTool(started.name, reply.catalog, this.#toolRequest),
      step: reply.step,
      callId,
      providerCallId: started.id,
      modelToolName: started.name,
      ...(this.#toolRequest?.rerunOf !== undefined && { rerunOf: this.#toolRequest.rerunOf })
    }
    this.#options.live.change((message) => addPart(message, call))
    return callId
  }

  #requestCall(part: ModelPart & { readonly type: 'tool-call-requested' }, reply: ModelStepReply): void {
    const { live } = this.#options
    const callId = this.#findStarted(part.id, reply)?.callId ?? this.#startCall(part, reply)
    reply.requested.push({ callId, isInputBroken: part.isInputBroken === true })
    live.change((message) => changeCall(message, callId, { arguments: part.arguments }))
  }

  /** Ids come from the provider. A repeated id must not merge two calls. */
  #findStarted(id: string, { step, requested }: ModelStepReply): ToolCallPart | undefined {
    const isTaken = (callId: string): boolean => requested.some((one) => one.callId === callId)
    const calls = this.#options.live.read().parts.filter(isToolCall)
    return calls.find((call) => call.step === step && call.providerCallId === id && !isTaken(call.callId))
  }

  /** Only a view shows what is still being written. */
  #noteWritten({ id, json }: { readonly id: string; readonly json: string }, reply: ModelStepReply): void {
    const { live, runningCalls } = this.#options
    const call = this.#findStarted(id, reply)
    if (call?.viewUri !== undefined) runningCalls.addWritten(call.callId, { live, json })
  }

  /** The calls to Parley's own tools, next to those to servers. */
  async #runCalls(requested: readonly RequestedCall[], at: ModelStep): Promise<void> {
    const { live, signal, runningCalls, modelId, earlier, finder } = this.#options
    const { results, scripts, consent, isReviewed, now } = this.#options
    for (const { callId } of requested) runningCalls.begin(callId, live, [signal])
    const { own, ofServers } = runBuiltInCalls(requested, {
      modelId,
      earlier,
      live,
      runningCalls,
      finder,
      results,
      scripts,
      consent,
      isReviewed,
      now,
      isSearched: at.told.chosen.isSearched,
      startScript: (one) => this.#runScript(one, at)
    })
    await Promise.all([...own, this.#toolStep.run(ofServers, toOrigin(at))])
  }

  #runScript(requested: RequestedCall, at: ModelStep): Promise<void> {
    const { live, signal, runningCalls, runScript, now, newId } = this.#options
    const { chosen, catalog } = at.told
    return runScriptCall(requested, {
      run: runScript,
      functions: chosen.isScripted === true ? functionsFor(catalog) : null,
      live,
      signal: runningCalls.signalOf(requested.callId),
      runCall: (call, script) => {
        runningCalls.begin(call.callId, live, [signal, script.signal])
        return this.#toolStep.run([call], { ...toOrigin(at), script })
      },
      now,
      newId
    })
  }

  #report(error: unknown): Failure {
    const failure = toFailure(error)
    if (failure.code === 'INTERNAL') this.#options.log.error('A turn failed', { error })
    return failure
  }
}

function toOrigin({ step, catalog, told }: ModelStep): CallOrigin {
  return { step, catalog, definitions: told.definitions, script: null }
}
