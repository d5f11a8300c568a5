/**
 * Models of every OpenAI-compatible service behind Parley's interface, over the official SDK, which is loaded with the
 * first request to keep the start fast. `api-dialect.ts` decides which of the two APIs a service gets.
 */
import { randomUUID } from 'node:crypto'
import type { ClientOptions, OpenAI } from 'openai'
import { canParseUrl } from '../../base/can-parse-url'
import { HostError } from '../../base/host-error'
import { untilAborted } from '../../base/until-aborted'
import type { ModelView } from '../../contract/settings'
import { withoutEnvironmentHeaders } from '../../net/environment-headers'
import type { ModelPart, ModelProvider, ModelRequest } from '../model'
import { usedCallIds } from '../reply/used-call-ids'
import type { ProviderAccess } from '../provider-descriptor'
import { thinkingWriter } from '../thinking-writer'
import { normalizeErrorResponse } from '../vendor/error-responses'
import { toModelError } from '../vendor/errors'
import type { ErrorContext } from '../vendor/errors'
import { readVendorText } from '../vendor/fields'
import { longTimeoutFetch, responseTimeoutMs } from '../vendor/long-timeout-fetch'
import { createObservedFetch } from '../vendor/observed-fetch'
import { say } from '../../texts/render-localized'
import { readModelReply } from '../reply/read-reply'
import type { ReplyReader } from '../reply/reply-reader'
import { readModelList } from '../reply/read-model-list'
import { ChatReader } from './chat-reply'
import type { ChatReaderOptions } from './chat-reply'
import { toChatRequest } from './chat-request'
import type { RequestForm } from './chat-request'
import type { ApiDialect } from './api-dialect'
import { requestWithDetectedApi, createApiProbe, holdsSounds } from './detect-api'
import { ResponsesReader } from './responses-reply'
import { toResponsesRequest } from './responses-request'

export function createOpenAiProvider(access: ProviderAccess, form: RequestForm): ModelProvider {
  return {
    name: access.name,
    listModels: (signal) => listModels(access, form, signal),
    stream: (request, signal) => streamReply(access, { form, request, signal })
  }
}

interface Connection {
  readonly client: OpenAI
  readonly context: ErrorContext
}

interface Sending {
  readonly onSent?: ModelRequest['onSent'] | undefined
  readonly send?: typeof fetch
}

async function connect(
  access: ProviderAccess,
  model: string | null,
  { onSent, send: given = longTimeoutFetch }: Sending = {}
): Promise<Connection> {
  const send = createObservedFetch(given, onSent)
  const apiKey = await access.readKey()
  if (!canParseUrl(access.baseUrl)) {
    const text = say('models.badAddress', { address: access.baseUrl, provider: access.name })
    throw new HostError('MODEL_NETWORK', text)
  }
  const sdk = await import('openai')
  const options: ClientOptions = {
    // The SDK requires a value; without a key the header is left out.
    apiKey: apiKey ?? 'none',
    ...(apiKey === null ? { defaultHeaders: { authorization: null } } : {}),
    // The environment's values for these were not part of the question to the user.
    organization: null,
    project: null,
    adminAPIKey: null,
    baseURL: access.baseUrl,
    maxRetries: 2,
    timeout: responseTimeoutMs,
    fetch: async (input, init) => await normalizeErrorResponse(await send(input, init)),
    // Its log would contain user text.
    logLevel: 'off'
  }
  const client = withoutEnvironmentHeaders(['OPENAI_CUSTOM_HEADERS'], () => new sdk.OpenAI(options))
  const { baseUrl, name: provider, shownAs } = access
  return {
    client,
    context: { sdk, baseUrl, model, apiKey, provider, shownAs }
  }
}

/**
 * In the service's order, without models that don't write text. A `display_name` belongs to another API's list. Users
 * of services that also send it here know the models by id.
 */
async function listModels(
  access: ProviderAccess,
  { dialect }: RequestForm,
  signal: AbortSignal
): Promise<readonly ModelView[]> {
  const { client, context } = await connect(access, null)
  try {
    const response = await client.models.list({ signal }).asResponse()
    const { models } = await readModelList(response, context)
    return models
      .filter(({ id }) => dialect.others?.test(id) !== true)
      .map(({ id, fields }) => {
        const name = readVendorText(fields['name']).trim() || id
        return { id: `${access.name}/${id}`, name, providerName: access.name }
      })
  } catch (error) {
    signal.throwIfAborted()
    throw toModelError(error, context, false)
  }
}

interface Asked {
  readonly form: RequestForm
  readonly request: ModelRequest
  readonly signal: AbortSignal
}

async function* streamReply(access: ProviderAccess, asked: Asked): AsyncIterable<ModelPart> {
  const { model, onSent } = asked.request
  const probe = createApiProbe(longTimeoutFetch)
  const api = apiFor(access, asked)
  const connection = await connect(access, model, {
    onSent,
    send: api === 'either' ? probe.fetch : longTimeoutFetch
  })
  if (api === 'chat') yield* streamChat(connection, asked)
  else if (api === 'responses') yield* streamResponse(connection, asked)
  else {
    const responses = () => streamResponse(connection, asked)
    const chat = async function* () {
      yield* streamChat(await connect(access, model, { onSent }), asked)
    }
    yield* requestWithDetectedApi(access, { responses, chat, probe })
  }
}

function apiFor({ api, baseUrl, foundApis }: ProviderAccess, { form, request }: Asked): ApiDialect['api'] {
  const { dialect } = form
  const offered = api ?? (dialect.api === 'either' ? (foundApis?.get(baseUrl) ?? 'either') : dialect.api)
  return offered !== 'chat' &&
    api === undefined &&
    dialect.api === 'either' &&
    dialect.takesSounds &&
    holdsSounds(request)
    ? 'chat'
    : offered
}

function streamChat({ context, client }: Connection, asked: Asked): AsyncIterable<ModelPart> {
  const writer = thinkingWriter('chat', context.baseUrl, asked.request.model)
  const body = toChatRequest(asked.request, { ...asked.form, writer })
  const { signal } = asked
  const begin = () => client.chat.completions.create(body, { signal }).asResponse()
  return readStream(begin, new ChatReader(readerOptions(writer, asked)), { ...asked, context })
}

function streamResponse({ context, client }: Connection, asked: Asked): AsyncIterable<ModelPart> {
  const writer = thinkingWriter('responses', context.baseUrl, asked.request.model)
  const body = toResponsesRequest(asked.request, { ...asked.form, writer })
  const { signal } = asked
  const begin = () => client.responses.create(body, { signal }).asResponse()
  return readStream(begin, new ResponsesReader(readerOptions(writer, asked)), { ...asked, context })
}

function readerOptions(writer: string, { request }: Asked): ChatReaderOptions {
  const names = request.tools.map(({ name }) => name)
  return { writer, names, usedIds: usedCallIds(request), newId: randomUUID }
}

async function* readStream(
  begin: () => Promise<Response>,
  reader: ReplyReader,
  { context, signal }: Asked & { readonly context: ErrorContext }
): AsyncIterable<ModelPart> {
  let response: Response
  try {
    response = await untilAborted(begin(), signal)
  } catch (error) {
    signal.throwIfAborted()
    throw toModelError(error, context, false)
  }
  yield* readModelReply(response, { reader, context, signal })
}
