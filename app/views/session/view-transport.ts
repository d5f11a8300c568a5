/**
 * The transport between the frame of a view and `AppBridge`, which checks no order. It delivers what the state allows,
 * and answers or drops everything else. Nothing is written to the console.
 * @spec 2026-01-26 apps#lifecycle
 */
import { ProtocolErrorCode } from '@modelcontextprotocol/client'
import type {
  JSONRPCMessage,
  JSONRPCNotification,
  JSONRPCRequest,
  RequestId,
  Transport
} from '@modelcontextprotocol/client'
import { cutText } from '../../base/cut-text'
import { visibleText } from '../../base/visible-text'
import type { ViewSessionOptions } from '../interface'
import { createFloodCounter } from './flood-counter'
import { parseViewMessage } from './parse-message'
import type { ParsedViewMessage } from './parse-message'

export interface ViewTransportOptions extends Pick<ViewSessionOptions, 'send' | 'log' | 'trace' | 'now'> {
  /** The handshake is complete. */
  readonly onInitialized: () => void
  /** The view broke a limit. Nothing more of it is read. */
  readonly onLimit: (reason: 'flooded' | 'too-large') => void
}

/** Requests of a view that wait for an answer. */
const mostOpenRequests = 100

export class ViewTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void

  readonly #options: ViewTransportOptions
  readonly #isFlooding: (characters: number) => boolean
  readonly #received = new Set<RequestId>()
  readonly #sent = new Set<RequestId>()
  /** What came before the bridge has read the end of the handshake: it would write a warning to the console. */
  #held: JSONRPCMessage[] | null = null
  #initializeId: RequestId | null = null
  /** `initializing`: from the request of the view until its notification. */
  #phase: 'loading' | 'initializing' | 'ready' | 'closed' = 'loading'

  constructor(options: ViewTransportOptions) {
    this.#options = options
    this.#isFlooding = createFloodCounter(options.now)
  }

  get phase(): 'loading' | 'initializing' | 'ready' | 'closed' {
    return this.#phase
  }

  start(): Promise<void> {
    return Promise.resolve()
  }

  close(): Promise<void> {
    if (this.#phase !== 'closed') {
      this.#phase = 'closed'
      this.onclose?.()
    }
    return Promise.resolve()
  }

  /** Answers are always sent; before the handshake nothing else is. */
  send(message: JSONRPCMessage): Promise<void> {
    if (this.#phase === 'closed') return Promise.resolve()
    if ('method' in message) {
      if (this.#phase !== 'ready') return Promise.resolve()
      if ('id' in message) this.#sent.add(message.id)
    } else if (message.id !== undefined) {
      this.#received.delete(message.id)
      if (this.#phase === 'initializing' && 'error' in message && message.id === this.#initializeId)
        this.#phase = 'loading'
    }
    this.#send(message)
    return Promise.resolve()
  }

  /** To be called when the bridge has read the end of the handshake. */
  release(): void {
    const held = this.#held ?? []
    this.#held = null
    for (const message of held) this.#deliver(message)
  }

  receive(text: string): void {
    if (this.#phase === 'closed') return
    if (this.#isFlooding(text.length)) {
      this.#options.onLimit('flooded')
      return
    }
    this.#options.trace?.message('in', text)
    this.#pass(parseViewMessage(text))
  }

  #send(message: JSONRPCMessage): void {
    const { send, trace } = this.#options
    trace?.message('out', JSON.stringify(message))
    send(message)
  }

  #pass(message: ParsedViewMessage): void {
    switch (message.type) {
      case 'refused':
        if (message.reason === 'too-large') this.#options.onLimit('too-large')
        else this.#refuse(`a message: ${message.reason}`)
        break
      case 'request':
        this.#passRequest(message.message)
        break
      case 'notification':
        this.#passNotification(message.message)
        break
      case 'response':
        if (this.#sent.delete(message.message.id ?? '')) this.#deliver(message.message)
        else this.#refuse('an answer without a request')
    }
  }

  #passRequest(request: JSONRPCRequest): void {
    const { id, method } = request
    const problem = this.#findProblem(request)
    if (problem !== null) {
      this.#refuse(`${method}: ${problem}`)
      this.#send({
        jsonrpc: '2.0',
        id,
        error: { code: ProtocolErrorCode.InvalidRequest, message: problem }
      })
      return
    }
    if (method === 'ui/initialize') {
      this.#phase = 'initializing'
      this.#initializeId = id
    }
    this.#received.add(id)
    this.#deliver(request)
  }

  #findProblem({ id, method }: JSONRPCRequest): string | null {
    if (this.#received.has(id)) return 'A request with this id is still open'
    if (this.#received.size >= mostOpenRequests) return 'Too many requests are open'
    if (method === 'ping') return null
    if (method === 'ui/initialize')
      return this.#phase === 'loading' ? null : 'The view is already initialized'
    return this.#phase === 'ready' ? null : 'The view has to send ui/notifications/initialized first'
  }

  #passNotification(notification: JSONRPCNotification): void {
    const { method } = notification
    if (method === 'ui/notifications/initialized') this.#completeHandshake()
    else if (this.#phase !== 'ready') this.#refuse(`${method}: the view isn't initialized`)
    // Parley's own page is the proxy, and Parley asks for no progress.
    else if (method.startsWith('ui/notifications/sandbox-') || method === 'notifications/progress')
      this.#refuse(`${method}: not for views`)
    else {
      // The bridge sends no answer to a cancelled request.
      const { requestId } = notification.params ?? {}
      if (method === 'notifications/cancelled' && isRequestId(requestId)) this.#received.delete(requestId)
      this.#deliver(notification)
    }
  }

  /** Not while the answer to `ui/initialize` is missing. */
  #completeHandshake(): void {
    const method = 'ui/notifications/initialized'
    const isExpected = this.#phase === 'initializing' && !this.#received.has(this.#initializeId ?? '')
    if (!isExpected) return this.#refuse(`${method}: not expected now`)
    this.#phase = 'ready'
    this.#held = []
    this.onmessage?.({ jsonrpc: '2.0', method })
    this.#options.onInitialized()
  }

  #deliver(message: JSONRPCMessage): void {
    if (this.#held !== null) this.#held.push(message)
    else if (this.#phase !== 'closed') this.onmessage?.(message)
  }

  #refuse(what: string): void {
    const { log, trace } = this.#options
    trace?.refused(visibleText(cutText(what, 200)))
    log('warn', `Refused ${visibleText(cutText(what, 200))}`)
  }
}

function isRequestId(id: unknown): id is RequestId {
  return typeof id === 'string' || typeof id === 'number'
}
