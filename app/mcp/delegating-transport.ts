/**
 * Stands between the client library and either transport, and mends what the library can not be told:
 * - a response is delivered one microtask late, so that progress which came with it is heard first;
 * - a request whose stream ends without an answer fails at once and not at its time limit;
 * - results of lists, tool calls and readings pass the library's strict schemas wrapped, so that one odd entry or
 *   block does not cost the rest; `unwrapResult` gives them back as the server sent them;
 * - a message that nests too deeply to be copied or written again is refused, and numbers that are none are null;
 * - what a server says unasked is cut to a rate, so that a flood does not drown its answers.
 * One tap hears every message both ways.
 */
import type { JSONRPCMessage, Transport, TransportSendOptions } from '@modelcontextprotocol/client'
import { createAllowance, unaskedLimits } from './allowance'
import { isDeeperThan } from './json-depth'
import { dropEndlessNumbers } from './json-numbers'

export type MessageTap = (direction: 'in' | 'out', message: JSONRPCMessage) => void

/** Structured clone fails near 3,000 levels. */
const depthLimit = 1_000
const rawResult = 'parley/raw-result'
const wrappedMethods: ReadonlySet<string> = new Set([
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete'
])
/** What the library's schemas ask for in the results of these methods, all at once. */
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

/** `data` of the error that stands for an answer which never came, told apart by identity. */
export const lostAnswer: Readonly<Record<string, string>> = Object.freeze({ reason: 'lost answer' })

type RequestId = string | number
type Extra = Parameters<NonNullable<Transport['onmessage']>>[1]
/** An answer before anybody has looked whether it has the right form. */
interface Answer {
  readonly jsonrpc: '2.0'
  readonly id: RequestId
  readonly result?: unknown
  readonly error?: unknown
}

export class DelegatingTransport implements Transport {
  onmessage?: Transport['onmessage']
  onclose?: (() => void) | undefined
  onerror?: ((error: Error) => void) | undefined
  readonly #inner: Transport
  readonly #tap: MessageTap | undefined
  /** Methods of the requests that wait for an answer. */
  readonly #open = new Map<RequestId, string>()

  readonly #isAllowed = createAllowance(unaskedLimits, () => performance.now())

  constructor(inner: Transport, tap?: MessageTap) {
    this.#inner = inner
    this.#tap = tap
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

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion?.(version)
  }

  async send(message: JSONRPCMessage, options: TransportSendOptions = {}): Promise<void> {
    this.#tap?.('out', message)
    if (!('method' in message) || !('id' in message)) {
      this.#forgetCancelled(message)
      return await this.#inner.send(message, options)
    }
    const { id } = message
    this.#open.set(id, message.method)
    options.requestSignal?.addEventListener('abort', () => this.#open.delete(id), { once: true })
    const onRequestStreamEnd = () => {
      options.onRequestStreamEnd?.()
      if (this.#open.delete(id) && options.onRequestStreamEnd === undefined) this.#failLost(id)
    }
    await this.#inner.send(message, { ...options, onRequestStreamEnd })
  }

  #receive(message: JSONRPCMessage, extra: Extra): void {
    dropEndlessNumbers(message)
    this.#tap?.('in', message)
    if (isAnswer(message)) return this.#receiveAnswer(message, extra)
    if (this.#isAllowed() && !isDeeperThan(message, depthLimit)) this.onmessage?.(message, extra)
  }

  #receiveAnswer(answer: Answer, extra: Extra): void {
    const method = this.#open.get(answer.id)
    this.#open.delete(answer.id)
    const mended = method === undefined ? toMessage(answer) : mendAnswer(answer, method)
    queueMicrotask(() => this.onmessage?.(mended, extra))
  }

  /** The answer to a request that we cancelled may never come. */
  #forgetCancelled(message: JSONRPCMessage): void {
    if (!('method' in message) || message.method !== 'notifications/cancelled') return
    this.#open.delete((message.params as { requestId: RequestId }).requestId)
  }

  #failLost(id: RequestId): void {
    const message = 'The response stream ended without a response'
    const error = { code: -32_000, message, data: lostAnswer }
    queueMicrotask(() => this.onmessage?.({ jsonrpc: '2.0', id, error }))
  }
}

function isAnswer(message: JSONRPCMessage | Answer): message is Answer {
  const { id } = message as Partial<Answer>
  return !('method' in message) && (typeof id === 'string' || typeof id === 'number')
}

function toMessage(answer: Answer): JSONRPCMessage {
  return answer as unknown as JSONRPCMessage
}

/** An answer that can be handed to the library; wrapped results are read with care and may be of any depth. */
function mendAnswer(answer: Answer, method: string): JSONRPCMessage {
  const isWrapped = wrappedMethods.has(method) && 'result' in answer && !isError(answer.error)
  const mended = isWrapped ? wrapResult(answer) : answer
  if (mended === answer && isDeeperThan(answer, depthLimit)) {
    return refuse(answer, `The answer nests more than ${depthLimit} levels deep`)
  }
  if (isError(mended.error) || (typeof mended.result === 'object' && mended.result !== null))
    return toMessage(mended)
  return refuse(answer, 'The answer holds neither a result nor an error')
}

function refuse({ id }: Answer, message: string): JSONRPCMessage {
  return { jsonrpc: '2.0', id, error: { code: -32_603, message } }
}

function isError(value: unknown): boolean {
  const error = value as { code?: unknown; message?: unknown } | null | undefined
  return typeof error?.code === 'number' && typeof error.message === 'string'
}

/** Results of another `resultType` (a question to us, a task) keep their form: the library deals with them. */
function wrapResult(answer: Answer): Answer {
  const raw = answer.result
  const resultType = (raw as { resultType?: unknown } | null)?.resultType
  if (resultType !== undefined && resultType !== 'complete') return answer
  return { jsonrpc: '2.0', id: answer.id, result: { ...frame, _meta: { [rawResult]: raw } } }
}

/** What the server sent as the result of one of the wrapped methods. */
export function unwrapResult(result: unknown): unknown {
  const meta = (result as { _meta?: Record<string, unknown> } | null)?._meta
  return meta !== undefined && Object.hasOwn(meta, rawResult) ? meta[rawResult] : result
}
