/**
 * Anthropic's models behind our interface, over the official SDK, which is loaded with the first request
 * so that the start does not pay for it. Requests are shaped in `request.ts`, errors in `vendor/errors.ts`; where the key
 * comes from is the router's business.
 */
import type {
  MessageCreateParamsStreaming,
  RawContentBlockDeltaEvent,
  RawContentBlockStartEvent,
  RawMessageStreamEvent,
  RedactedThinkingBlock,
  ThinkingBlock
} from '@anthropic-ai/sdk/resources/messages'
import { canParseUrl } from '../../base/can-parse-url'
import { HostError } from '../../base/host-error'
import { untilAborted } from '../../base/until-aborted'
import type { Usage } from '../../contract/conversations'
import type { ModelView } from '../../contract/settings'
import { withoutEnvironmentHeaders } from '../../net/environment-headers'
import { toCitation } from './citations'
import { lateTools } from './late-tools'
import { toAnthropicRequest } from './request'
import type { ModelPart, ModelProvider, ModelRequest } from '../model'
import { thinkingWriter } from '../thinking-writer'
import { droppedError, toModelError } from '../vendor/errors'
import type { ErrorContext } from '../vendor/errors'
import { patientFetch, responseTimeoutMs } from '../vendor/patient-fetch'
import { tellingFetch } from '../vendor/telling-fetch'
import { requestedCall } from '../vendor/tool-input'
import type { ProviderAccess, ProviderLimits } from '../provider-descriptor'
import { say } from '../../texts/said'

export function createAnthropicProvider(access: ProviderAccess, limits: ProviderLimits): ModelProvider {
  return {
    name: access.name,
    listModels: (signal) => listModels(access, signal),
    stream: (request, signal) => streamReply(access, { request, limits, signal })
  }
}

const writerOf = (baseUrl: string, model: string): string => thinkingWriter('messages', baseUrl, model)

/**
 * What stands in the request up to its end is kept by the service for a few minutes, so that the next step of the same
 * conversation costs a tenth; tools that were found since change nothing before. Services that imitate the API may refuse
 * both.
 */
export function requestFor(
  baseUrl: string,
  request: ModelRequest,
  limits: ProviderLimits
): MessageCreateParamsStreaming {
  const isTheVendor = canParseUrl(baseUrl) && new URL(baseUrl).hostname === 'api.anthropic.com'
  const writer = writerOf(baseUrl, request.model)
  if (!isTheVendor) return toAnthropicRequest(request, { limits, writer })
  const form = { limits, writer, late: lateTools(request), showsThoughts: true, cites: true }
  return { ...toAnthropicRequest(request, form), cache_control: { type: 'ephemeral' } }
}

async function connect(access: ProviderAccess, model: string | null, onSent?: ModelRequest['onSent']) {
  const apiKey = await access.readKey()
  if (!canParseUrl(access.baseUrl)) {
    const said = say('models.badAddress', { address: access.baseUrl, provider: access.name })
    throw new HostError('MODEL_NETWORK', said)
  }
  const sdk = await import('@anthropic-ai/sdk')
  const options = {
    apiKey,
    baseURL: access.baseUrl,
    maxRetries: 2,
    timeout: responseTimeoutMs,
    fetch: tellingFetch(patientFetch, onSent),
    // Its log would hold what people write; its traces would leave the machine's owner unaware.
    logLevel: 'off',
    openTelemetry: false
  } as const
  const client = withoutEnvironmentHeaders(['ANTHROPIC_CUSTOM_HEADERS'], () => new sdk.Anthropic(options))
  const readAnswer = (error: unknown) => {
    const { type, apiMessage } = error as InstanceType<typeof sdk.APIError>
    return { type, words: apiMessage ?? null }
  }
  const context: ErrorContext = {
    sdk,
    readAnswer,
    baseUrl: access.baseUrl,
    model,
    apiKey,
    provider: access.name,
    shownAs: access.shownAs
  }
  return { client, context }
}

/** Newest first, as the API lists them; models that no longer answer are left out. */
async function listModels(access: ProviderAccess, signal: AbortSignal): Promise<readonly ModelView[]> {
  const { client, context } = await connect(access, null)
  const models: ModelView[] = []
  try {
    for await (const model of client.models.list({ limit: 100 }, { signal })) {
      if (model.lifecycle === 'retired') continue
      models.push({
        id: `${access.name}/${model.id}`,
        name: model.display_name || model.id,
        providerName: access.name
      })
    }
  } catch (error) {
    signal.throwIfAborted()
    throw toModelError(error, context, false)
  }
  return models
}

interface Asked {
  readonly request: ModelRequest
  readonly limits: ProviderLimits
  readonly signal: AbortSignal
}

async function* streamReply(
  access: ProviderAccess,
  { request: wanted, limits, signal }: Asked
): AsyncIterable<ModelPart> {
  const request = requestFor(access.baseUrl, wanted, limits)
  const { client, context } = await connect(access, request.model, wanted.onSent)
  const reader = new ReplyReader(writerOf(access.baseUrl, request.model))
  let hasStarted = false
  try {
    const stream = await untilAborted(client.messages.create(request, { signal }), signal)
    hasStarted = true
    for await (const event of stream) yield* reader.read(event)
  } catch (error) {
    signal.throwIfAborted()
    throw toModelError(error, context, hasStarted)
  }
  // The SDK ends an aborted stream, and one that the other side closed early, without a word.
  signal.throwIfAborted()
  yield reader.end(context)
}

interface OpenCall {
  readonly id: string
  readonly name: string
  json: string
}

/** What a thought goes back with: the mark of the API on its words, or the whole where it shows none. */
type OpenThought = { type: 'thinking'; signature: string } | { type: 'redacted_thinking'; data: string }

/** Turns the events of one reply into parts; `end` checks that the reply was complete. */
class ReplyReader {
  readonly #openCalls = new Map<number, OpenCall>()
  #read: Omit<Usage, 'outputTokens'> = { inputTokens: 0 }
  readonly #openThoughts = new Map<number, OpenThought>()
  readonly #writer: string
  #outputTokens = 0
  #stopReason: string | null = null
  #isComplete = false

  /** `writer`: whose thoughts they are. */
  constructor(writer: string) {
    this.#writer = writer
  }

  /** @throws HostError MODEL_STREAM_DROPPED */
  end(context: ErrorContext): ModelPart {
    if (!this.#isComplete) throw droppedError(context)
    const usage = { ...this.#read, outputTokens: this.#outputTokens }
    return { type: 'ended', stopReason: this.#stopReason ?? 'end_turn', usage }
  }

  *read(event: RawMessageStreamEvent): Generator<ModelPart> {
    switch (event.type) {
      case 'message_start':
        this.#read = readTokens(event.message.usage)
        break
      case 'content_block_start':
        yield* this.#startBlock(event)
        break
      case 'content_block_delta':
        yield* this.#continueBlock(event)
        break
      case 'content_block_stop':
        yield* this.#finishBlock(event.index)
        break
      case 'message_delta':
        this.#stopReason = event.delta.stop_reason ?? this.#stopReason
        this.#outputTokens = tokens(event.usage, 'output_tokens')
        break
      case 'message_stop':
        this.#isComplete = true
        break
    }
  }

  *#startBlock({ index, content_block: block }: RawContentBlockStartEvent): Generator<ModelPart> {
    if (block.type === 'text' && block.text !== '') yield { type: 'text-delta', text: block.text }
    if (block.type === 'thinking' || block.type === 'redacted_thinking')
      yield* this.#startThought(index, block)
    if (block.type !== 'tool_use') return
    this.#openCalls.set(index, { id: block.id, name: block.name, json: '' })
    yield { type: 'tool-call-started', id: block.id, name: block.name }
  }

  *#startThought(index: number, block: ThinkingBlock | RedactedThinkingBlock): Generator<ModelPart> {
    if (block.type === 'redacted_thinking') {
      this.#openThoughts.set(index, { type: block.type, data: block.data })
      return
    }
    this.#openThoughts.set(index, { type: block.type, signature: block.signature ?? '' })
    if (block.thinking) yield { type: 'thinking-delta', text: block.thinking }
  }

  *#continueBlock({ index, delta }: RawContentBlockDeltaEvent): Generator<ModelPart> {
    if (delta.type === 'text_delta' && delta.text !== '') yield { type: 'text-delta', text: delta.text }
    if (delta.type === 'thinking_delta' && delta.thinking !== '')
      yield { type: 'thinking-delta', text: delta.thinking }
    const citation = delta.type === 'citations_delta' ? toCitation(delta) : null
    if (citation !== null) yield { type: 'cited', citation }
    const thought = this.#openThoughts.get(index)
    if (delta.type === 'signature_delta' && thought?.type === 'thinking') thought.signature += delta.signature
    if (delta.type !== 'input_json_delta') return
    const call = this.#openCalls.get(index)
    if (call !== undefined) call.json += delta.partial_json
  }

  *#finishBlock(index: number): Generator<ModelPart> {
    const thought = this.#openThoughts.get(index)
    this.#openThoughts.delete(index)
    if (thought !== undefined)
      yield { type: 'thinking-ended', seal: { writer: this.#writer, data: { ...thought } } }
    const call = this.#openCalls.get(index)
    if (call === undefined) return
    this.#openCalls.delete(index)
    yield requestedCall(call.id, call.name, call.json)
  }
}

/** All that the model read, also what the service had kept from an earlier request or keeps from this one. */
function readTokens(usage: unknown): Omit<Usage, 'outputTokens'> {
  const plain = tokens(usage, 'input_tokens')
  const written = tokens(usage, 'cache_creation_input_tokens')
  const read = tokens(usage, 'cache_read_input_tokens')
  return {
    inputTokens: plain + written + read,
    ...(read > 0 && { cacheReadTokens: read }),
    ...(written > 0 && { cacheWriteTokens: written })
  }
}

type TokenCount = 'input_tokens' | 'output_tokens' | 'cache_creation_input_tokens' | 'cache_read_input_tokens'

/** Endpoints that imitate the API leave the usage out. */
function tokens(usage: unknown, name: TokenCount): number {
  const value = (usage as Readonly<Record<string, unknown>> | null | undefined)?.[name]
  return typeof value === 'number' ? value : 0
}
