/** Answers as the recorded server did. Starts and contacts nothing. */
import { jsonObject, type JsonObject, type JsonValue } from '../../contract/json'
import { findExchanges, subscriptionKey, toFields, type Exchange, type ServerStep } from './exchanges'
import { RequestMatcher, toKey, type PlayMode } from './match-request'
import type { RecordedServer, Recording } from './recording'

export interface PlayerOptions {
  /** Which server of the recording is played; absent: the first. */
  readonly serverName?: string | undefined
  readonly mode: PlayMode
  readonly send: (message: JsonObject) => void
}

const parseError = -32_700
const methodNotFound = -32_601
const invalidParams = -32_602
const internalError = -32_603
const unsupportedRevision = -32_022

const mostListed = 10
const listedCharacters = 200

/** Requests that change nothing in a recording. */
const harmless: ReadonlySet<string> = new Set([
  'ping',
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe'
])

/** A request that the client has sent. */
interface LiveRequest {
  readonly id: JsonValue
  readonly params: JsonObject
  isCancelled: boolean
}

export class RecordingPlayer {
  readonly #server: RecordedServer | null
  readonly #exchanges: readonly Exchange[]
  readonly #matcher: RequestMatcher
  readonly #mode: PlayMode
  readonly #send: (message: JsonObject) => void
  readonly #running = new Set<LiveRequest>()
  /** Requests of the server by their recorded id. */
  readonly #sentRequests = new Map<string, { sentId: JsonValue; answered: Promise<void> }>()
  /** Those that the client hasn't answered, by the id under which they were sent. */
  readonly #waiting = new Map<string, () => void>()
  /** The client's id of each stream of subscriptions, by the recorded one. */
  readonly #streams = new Map<string, JsonValue>()
  readonly #polled = new Set<Exchange>()
  /** The state of each task that was sent last, by its id. */
  readonly #tasks = new Map<JsonValue, JsonObject>()
  #asked = 0

  constructor(recording: Recording, { serverName, mode, send }: PlayerOptions) {
    const { servers } = recording.header
    this.#server = servers.find(({ name }) => name === serverName) ?? servers[0] ?? null
    this.#exchanges = findExchanges(recording, serverName ?? this.#server?.name ?? '')
    this.#matcher = new RequestMatcher(this.#exchanges, mode)
    this.#mode = mode
    this.#send = (message) => {
      this.#rememberTask(message)
      send(message)
    }
  }

  /** A message of the client as text. */
  receiveLine(line: string): void {
    const message = parse(line)
    if (message !== null) this.receive(message)
    else if (line.trim() !== '')
      this.#send({ jsonrpc: '2.0', id: null, error: { code: parseError, message: 'Parse error' } })
  }

  /** A message of the client. */
  receive(message: JsonObject): void {
    const { id = null, method } = message
    const params = toFields(message['params'])
    if (typeof method !== 'string') this.#endWaiting(id)
    else if (id === null) this.#receiveNotification(method, params)
    else void this.#answer({ id, params, isCancelled: false }, method)
  }

  #endWaiting(sentId: JsonValue): void {
    this.#waiting.get(toText(sentId))?.()
    this.#waiting.delete(toText(sentId))
  }

  #receiveNotification(method: string, params: JsonObject): void {
    for (const request of this.#running)
      if (method === 'notifications/cancelled' && request.id === params['requestId'])
        request.isCancelled = true
    const exchange = this.#matcher.find(method, params, false)
    if (exchange !== null) void this.#play(exchange.after, { id: null, params, isCancelled: false })
  }

  async #answer(request: LiveRequest, method: string): Promise<void> {
    const exchange = this.#matcher.find(method, request.params, true)
    if (exchange === null) return this.#answerUnrecorded(request, method)
    if (method === 'tasks/get' && this.#polled.has(exchange) && this.#answerPoll(request)) return
    this.#polled.add(exchange)
    this.#running.add(request)
    if (method === 'subscriptions/listen') this.#streams.set(toText(exchange.id), request.id)
    await this.#play(exchange.before, request)
    this.#running.delete(request)
    if (request.isCancelled) return
    const { answer } = exchange
    if (answer !== null) this.#send({ ...answer, id: request.id })
    else if (!exchange.isCancelled && method !== 'subscriptions/listen')
      return this.#refuse(request, {
        code: internalError,
        message: `The recording ends before the answer to ${method}.`
      })
    await this.#play(exchange.after, request)
  }

  async #play(steps: readonly ServerStep[], request: LiveRequest): Promise<void> {
    for (const step of steps) {
      if (request.isCancelled) return
      if (step.type === 'send') this.#sendStep(step.message, request)
      else await this.#sentRequests.get(toText(step.id))?.answered
    }
  }

  #sendStep(recorded: JsonObject, request: LiveRequest): void {
    const { id } = recorded
    const params = this.#toLive(recorded, request)
    if (params === null) return
    const message = recorded['params'] === undefined ? recorded : { ...recorded, params }
    if (id === undefined) return this.#send(message)
    this.#asked += 1
    const sentId = this.#waiting.has(toText(id)) ? `recorded-${this.#asked}` : id
    const answered = new Promise<void>((resolve) => this.#waiting.set(toText(sentId), resolve))
    this.#sentRequests.set(toText(id), { sentId, answered })
    this.#send({ ...message, id: sentId })
  }

  /** The parameters with the ids of this client; null: the client didn't ask for this message. */
  #toLive(recorded: JsonObject, request: LiveRequest): JsonObject | null {
    const params = toFields(recorded['params'])
    const meta = toFields(params['_meta'])
    if (params['progressToken'] !== undefined && recorded['id'] === undefined) {
      const progressToken = toFields(request.params['_meta'])['progressToken']
      return progressToken === undefined ? null : { ...params, progressToken }
    }
    if (recorded['method'] === 'notifications/cancelled') {
      const requestId = this.#sentRequests.get(toText(params['requestId'] ?? null))?.sentId
      return requestId === undefined ? null : { ...params, requestId }
    }
    if (meta[subscriptionKey] === undefined) return params
    const stream = this.#streams.get(toText(meta[subscriptionKey]))
    return stream === undefined ? null : { ...params, _meta: { ...meta, [subscriptionKey]: stream } }
  }

  #answerUnrecorded(request: LiveRequest, method: string): void {
    if (harmless.has(method)) return this.#send({ jsonrpc: '2.0', id: request.id, result: {} })
    if (method === 'initialize') return this.#answerInitialize(request)
    if (method === 'tools/list' && this.#answerTools(request)) return
    if (method === 'tasks/get' && this.#answerPoll(request)) return
    if (method === 'server/discover')
      return this.#refuse(request, { code: methodNotFound, message: 'Method not found' })
    const asked = this.#exchanges.filter((exchange) => exchange.id !== null && exchange.method === method)
    const shown = describe(method, request.params)
    const expected = this.#mode === 'exact' ? this.#matcher.expected() : null
    const recorded = expected === null ? asked : [expected]
    const listed = recorded.slice(0, mostListed).map((exchange) => describe(exchange.method, exchange.params))
    const sentence =
      expected === null
        ? `The recording has no answer to ${shown}.`
        : `The recording expects another request than ${shown}.`
    const has = listed.length === 0 ? `no ${method}` : listed.join('; ')
    const code = asked.length === 0 && expected === null ? methodNotFound : invalidParams
    this.#refuse(request, {
      code,
      message: `${sentence} It has ${has}.`,
      data: { asked: shown, recorded: listed }
    })
  }

  /** From a recording that began after the handshake, or of a revision without one. */
  #answerInitialize(request: LiveRequest): void {
    const revision = this.#server?.revision ?? null
    const isNewer = this.#exchanges.some(({ method }) => method === 'server/discover')
    if (isNewer && revision !== null)
      return this.#refuse(request, {
        code: unsupportedRevision,
        message: 'Unsupported protocol version',
        data: { supported: [revision], requested: request.params['protocolVersion'] ?? null }
      })
    const isAsked = (area: string) => this.#exchanges.some(({ method }) => method.startsWith(`${area}/`))
    const areas = ['tools', 'resources', 'prompts', 'completion', 'logging'].filter(isAsked)
    const capabilities = areas.map((area) => [area === 'completion' ? 'completions' : area, {}])
    this.#send({
      jsonrpc: '2.0',
      id: request.id,
      result: {
        protocolVersion: revision ?? request.params['protocolVersion'] ?? '2025-06-18',
        capabilities: Object.fromEntries(capabilities) as JsonObject,
        serverInfo: this.#server?.info ?? { name: this.#server?.name ?? 'recording', version: '0' }
      }
    })
  }

  /** A recording of a conversation may have the calls only. */
  #answerTools({ id }: LiveRequest): boolean {
    const calls = this.#exchanges.filter(({ method }) => method === 'tools/call')
    const isListed = this.#exchanges.some(({ method }) => method === 'tools/list')
    const known = this.#server?.tools ?? []
    if (calls.length + known.length === 0 || isListed) return false
    const names = new Set(calls.map(({ params }) => params['name'] ?? null))
    for (const { name } of known) names.delete(name ?? null)
    const others = [...names].map((name) => ({ name, inputSchema: { type: 'object' } }))
    this.#send({ jsonrpc: '2.0', id, result: { tools: [...known, ...others] } })
    return true
  }

  #rememberTask({ params, result }: JsonObject): void {
    const { task } = toFields(result)
    for (const state of [params, result, task].map(toFields))
      if (typeof state['taskId'] === 'string' && typeof state['status'] === 'string')
        this.#tasks.set(state['taskId'], state)
  }

  /** The recorded client polled less often. A task whose result it got is done unless it waits for input. */
  #answerPoll({ id, params: { taskId = null } }: LiveRequest): boolean {
    const created = this.#exchanges
      .map(({ answer }) => toFields(toFields(answer?.['result'])['task']))
      .find((task) => task['taskId'] === taskId)
    const hasResult = this.#exchanges.some(
      ({ method, params, answer }) =>
        method === 'tasks/result' && params['taskId'] === taskId && answer !== null
    )
    const known = this.#tasks.get(taskId) ?? (hasResult ? created : undefined)
    if (known === undefined) return false
    const status = hasResult && known['status'] === 'working' ? 'completed' : known['status']
    this.#send({ jsonrpc: '2.0', id, result: { ...known, status: status ?? null } })
    return true
  }

  #refuse({ id }: LiveRequest, error: JsonObject): void {
    this.#send({ jsonrpc: '2.0', id, error })
  }
}

function describe(method: string, params: JsonObject): string {
  const text = toKey(params)
  const shown = text.length > listedCharacters ? `${text.slice(0, listedCharacters)}…` : text
  return text === '{}' ? method : `${method} ${shown}`
}

/** Null: not an object. */
function parse(line: string): JsonObject | null {
  try {
    return jsonObject.safeParse(JSON.parse(line)).data ?? null
  } catch {
    return null // not JSON
  }
}

function toText(id: JsonValue): string {
  return JSON.stringify(id)
}
