/**
 * Models of every service that speaks as OpenAI does, behind our interface, over the official SDK, which is loaded with
 * the first request so that the start does not pay for it. Which of the two APIs a service gets is in `dialects.ts`.
 */
import { randomUUID } from 'node:crypto'
import type { ClientOptions, OpenAI } from 'openai'
import { canParseUrl } from '../../base/can-parse-url'
import { HostError } from '../../base/host-error'
import { untilAborted } from '../../base/until-aborted'
import type { ModelView } from '../../contract/settings'
import { withoutEnvironmentHeaders } from '../../net/environment-headers'
import type { ModelPart, ModelProvider, ModelRequest } from '../model'
import type { ProviderAccess } from '../provider-descriptor'
import { thinkingWriter } from '../thinking-writer'
import { droppedError, toModelError } from '../vendor/errors'
import type { ErrorContext } from '../vendor/errors'
import { patientFetch, responseTimeoutMs } from '../vendor/patient-fetch'
import { tellingFetch } from '../vendor/telling-fetch'
import { say } from '../../texts/said'
import { readAnsweredError, withReadableError } from './answered-errors'
import { createChatReader } from './chat-reply'
import { toChatRequest } from './chat-request'
import type { RequestForm } from './chat-request'
import type { Dialect } from './dialects'
import { askEither, createProbe, holdsSounds } from './either-api'
import type { ReplyReader } from './reply-reader'
import { createResponsesReader } from './responses-reply'
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
  /** An error that arrives as an event of a stream, as the SDK would throw it. */
  readonly toError: (error: object) => Error
}

interface Sending {
  readonly onSent?: ModelRequest['onSent'] | undefined
  readonly send?: typeof fetch
}

async function connect(
  access: ProviderAccess,
  model: string | null,
  { onSent, send: given = patientFetch }: Sending = {}
): Promise<Connection> {
  const send = tellingFetch(given, onSent)
  const apiKey = await access.readKey()
  if (!canParseUrl(access.baseUrl)) {
    const said = say('models.badAddress', { address: access.baseUrl, provider: access.name })
    throw new HostError('MODEL_NETWORK', said)
  }
  const sdk = await import('openai')
  const options: ClientOptions = {
    // The SDK wants one; without a key the header is left out.
    apiKey: apiKey ?? 'none',
    ...(apiKey === null ? { defaultHeaders: { authorization: null } } : {}),
    // What the environment says of these is not what the person was asked about.
    organization: null,
    project: null,
    adminAPIKey: null,
    baseURL: access.baseUrl,
    maxRetries: 2,
    timeout: responseTimeoutMs,
    fetch: async (input, init) => await withReadableError(await send(input, init)),
    // Its log would hold what people write.
    logLevel: 'off'
  }
  const client = withoutEnvironmentHeaders(['OPENAI_CUSTOM_HEADERS'], () => new sdk.OpenAI(options))
  const { baseUrl, name: provider, shownAs } = access
  return {
    client,
    context: { sdk, readAnswer: readAnsweredError, baseUrl, model, apiKey, provider, shownAs },
    toError: (error) => new sdk.APIError(undefined, error, undefined, new Headers())
  }
}

/** As the service lists them, without models that write no text. */
async function listModels(
  access: ProviderAccess,
  { dialect }: RequestForm,
  signal: AbortSignal
): Promise<readonly ModelView[]> {
  const { client, context } = await connect(access, null)
  const models: ModelView[] = []
  try {
    for await (const model of client.models.list({ signal })) {
      if (dialect.others?.test(model.id)) continue
      // Routers give their models names for people.
      const { name } = model as { readonly name?: unknown }
      models.push({
        id: `${access.name}/${model.id}`,
        name: typeof name === 'string' && name !== '' ? name : model.id,
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
  readonly form: RequestForm
  readonly request: ModelRequest
  readonly signal: AbortSignal
}

async function* streamReply(access: ProviderAccess, asked: Asked): AsyncIterable<ModelPart> {
  const { model, onSent } = asked.request
  const probe = createProbe(patientFetch)
  const api = apiFor(access, asked)
  const connection = await connect(access, model, {
    onSent,
    send: api === 'either' ? probe.fetch : patientFetch
  })
  if (api === 'chat') yield* streamChat(connection, asked)
  else if (api === 'responses') yield* streamResponse(connection, asked)
  else {
    const responses = () => streamResponse(connection, asked)
    const chat = async function* () {
      yield* streamChat(await connect(access, model, { onSent }), asked)
    }
    yield* askEither(access, { responses, chat, probe })
  }
}

function apiFor({ api, baseUrl, foundApis }: ProviderAccess, { form, request }: Asked): Dialect['api'] {
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
  const begin = () => client.chat.completions.create(body, { signal })
  return readStream(begin, createChatReader(writer, randomUUID), { ...asked, context })
}

function streamResponse(connection: Connection, asked: Asked): AsyncIterable<ModelPart> {
  const { context, client, toError } = connection
  const writer = thinkingWriter('responses', context.baseUrl, asked.request.model)
  const body = toResponsesRequest(asked.request, { ...asked.form, writer })
  const { signal } = asked
  const begin = () => client.responses.create(body, { signal })
  return readStream(begin, createResponsesReader(writer, toError), { ...asked, context })
}

async function* readStream<Event>(
  begin: () => Promise<AsyncIterable<Event>>,
  reader: ReplyReader<Event>,
  { context, signal }: Asked & { readonly context: ErrorContext }
): AsyncIterable<ModelPart> {
  let hasStarted = false
  try {
    const stream = await untilAborted(begin(), signal)
    hasStarted = true
    for await (const event of stream) yield* reader.read(event)
  } catch (error) {
    signal.throwIfAborted()
    throw toModelError(error, context, hasStarted)
  }
  // The SDK ends an aborted stream, and one that the other side closed early, without a word.
  signal.throwIfAborted()
  const last = reader.end()
  if (last === null) throw droppedError(context)
  yield last
}
