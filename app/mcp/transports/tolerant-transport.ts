/**
 * Wraps any transport and handles what the client library can't:
 * - a response is delivered one microtask late, so that progress that arrived with it is reported first;
 * - a request whose stream ends without an answer fails at once and not at its time limit;
 * - results of lists, tool calls and reads pass the library's strict schemas wrapped, so that one invalid entry or
 * block doesn't fail the rest; `unwrapResult` returns the original;
 * - a message that nests too deeply to be copied or serialized is refused, and numbers out of range become null;
 * - malformed messages, and answers to no open request, are dropped.
 *
 * Answers to messages that the user wrote don't reach the library. Unsolicited messages pass `unsolicited-messages.ts` first. One tap gets every message in both directions, with its
 * problem.
 */
import { LOG_LEVEL_META_KEY, ProtocolError } from '@modelcontextprotocol/client'
import type {
  JSONRPCMessage,
  JSONRPCNotification,
  Transport,
  TransportSendOptions
} from '@modelcontextprotocol/client'
import type { LogLevel } from '../../contract/servers'
import { LateMessages } from './late-messages'
import { checkJsonRpcMessage, dropNonFiniteNumbers, isError } from './json-rpc-message'
import { isDeeperThan } from '../protocol/json-depth'
import { normalizeNotification, normalizeResult } from './normalize-result'
import { PendingRequests } from './pending-requests'
import type { RequestState } from './pending-requests'
import { statelessRevision } from '../protocol/revisions'
import type { LogServerLine } from '../protocol/wire-log'
import type { WrittenMessage } from '../interface'
import { HostError } from '../../base/host-error'
import { untilAborted } from '../../base/until-aborted'
import { say } from '../../texts/render-localized'
import { IdTaken, WrittenRequests } from './written-requests'
import { createUnsolicitedFilter } from './unsolicited-messages'

/** `oddity`: what is wrong with a received message, a clause after "The server"; null if nothing. */
export type MessageTap = (direction: 'in' | 'out', message: JSONRPCMessage, oddity: string | null) => void

/** Structured clone fails near 3,000 levels. */
const depthLimit = 1_000
const rawResult = 'parley/raw-result'
const wrappedMethods: ReadonlySet<string> = new Set([
  'tools/list',
  'tools/call',
  'tasks/get',
  'tasks/result',
  'tasks/update',
  'tasks/cancel',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete'
])
/** The members that the library's schemas require in the results of these methods, combined. */
const frame = {
  resultType: 'complete',
  content: [],
  tools: [],
  resources: [],
  resourceTemplates: [],
  contents: [],
  prompts: [],
  messages: [],
  completion: { values: [] },
  ttlMs: 0,
  cacheScope: 'private'
}

/** `data` of the error for an answer that never arrived, identified by identity. */
const lostAnswer: Readonly<Record<string, string>> = Object.freeze({ reason: 'lost answer' })

/** True if a request failed because its answer never arrived, or incompletely. */
export function isLostAnswer(error: unknown): boolean {
  return error instanceof ProtocolError && error.data === lostAnswer
}

/** An answer to a request that was given up is normal: the server sent it before it got the cancellation. */
const strayAnswers: Readonly<Partial<Record<RequestState, string>>> = {
  answered: 'answered twice; the first answer counts',
  unknown: 'answered a request that was never sent'
}

interface Route {
  readonly oddity: string | null
  readonly deliver: () => void
}
const dropped: Route = { oddity: null, deliver: () => {} }

type RequestId = string | number
type Extra = Parameters<NonNullable<Transport['onmessage']>>[1]
/** An answer with unchecked form. */
interface Answer {
  readonly jsonrpc: '2.0'
  readonly id: RequestId
  readonly result?: unknown
  readonly error?: unknown
}

export interface TolerantOptions {
  readonly log: LogServerLine
  readonly tap: MessageTap
}

export class TolerantTransport implements Transport {
  /** Messages for calls outside of their requests. */
  readonly lateMessages = new LateMessages(() => performance.now())
  onmessage?: Transport['onmessage']
  onclose?: (() => void) | undefined
  onerror?: ((error: Error) => void) | undefined
  readonly #inner: Transport
  readonly #options: TolerantOptions
  readonly #pending = new PendingRequests()
  readonly #written = new WrittenRequests()
  readonly #isForLibrary: (message: JSONRPCMessage) => boolean
  #protocolVersion: string | null = null
  #lastHeardAt = performance.now()
  #logLevel: LogLevel | null = null

  constructor(inner: Transport, options: TolerantOptions) {
    this.#inner = inner
    this.#options = options
    this.#isForLibrary = createUnsolicitedFilter({
      log: options.log,
      isStateless: () => this.#isStateless,
      reply: (answer) => this.#reply(answer)
    })
    inner.onclose = () => this.onclose?.()
    inner.onerror = (error) => this.onerror?.(error)
    inner.onmessage = (message, extra) => this.#receive(message, extra)
    if ('pid' in inner) Object.defineProperties(this, { pid: { value: null }, stderr: { value: null } })
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId
  }

  get hasPerRequestStream(): boolean {
    return this.#inner.hasPerRequestStream === true
  }

  start(): Promise<void> {
    return this.#inner.start()
  }

  close(): Promise<void> {
    return this.#inner.close()
  }

  /** Time of the last received message, in milliseconds of `performance.now()`. */
  get lastHeardAt(): number {
    return this.#lastHeardAt
  }

  get #isStateless(): boolean {
    return this.#protocolVersion === statelessRevision
  }

  /** Adds the log level to every request; only in the newest revision. */
  askForLogs(level: LogLevel | null): void {
    this.#logLevel = level
  }

  setProtocolVersion(version: string): void {
    this.#protocolVersion = version
    this.#inner.setProtocolVersion?.(version)
  }

  async send(marked: JSONRPCMessage, options: TransportSendOptions = {}): Promise<void> {
    const message = this.#addLogLevel(this.lateMessages.send(marked))
    this.#written.noteSent(message)
    this.#options.tap('out', message, null)
    if (!('method' in message) || !('id' in message)) {
      this.#forgetCancelled(message)
      return await this.#inner.send(message, options)
    }
    const { id } = message
    this.#pending.open(id, message.method)
    options.requestSignal?.addEventListener('abort', () => this.#giveUp(id), { once: true })
    const onRequestStreamEnd = () => {
      options.onRequestStreamEnd?.()
      if (this.#pending.giveUp(id) && options.onRequestStreamEnd === undefined) this.#failLost(id)
    }
    try {
      await this.#inner.send(message, { ...options, onRequestStreamEnd })
    } catch (error) {
      this.#pending.giveUp(id)
      throw error
    }
  }

  /** A message that the user wrote, with what is added to it. */
  toWritten(message: WrittenMessage): JSONRPCMessage {
    const written = this.#written.write(message, this.#isStateless)
    return message.isCompleted ? this.#addLogLevel(written) : written
  }

  /**
   * Sends a message that the user wrote. The client library doesn't see its answer, which may have any form. Null: it is a
   * notification. @throws HostError REQUEST_REFUSED (its id is in use), the signal's reason, and what the transport throws
   */
  async sendWritten(given: WrittenMessage, signal: AbortSignal): Promise<object | null> {
    const { id, method } = given
    const message = this.toWritten(given)
    if (id === null) {
      this.#options.tap('out', message, null)
      this.#forgetCancelled(message)
      await this.#inner.send(message)
      return null
    }
    if (this.#pending.stateOf(this.#pending.idOf(id)) === 'open')
      throw new HostError('REQUEST_REFUSED', say('mcp.idInUse', { id: JSON.stringify(id) }))
    this.#options.tap('out', message, null)
    this.#pending.open(id, method)
    const answer = this.#written.expect(id)
    // The user may use the id again before the stream of the first request has ended.
    let isOver = false
    const fail = (error: unknown): void => {
      if (!isOver) this.#written.fail(id, error)
    }
    const onRequestStreamEnd = () => {
      if (!isOver) this.#pending.giveUp(id)
      fail(new Error('The response stream ended without a response'))
    }
    this.#inner.send(message, { requestSignal: signal, onRequestStreamEnd }).catch(fail)
    try {
      return await untilAborted(answer, signal)
    } catch (error) {
      fail(error)
      const isOwn = !(error instanceof IdTaken)
      if (isOwn && this.#pending.giveUp(id) && signal.aborted) this.#cancelWritten(id)
      throw error
    } finally {
      isOver = true
    }
  }

  /** Over HTTP, the newest revision cancels a request by closing its stream. */
  #cancelWritten(requestId: RequestId): void {
    if (this.#isStateless && this.hasPerRequestStream) return
    const params = { requestId, reason: 'The user stopped it' }
    const cancellation = { method: 'notifications/cancelled', params, id: null, isCompleted: true }
    const message = this.toWritten(cancellation)
    this.#options.tap('out', message, null)
    void this.#inner.send(message).catch(() => {}) // the connection has ended
  }

  /** @spec 2026-07-28 server/utilities/logging */
  #addLogLevel(message: JSONRPCMessage): JSONRPCMessage {
    if (this.#logLevel === null || !this.#isStateless || !('method' in message) || !('id' in message))
      return message
    const _meta = { ...message.params?._meta, [LOG_LEVEL_META_KEY]: this.#logLevel }
    return { ...message, params: { ...message.params, _meta } }
  }

  /** Over HTTP the newest revision can't carry answers to a server. */
  #reply(answer: JSONRPCMessage): void {
    if (this.#isStateless && this.hasPerRequestStream) return
    void this.send(answer).catch(() => {}) // the connection has ended, which is reported separately
  }

  #receive(received: JSONRPCMessage, extra: Extra): void {
    this.#lastHeardAt = performance.now()
    dropNonFiniteNumbers(received)
    const { message, oddity } = checkJsonRpcMessage(received)
    const route =
      this.#routeWritten(received) ??
      (message === null ? dropped : this.#route(normalizeNotification(message), extra))
    this.#options.tap('in', received, oddity === null ? route.oddity : `sent ${oddity}`)
    route.deliver()
  }

  /** An answer to a message that the user wrote; null: it is none. */
  #routeWritten(received: JSONRPCMessage | Answer): Route | null {
    if (!isAnswer(received)) return null
    const id = this.#pending.idOf(received.id)
    if (!this.#written.has(id)) return null
    this.#pending.answer(id)
    return { oddity: null, deliver: () => this.#written.answer(id, received) }
  }

  /** Where a message goes. The tap gets every message before it is delivered. */
  #route(message: JSONRPCMessage, extra: Extra): Route {
    if (isAnswer(message)) return this.#routeAnswer(message, extra)
    if (isDeeperThan(message, depthLimit))
      return { ...dropped, oddity: 'sent a message that nests too deeply' }
    return {
      oddity: null,
      deliver: () => {
        if (isProgress(message) && this.lateMessages.takeLateProgress(message.params)) return
        if (this.#isForLibrary(message)) this.onmessage?.(message, extra)
      }
    }
  }

  #routeAnswer(given: Answer, extra: Extra): Route {
    const answer = { ...given, id: this.#pending.idOf(given.id) }
    const isLate = this.lateMessages.takeLateAnswer(answer.id, answer.result)
    const state = this.#pending.stateOf(answer.id)
    const method = this.#pending.answer(answer.id)
    if (isLate) return dropped
    if (method === null) return { ...dropped, oddity: strayAnswers[state] ?? null }
    const mended = toReadable(answer, method)
    return { oddity: null, deliver: () => queueMicrotask(() => this.onmessage?.(mended, extra)) }
  }

  /** The answer to a cancelled request may never arrive. */
  #forgetCancelled(message: JSONRPCMessage): void {
    if (!('method' in message) || message.method !== 'notifications/cancelled') return
    this.#pending.giveUp((message.params as { requestId: RequestId }).requestId)
  }

  #giveUp(id: RequestId): void {
    this.#pending.giveUp(id)
    this.lateMessages.giveUp(id)
  }

  #failLost(id: RequestId): void {
    const message = 'The response stream ended without a response'
    const error = { code: -32_000, message, data: lostAnswer }
    queueMicrotask(() => this.onmessage?.({ jsonrpc: '2.0', id, error }))
  }
}

function isProgress(message: JSONRPCMessage): message is JSONRPCNotification {
  return 'method' in message && message.method === 'notifications/progress'
}

function isAnswer(message: JSONRPCMessage | Answer): message is Answer {
  const { id } = message as Partial<Answer>
  return !('method' in message) && (typeof id === 'string' || typeof id === 'number')
}

function toMessage(answer: Answer): JSONRPCMessage {
  return answer as unknown as JSONRPCMessage
}

/** An answer that the library accepts. Wrapped results are checked later and may have any depth. */
function toReadable(answer: Answer, method: string): JSONRPCMessage {
  const isWrapped = wrappedMethods.has(method) && 'result' in answer && !isError(answer.error)
  const isReadBelow = isWrapped && !isQuestion(answer.result)
  if (!isReadBelow && isDeeperThan(answer, depthLimit)) {
    return refuse(answer, `The answer nests more than ${depthLimit} levels deep`)
  }
  const readable = isReadBelow ? wrapResult(answer) : mendAnswer(answer, method)
  if (isError(readable.error) || (typeof readable.result === 'object' && readable.result !== null))
    return toMessage(readable)
  return refuse(answer, 'The answer holds neither a result nor an error')
}

function refuse({ id }: Answer, message: string): JSONRPCMessage {
  return { jsonrpc: '2.0', id, error: { code: -32_603, message } }
}

function mendAnswer(answer: Answer, method: string): Answer {
  return 'result' in answer ? { ...answer, result: normalizeResult(method, answer.result) } : answer
}

/** Stays unwrapped, because the library reads it. A task doesn't, because the library would refuse it as unknown. */
function isQuestion(result: unknown): boolean {
  return (result as { resultType?: unknown } | null)?.resultType === 'input_required'
}

function wrapResult({ id, result }: Answer): Answer {
  return { jsonrpc: '2.0', id, result: { ...frame, _meta: { [rawResult]: result } } }
}

/** The original result of one of the wrapped methods. */
export function unwrapResult(result: unknown): unknown {
  const meta = (result as { _meta?: Record<string, unknown> } | null)?._meta
  return meta !== undefined && Object.hasOwn(meta, rawResult) ? meta[rawResult] : result
}
