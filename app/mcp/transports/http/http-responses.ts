/**
 * Reads what a server answers over Streamable HTTP, instead of the client library: single messages and batches, as JSON
 * or as events, across broken streams. The library gets an empty stream that ends when nothing more will arrive. The
 * library sends requests, adds headers and keeps the session id.
 *
 * @spec 2025-11-25 basic/transports#streamable-http
 */
import { canParseUrl } from '../../../base/can-parse-url'
import { HostError } from '../../../base/host-error'
import { readAnswerBody, readTitle } from './answer-body'
import { followResumableStream } from './resumable-stream'
import type { ResumableStream, Reopened } from './resumable-stream'
import { isBreak, sayPage } from './http-failures'
import { endedStream, mediaType, readOutgoing, emptyStreamUntil, withBytes } from './http-messages'
import type { RequestId } from './http-messages'
import { fetchWithRetry } from './http-retry'
import { IncomingMessages } from '../incoming'
import { isJsonFields } from '../../protocol/json-fields'
import type { Fetch } from './no-timeout-fetch'
import { toErrorText } from '../../protocol/error-text'
import { escapeBytes } from '../../protocol/escape-bytes'
import type { LogServerLine } from '../../protocol/wire-log'
import { say } from '../../../texts/render-localized'

export interface HttpResponsesOptions {
  readonly fetch: Fetch
  /** Called with every message of the server. */
  readonly deliver: (message: object) => void
  /** The server doesn't know the session of a stream that should be resumed. */
  readonly onSessionLost: (sessionId: string) => void
  readonly log: LogServerLine
  readonly now: () => number
  /** Fires at the end of the connection. */
  readonly signal: AbortSignal
}

interface Exchange {
  readonly url: string | URL
  readonly init: RequestInit
}

const eventStream = 'text/event-stream'
const handshakes: ReadonlySet<string> = new Set(['initialize', 'server/discover'])
/** Visible ASCII, up to a reasonable length of a header. */
const decentSession = /^[\x21-\x7e]{1,4096}$/

export class HttpResponses {
  readonly #options: HttpResponsesOptions
  readonly #answers: IncomingMessages
  readonly #events: IncomingMessages
  /** Requests without an answer so far; aborted when a request is cancelled. */
  readonly #open = new Map<RequestId, AbortController>()
  #listening = new AbortController()

  constructor(options: HttpResponsesOptions) {
    this.#options = options
    this.#answers = new IncomingMessages(options.log, 'sent an answer')
    this.#events = new IncomingMessages(options.log, 'sent an event')
  }

  setProtocolVersion(version: string): void {
    this.#answers.protocolVersion = version
    this.#events.protocolVersion = version
  }

  /** Replaces `fetch` in the client library's transport. */
  readonly fetch: Fetch = async (url, init = {}) => {
    const exchange = { url, init }
    if (init.method === 'GET') return await this.#listen(exchange)
    const { method, id, cancelledId } = readOutgoing(init.body)
    if (cancelledId !== null) this.#open.get(cancelledId)?.abort()
    if (method !== null && id !== null) return await this.#request(exchange, method, id)
    return await this.#reportRefusal(await this.#send(exchange, true, null))
  }

  async #request(exchange: Exchange, method: string, id: RequestId): Promise<Response> {
    const givenUp = new AbortController()
    this.#open.set(id, givenUp)
    let following: Promise<void> = Promise.resolve()
    try {
      const response = await this.#send(exchange, method !== 'tools/call', givenUp.signal)
      if (!response.ok) return await this.#reportRefusal(response)
      if (method === 'initialize') requireDecentSession(response)
      if (response.status === 202) return await refuseSilence(response)
      const answer = await readAnswerBody(response)
      if (answer.kind === 'json') return this.#readAnswer(response, answer.bytes, id)
      if (answer.kind !== 'events') return this.#reportType(response, answer)
      following = this.#followAnswer(answer.body, exchange, { id, givenUp: givenUp.signal })
      return emptyStreamUntil(response, following)
    } catch (error) {
      // Before the server has answered at all, the connection itself fails.
      if (handshakes.has(method) || !isBreak(error)) throw error
      this.#options.log(
        'life',
        'warning',
        `The connection broke before ${method} was answered: ${toErrorText(error)}`
      )
      return endedStream()
    } finally {
      void following.then(() => this.#open.delete(id)) // never rejects
    }
  }

  #send({ url, init }: Exchange, isRepeatable: boolean, givenUp: AbortSignal | null): Promise<Response> {
    const { fetch, log, now } = this.#options
    return fetchWithRetry(() => fetch(url, init), {
      isRepeatable,
      signal: this.#endOf(init, givenUp),
      now,
      onWait: (status, waitMs) =>
        log('life', 'notice', `The server answered with HTTP ${status}; tried again in ${waitMs / 1_000} s.`),
      onBreak: (error) => log('life', 'notice', `The connection broke; tried again: ${toErrorText(error)}`)
    })
  }

  #readAnswer(response: Response, bytes: Buffer, id: RequestId): Response {
    const messages = this.#answers.read({ text: new TextDecoder().decode(bytes), bytes })
    if (messages.length === 0) throw new SyntaxError('The server sent an answer that is not JSON-RPC.')
    const isAnswered = messages.some((message) => isAnswerTo(message, id))
    for (const message of messages)
      this.#options.deliver(isAnswered || !isErrorToNothing(message) ? message : this.#adopt(message, id))
    return emptyStreamUntil(response, Promise.resolve())
  }

  /** An error without an id belongs to the request that it answers. */
  #adopt(message: object, id: RequestId): object {
    const text = escapeBytes(JSON.stringify(message))
    this.#options.log('life', 'warning', `The server sent an error that belongs to no request: ${text}`)
    return { ...message, id }
  }

  /** Delivers the answer, and the messages before it. */
  #followAnswer(
    body: ReadableStream<Uint8Array>,
    exchange: Exchange,
    { id, givenUp }: { readonly id: RequestId; readonly givenUp: AbortSignal }
  ): Promise<void> {
    let isAnswered = false
    let orphan: object | null = null
    const onMessage = (message: object) => {
      if (isAnswerTo(message, id)) isAnswered = true
      if (isErrorToNothing(message)) orphan = message
    }
    const end = () => {
      if (!isAnswered && orphan !== null) this.#options.deliver({ ...orphan, id })
    }
    // The newest revision has no event ids: a broken stream loses its request.
    const isStateless = new Headers(exchange.init.headers).has('mcp-method')
    return followResumableStream(
      { body },
      {
        ...this.#streamOf(exchange, onMessage),
        isDone: () => isAnswered,
        isReopened: isStateless ? 'never' : 'marked',
        signal: this.#endOf(exchange.init, givenUp)
      }
    ).then(end)
  }

  /** The stream for the server's own messages. A new one replaces the last. */
  async #listen(exchange: Exchange): Promise<Response> {
    this.#listening.abort()
    const { signal: replaced } = (this.#listening = new AbortController())
    const stream: ResumableStream = {
      ...this.#streamOf(exchange, () => {}),
      isDone: () => false,
      isReopened: 'always',
      signal: this.#endOf(exchange.init, replaced)
    }
    const response = await this.#options.fetch(exchange.url, exchange.init)
    const isStream = response.ok && mediaType(response) === eventStream && response.body !== null
    if (!isStream && !isTrouble(response.status)) return response
    if (!isStream) await response.body?.cancel()
    const first: Reopened = isStream && response.body !== null ? { body: response.body } : 'failed'
    void followResumableStream(first, stream) // never rejects
    // If it ended earlier, the library would open another one.
    return emptyStreamUntil(response, whenAborted(exchange.init.signal ?? this.#options.signal))
  }

  #streamOf(exchange: Exchange, onMessage: (message: object) => void) {
    const { deliver, log } = this.#options
    return {
      reopen: (lastEventId: string | null) => this.#reopen(exchange, lastEventId),
      onEvent: ({ event, data }: { readonly event?: string | undefined; readonly data: string }) => {
        if (data === '' || (event !== undefined && event !== 'message')) return
        for (const message of this.#events.read({ text: data })) {
          onMessage(message)
          deliver(message)
        }
      },
      onInvalidText: (bytes: Buffer) =>
        log('life', 'warning', `The server sent events that are not valid UTF-8: ${escapeBytes(bytes)}`)
    }
  }

  async #reopen({ url, init }: Exchange, lastEventId: string | null): Promise<Reopened> {
    const headers = new Headers(init.headers)
    headers.delete('content-type')
    headers.set('accept', eventStream)
    if (lastEventId !== null) headers.set('last-event-id', lastEventId)
    const signal = this.#endOf(init, null)
    const request: RequestInit = { ...init, method: 'GET', body: null, headers, redirect: 'manual', signal }
    const response = await this.#options.fetch(url, request).catch(() => null)
    if (response === null) return 'failed'
    if (response.ok && mediaType(response) === eventStream && response.body !== null)
      return { body: response.body }
    await response.body?.cancel()
    const sessionId = headers.get('mcp-session-id')
    if (response.status === 404 && sessionId !== null) this.#options.onSessionLost(sessionId)
    return isTrouble(response.status) ? 'failed' : 'gone'
  }

  /** An error without an id belongs to the connection, and the library would drop its message. */
  async #reportRefusal(response: Response): Promise<Response> {
    if (response.ok) return response
    const bytes = Buffer.from(await response.arrayBuffer())
    if (isErrorWithoutId(bytes)) {
      const text = `The server refused with HTTP ${response.status}: ${escapeBytes(bytes)}`
      this.#options.log('life', 'warning', text)
    }
    return withBytes(response, bytes)
  }

  #reportType(
    response: Response,
    { kind, bytes }: { readonly kind: 'page' | 'other'; readonly bytes: Buffer }
  ): Response {
    const type = response.headers.get('content-type') ?? 'no type'
    const text = `The server sent an answer of a wrong type (${escapeBytes(type)}): ${escapeBytes(bytes)}`
    this.#options.log('life', 'warning', text)
    if (kind === 'page') throw answeredWithPage(response.url, bytes)
    return withBytes(response, bytes)
  }

  #endOf({ signal }: RequestInit, more: AbortSignal | null): AbortSignal {
    return AbortSignal.any([this.#options.signal, signal, more].filter((each) => each != null))
  }
}

/** @spec 2025-11-25 basic/transports#session-management */
function requireDecentSession(response: Response): void {
  const sessionId = response.headers.get('mcp-session-id')
  // An empty id counts as none.
  if (sessionId === null || sessionId === '' || decentSession.test(sessionId)) return
  throw new HostError('SERVER_PROTOCOL', say('mcp.sessionIdOdd', { id: escapeBytes(sessionId) }))
}

function isAnswerTo(message: object, id: RequestId): boolean {
  if ('method' in message || !('id' in message)) return false
  const { id: named } = message
  return named === id || (typeof named === 'string' && named === String(id))
}

function isErrorToNothing(message: object): boolean {
  const { id, error } = message as { readonly id?: unknown; readonly error?: unknown }
  return !('method' in message) && (id ?? null) === null && (error ?? null) !== null
}

function answeredWithPage(url: string, bytes: Buffer): HostError {
  const title = readTitle(bytes.toString('utf8', 0, 20_000))
  const host = canParseUrl(url) ? new URL(url).host : ''
  return new HostError('SERVER_UNREACHABLE', sayPage(host, title))
}

function isTrouble(status: number): boolean {
  return status === 429 || status >= 500
}

/**
 * Status 202 means that nothing more will arrive, which is no answer to a request. The request fails at once and not at
 * its time limit. @spec 2025-11-25 basic/transports#sending-messages-to-the-server
 */
async function refuseSilence(response: Response): Promise<never> {
  await response.body?.cancel()
  throw new Error('The server took a request with status 202, which means that no answer will come.')
}

function isErrorWithoutId(bytes: Buffer): boolean {
  try {
    const body: unknown = JSON.parse(bytes.toString('utf8'))
    return isJsonFields(body) && isJsonFields(body['error']) && (body['id'] ?? null) === null
  } catch {
    return false
  }
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
