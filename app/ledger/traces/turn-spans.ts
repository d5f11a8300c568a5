/**
 * Builds the spans of turns from what the window is shown anyway: an answer and its tool calls from their states, a
 * question from its end. The turn isn't involved.
 */
import type { Message, ToolCallPart } from '../../contract/conversations'
import { directModelId } from '../../contract/direct-model'
import type { Question } from '../../contract/questions/questions'
import type { ResolvedModel } from '../../models/model'
import { traceModel } from './model-spans'
import type { SpanSink } from './model-spans'
import { describeCallArguments, describeCallResult } from './span-contents'
import { OpenSpan, toTraceparent } from './span'
import type { SpanAttributes, SpanIds } from './span'

export interface TurnSpansOptions extends SpanSink {
  /** The revision and transport of a connected server. */
  readonly describeServer: (serverName: string) => SpanAttributes
}

interface OpenTurn {
  readonly conversationId: string
  readonly span: OpenSpan
  readonly calls: Map<string, OpenSpan>
  /** Ids of the calls that have ended, also before the turn was continued. */
  readonly endedCalls: Set<string>
}

/** In the terms of the conventions. */
const agent = 'Parley'
/** Parley asks a model for a title after the turn. The request belongs to its trace. */
const rememberedTurns = 100

export class TurnSpans {
  readonly #options: TurnSpansOptions
  /** By the id of the answer. */
  readonly #turns = new Map<string, OpenTurn>()
  readonly #ended = new Map<string, SpanIds>()

  constructor(options: TurnSpansOptions) {
    this.#options = options
  }

  /** A message in its newest state. */
  takeMessage(message: Message): void {
    if (this.#options.mode() === 'off') return this.#turns.clear()
    if (message.role !== 'assistant') return
    const turn = this.#turns.get(message.id) ?? this.#begin(message)
    if (turn === null) return
    for (const part of message.parts) if (part.type === 'tool-call') this.#takeCall(part, turn)
    if (message.state !== 'streaming') this.#end(message, turn)
  }

  /** A question that was answered or withdrawn. Only questions of turns are traced. */
  takeSettled({ question, decision }: { readonly question: Question; readonly decision: string }): void {
    const { mode, finish, now } = this.#options
    const parent = this.#findAsking(question)
    if (mode() === 'off' || parent === null) return
    const attributes = { 'parley.question.type': question.type, 'parley.question.answer': decision }
    const name = `question ${question.type}`
    const span = new OpenSpan({ name, kind: 'internal', startedAt: question.askedAt, parent, attributes })
    finish(span.end({ endedAt: now() }))
  }

  /** `callId`: the call whose server asks the model; null: the turn does. */
  traceModel(
    resolved: ResolvedModel,
    asking: {
      readonly conversationId: string | null
      readonly messageId: string | null
      readonly callId: string | null
    }
  ): ResolvedModel {
    const { conversationId, messageId, callId } = asking
    const parent = (): SpanIds | null =>
      this.#findCall(callId) ??
      this.#turns.get(messageId ?? '')?.span ??
      this.#ended.get(messageId ?? '') ??
      null
    return traceModel(resolved, { conversationId, parent }, this.#options)
  }

  /** For the request of a running call; null: it isn't traced. */
  traceparent(callId: string): string | null {
    const span = this.#options.mode() === 'off' ? null : this.#findCall(callId)
    return span === null ? null : toTraceparent(span)
  }

  #begin(message: Message): OpenTurn | null {
    if (message.state !== 'streaming') return null
    const { id, conversationId, model, parts } = message
    const earlier = parts.flatMap((part) => (part.type === 'tool-call' && isOver(part) ? [part.callId] : []))
    const span = new OpenSpan({
      name: `invoke_agent ${agent}`,
      kind: 'internal',
      startedAt: this.#options.now(),
      parent: null,
      attributes: {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': agent,
        'gen_ai.conversation.id': conversationId,
        'parley.message.id': id,
        ...describeModel(model)
      }
    })
    const turn = { conversationId, span, calls: new Map<string, OpenSpan>(), endedCalls: new Set(earlier) }
    this.#turns.set(id, turn)
    return turn
  }

  #end({ id, state, usage, stopReason, failure }: Message, turn: OpenTurn): void {
    const { finish, now } = this.#options
    const endedAt = now()
    for (const [, call] of turn.calls) finish(call.end({ endedAt }))
    this.#turns.delete(id)
    this.#remember(id, turn.span)
    const attributes = {
      'parley.turn.state': state,
      ...(stopReason !== null && { 'gen_ai.response.finish_reasons': [stopReason] }),
      ...(usage !== null && {
        'gen_ai.usage.input_tokens': usage.inputTokens,
        'gen_ai.usage.output_tokens': usage.outputTokens
      })
    }
    const error = state === 'failed' ? (failure?.code ?? 'failed') : null
    finish(turn.span.end({ endedAt, attributes, error }))
  }

  #remember(messageId: string, { traceId, spanId }: SpanIds): void {
    this.#ended.set(messageId, { traceId, spanId })
    const [oldest] = this.#ended.keys()
    if (this.#ended.size > rememberedTurns && oldest !== undefined) this.#ended.delete(oldest)
  }

  #takeCall(part: ToolCallPart, turn: OpenTurn): void {
    const { calls, endedCalls, span: ofTurn } = turn
    const { callId, scriptCallId, serverName, toolName } = part
    if (endedCalls.has(callId)) return
    const open = calls.get(callId)
    const span =
      open ??
      new OpenSpan({
        name: `${serverName === null ? 'execute_tool' : 'tools/call'} ${toolName}`,
        kind: serverName === null ? 'internal' : 'client',
        startedAt: this.#options.now(),
        parent: (scriptCallId === undefined ? undefined : calls.get(scriptCallId)) ?? ofTurn,
        attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.conversation.id': turn.conversationId }
      })
    if (open === undefined) calls.set(callId, span)
    if (!isOver(part)) return
    calls.delete(callId)
    endedCalls.add(callId)
    const attributes = this.#describeCall(part)
    this.#options.finish(span.end({ endedAt: this.#options.now(), attributes, error: findError(part) }))
  }

  #describeCall(part: ToolCallPart): SpanAttributes {
    const { mode, redact, describeServer } = this.#options
    const { serverName, toolName, providerCallId, grantId, startedAt } = part
    const contents = mode() === 'contents' && {
      ...describeCallArguments(part, redact),
      ...describeCallResult(part, redact)
    }
    return {
      'gen_ai.tool.name': toolName,
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.call.id': providerCallId,
      'parley.tool_call.state': part.state,
      ...(startedAt !== null && {
        'parley.tool_call.allowed_by': grantId === undefined ? 'person' : 'permission',
        'parley.tool_call.is_edited': part.isEditedByPerson
      }),
      ...(serverName !== null && {
        'mcp.method.name': 'tools/call',
        'parley.server.name': serverName,
        ...describeServer(serverName)
      }),
      ...contents
    }
  }

  #findCall(callId: string | null): OpenSpan | null {
    if (callId === null) return null
    for (const { calls } of this.#turns.values()) {
      const span = calls.get(callId)
      if (span !== undefined) return span
    }
    return null
  }

  #findAsking(question: Question): SpanIds | null {
    const call = 'callId' in question ? this.#findCall(question.callId) : null
    if (call !== null) return call
    const conversationId = 'conversationId' in question ? question.conversationId : null
    const turn = [...this.#turns.values()].find((one) => one.conversationId === conversationId)
    return turn?.span ?? null
  }
}

function isOver({ state }: ToolCallPart): boolean {
  return state === 'done' || state === 'failed' || state === 'denied' || state === 'cancelled'
}

function findError({ state, isError, failure }: ToolCallPart): string | null {
  if (state === 'failed') return failure?.code ?? 'failed'
  return isError ? 'tool_error' : null
}

/** Of an id of the settings: `<provider name>/<model id>`. */
function describeModel(modelId: string | null): SpanAttributes {
  if (modelId === null || modelId === directModelId) return {}
  const [provider = '', ...rest] = modelId.split('/')
  return { 'gen_ai.provider.name': provider, 'gen_ai.request.model': rest.join('/') }
}
