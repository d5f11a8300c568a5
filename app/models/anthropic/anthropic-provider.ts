/**
 * Anthropic's models behind Parley's interface, over the official SDK, which is loaded with the first request to keep
 * the start fast. `request.ts` builds requests, `vendor/errors.ts` converts errors; the router supplies the key.
 */
import { randomUUID } from 'node:crypto'
import type { MessageCreateParamsStreaming } from '@anthropic-ai/sdk/resources/messages'
import { canParseUrl } from '../../base/can-parse-url'
import { HostError } from '../../base/host-error'
import { untilAborted } from '../../base/until-aborted'
import type { ModelView } from '../../contract/settings'
import { withoutEnvironmentHeaders } from '../../net/environment-headers'
import { deferredTools } from './deferred-tools'
import { toAnthropicRequest } from './request'
import type { ModelPart, ModelProvider, ModelRequest } from '../model'
import { thinkingWriter } from '../thinking-writer'
import { readModelReply } from '../reply/read-reply'
import { readModelList } from '../reply/read-model-list'
import { usedCallIds } from '../reply/used-call-ids'
import { normalizeErrorResponse } from '../vendor/error-responses'
import { toModelError } from '../vendor/errors'
import type { ErrorContext } from '../vendor/errors'
import { longTimeoutFetch, responseTimeoutMs } from '../vendor/long-timeout-fetch'
import { createObservedFetch } from '../vendor/observed-fetch'
import type { ProviderAccess, ProviderLimits } from '../provider-descriptor'
import { MessagesReader } from './messages-reply'
import { say } from '../../texts/render-localized'

export function createAnthropicProvider(access: ProviderAccess, limits: ProviderLimits): ModelProvider {
  return {
    name: access.name,
    listModels: (signal) => listModels(access, signal),
    stream: (request, signal) => streamReply(access, { request, limits, signal })
  }
}

const writerOf = (baseUrl: string, model: string): string => thinkingWriter('messages', baseUrl, model)

/**
 * The service caches the request up to its end for a few minutes, so that the next step of the same conversation costs
 * a tenth; tools found since then don't change the cached part. Services that imitate the API may reject both options.
 */
export function requestFor(
  baseUrl: string,
  request: ModelRequest,
  limits: ProviderLimits
): MessageCreateParamsStreaming {
  const isTheVendor = canParseUrl(baseUrl) && new URL(baseUrl).hostname === 'api.anthropic.com'
  const writer = writerOf(baseUrl, request.model)
  if (!isTheVendor) return toAnthropicRequest(request, { limits, writer })
  const form = { limits, writer, late: deferredTools(request), showsThoughts: true, cites: true }
  return { ...toAnthropicRequest(request, form), cache_control: { type: 'ephemeral' } }
}

async function connect(access: ProviderAccess, model: string | null, onSent?: ModelRequest['onSent']) {
  const apiKey = await access.readKey()
  if (!canParseUrl(access.baseUrl)) {
    const text = say('models.badAddress', { address: access.baseUrl, provider: access.name })
    throw new HostError('MODEL_NETWORK', text)
  }
  const sdk = await import('./anthropic-client')
  const send = createObservedFetch(longTimeoutFetch, onSent)
  const options = {
    apiKey,
    baseURL: access.baseUrl,
    maxRetries: 2,
    timeout: responseTimeoutMs,
    fetch: async (input: Parameters<typeof fetch>[0], init?: RequestInit) =>
      await normalizeErrorResponse(await send(input, init)),
    // Its log would contain user text; its traces would leave the computer without the user's knowledge.
    logLevel: 'off',
    openTelemetry: false
  } as const
  const client = withoutEnvironmentHeaders(
    ['ANTHROPIC_CUSTOM_HEADERS'],
    () => new sdk.AnthropicClient(options)
  )
  const context: ErrorContext = {
    sdk,
    baseUrl: access.baseUrl,
    model,
    apiKey,
    provider: access.name,
    shownAs: access.shownAs
  }
  return { client, context }
}

const mostModels = 10_000

/** Newest first, as the API lists them; retired models are left out. */
async function listModels(access: ProviderAccess, signal: AbortSignal): Promise<readonly ModelView[]> {
  const { client, context } = await connect(access, null)
  const models: ModelView[] = []
  try {
    for (let after: string | null = ''; after !== null && models.length < mostModels;) {
      const query = { limit: 100, ...(after !== '' && { after_id: after }) }
      const response = await client.models.list(query, { signal }).asResponse()
      const { models: listed, page } = await readModelList(response, context)
      const current = listed.filter(({ fields }) => fields['lifecycle'] !== 'retired')
      models.push(
        ...current.map(({ id, name }) => ({ id: `${access.name}/${id}`, name, providerName: access.name }))
      )
      const last = page['last_id']
      after =
        page['has_more'] === true && typeof last === 'string' && last !== after && last !== '' ? last : null
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
  const writer = writerOf(access.baseUrl, request.model)
  const reader = new MessagesReader({ writer, usedIds: usedCallIds(wanted), newId: randomUUID })
  let response: Response
  try {
    response = await untilAborted(client.messages.create(request, { signal }).asResponse(), signal)
  } catch (error) {
    signal.throwIfAborted()
    throw toModelError(error, context, false)
  }
  yield* readModelReply(response, { reader, context, signal })
}
