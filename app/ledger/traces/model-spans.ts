/** A span for each request to a model. Direct mode sends none. */
import { canParseUrl } from '../../base/can-parse-url'
import { toFailure } from '../../base/host-error'
import { directModelId } from '../../contract/direct-model'
import type { ModelPart, ModelProvider, ModelRequest, ResolvedModel } from '../../models/model'
import { describeReply, describeRequest } from './span-contents'
import { OpenSpan } from './span'
import type { FinishedSpan, SpanAttributes, SpanIds } from './span'

export interface SpanSink {
  /** Off: no span is built. */
  readonly mode: () => 'off' | 'structure' | 'contents'
  /** Replaces the secrets that the program knows. */
  readonly redact: (text: string) => string
  readonly now: () => number
  readonly finish: (span: FinishedSpan) => void
}

export interface ModelSpanPlace {
  readonly conversationId: string | null
  /** Read when a request is sent. */
  readonly parent: () => SpanIds | null
}

interface Asked {
  readonly request: ModelRequest
  readonly signal: AbortSignal
  readonly place: ModelSpanPlace
}

/** What became known while the model replied. */
interface Progress {
  readonly startedAt: number
  readonly parts: ModelPart[]
  firstAt: number | null
  /** Of the last request that was sent. */
  address: string | null
  end: Extract<ModelPart, { type: 'ended' }> | null
  error: string | null
}

export function traceModel(resolved: ResolvedModel, place: ModelSpanPlace, sink: SpanSink): ResolvedModel {
  const { provider } = resolved
  if (provider.name === directModelId) return resolved
  const { admitted } = provider
  const traced: ModelProvider = {
    name: provider.name,
    listModels: (signal) => provider.listModels(signal),
    ...(admitted !== undefined && { admitted }),
    stream: (request, signal) =>
      sink.mode() === 'off'
        ? provider.stream(request, signal)
        : streamTraced(provider, { request, signal, place }, sink)
  }
  return { ...resolved, provider: traced }
}

async function* streamTraced(
  provider: ModelProvider,
  asked: Asked,
  sink: SpanSink
): AsyncIterable<ModelPart> {
  const { request, signal, place } = asked
  const hasContents = sink.mode() === 'contents'
  const startedAt = sink.now()
  const progress: Progress = { startedAt, parts: [], firstAt: null, address: null, end: null, error: null }
  const span = new OpenSpan({
    name: `chat ${request.model}`,
    kind: 'client',
    startedAt,
    parent: place.parent(),
    attributes: describeAsked(provider, asked)
  })
  const onSent: ModelRequest['onSent'] = (sent) => {
    progress.address = sent.address
    request.onSent?.(sent)
  }
  try {
    for await (const part of provider.stream({ ...request, onSent }, signal)) {
      progress.firstAt ??= sink.now()
      if (part.type === 'ended') progress.end = part
      if (hasContents) progress.parts.push(part)
      yield part
    }
  } catch (error) {
    if (!signal.aborted) progress.error = toFailure(error).code
    throw error
  } finally {
    const contents = hasContents && {
      ...describeRequest(request, sink.redact),
      ...describeReply(progress.parts, sink.redact)
    }
    const attributes = { ...describeProgress(progress), ...contents }
    sink.finish(span.end({ endedAt: sink.now(), attributes, error: progress.error }))
  }
}

function describeAsked(provider: ModelProvider, { request, place }: Asked): SpanAttributes {
  const { model, maxOutputTokens, temperature } = request
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': provider.name,
    'gen_ai.request.model': model,
    'gen_ai.request.stream': true,
    'gen_ai.request.max_tokens': maxOutputTokens,
    ...(temperature !== undefined && { 'gen_ai.request.temperature': temperature }),
    ...(place.conversationId !== null && { 'gen_ai.conversation.id': place.conversationId })
  }
}

function describeProgress({ startedAt, firstAt, address, end }: Progress): SpanAttributes {
  const usage = end?.usage ?? null
  return {
    ...(address !== null && describeAddress(address)),
    ...(firstAt !== null && { 'gen_ai.response.time_to_first_chunk': (firstAt - startedAt) / 1_000 }),
    ...(end !== null && { 'gen_ai.response.finish_reasons': [end.stopReason] }),
    ...(usage !== null && {
      'gen_ai.usage.input_tokens': usage.inputTokens,
      'gen_ai.usage.output_tokens': usage.outputTokens,
      'gen_ai.usage.cache_read.input_tokens': usage.cacheReadTokens ?? 0,
      'gen_ai.usage.cache_creation.input_tokens': usage.cacheWriteTokens ?? 0
    })
  }
}

export function describeAddress(address: string): SpanAttributes {
  if (!canParseUrl(address)) return {}
  const { hostname, port, protocol } = new URL(address)
  const usual = protocol === 'http:' ? 80 : 443
  return { 'server.address': hostname, 'server.port': port === '' ? usual : Number(port) }
}
