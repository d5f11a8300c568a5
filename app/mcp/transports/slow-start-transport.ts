/**
 * Wraps the transport of a program that may start slowly. If the program doesn't answer `server/discover`, it either
 * doesn't know that method or isn't reading yet. A ping, which is allowed before the handshake, decides: a program that
 * answers it has also read `server/discover`. Parley waits for a program that is still starting, so that slow computers
 * and packages that must be downloaded don't prevent the newest revision. While a question of the program is open, its
 * silence means nothing.
 *
 * @spec 2025-11-25 basic/lifecycle#initialization
 */
import type {
  JSONRPCMessage,
  JSONRPCRequest,
  RequestId,
  Transport,
  TransportSendOptions
} from '@modelcontextprotocol/client'
import { createPausable } from '../../base/pausable'
import type { TolerantTransport } from './tolerant-transport'

const pingId = 'parley-does-it-run'
/** The fraction of the limit after which the ping is sent. */
const pingAfter = 0.8
const methodNotFound = -32_601

/** In milliseconds from `server/discover` on. */
export interface StartLimits {
  /** A running program that is silent for this long doesn't know `server/discover`. */
  readonly runningMs: number
  /** A program that answers nothing at all may only accept `initialize`. */
  readonly longestMs: number
}

export class SlowStartTransport implements Transport {
  onmessage?: Transport['onmessage']
  onclose?: (() => void) | undefined
  onerror?: ((error: Error) => void) | undefined
  readonly #inner: TolerantTransport
  readonly #patienceNow: () => StartLimits
  readonly #unanswered = new Set<RequestId>()
  #question: RequestId | null = null
  #isAgreed = false
  #pinging: NodeJS.Timeout | undefined
  readonly #limit = createPausable(() => this.#giveUp())

  constructor(inner: TolerantTransport, patienceNow: () => StartLimits) {
    this.#inner = inner
    this.#patienceNow = patienceNow
    inner.onclose = () => {
      this.#settle()
      this.onclose?.()
    }
    inner.onerror = (error) => this.onerror?.(error)
    inner.onmessage = (message, extra) => {
      if (!this.#take(message)) this.onmessage?.(message, extra)
    }
    // These properties show the library that the transport leads to a program and is not the caller's own.
    if ('pid' in inner) Object.defineProperties(this, { pid: { value: null }, stderr: { value: null } })
  }

  start(): Promise<void> {
    return this.#inner.start()
  }

  close(): Promise<void> {
    this.#settle()
    return this.#inner.close()
  }

  setProtocolVersion(version: string): void {
    this.#isAgreed = true
    this.#inner.setProtocolVersion(version)
  }

  /** Stops the time limit until the returned function is called. */
  pause(): () => void {
    return this.#limit.pause()
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    // After the handshake it serves as a ping, whose sender has a limit of its own.
    if (!this.#isAgreed && 'id' in message && 'method' in message && message.method === 'server/discover')
      this.#wait(message)
    await this.#inner.send(message, options)
  }

  #wait({ id, params }: JSONRPCRequest): void {
    const { runningMs, longestMs } = this.#patienceNow()
    this.#question = id
    this.#pinging = setTimeout(() => {
      // With the revision of `server/discover`; without it, a server of both eras would take the ping as the start of
      // the older one.
      const ping = { jsonrpc: '2.0', id: pingId, method: 'ping', params: { _meta: params?._meta } } as const
      void this.#inner.send(ping).catch(() => {}) // the connection has ended, which is reported separately
    }, runningMs * pingAfter)
    this.#limit.start(longestMs)
  }

  /** True if the message is for this transport only. */
  #take(message: JSONRPCMessage): boolean {
    if ('method' in message || message.id === undefined) return false
    if (message.id === pingId) {
      // A request in progress gets the rest of the time: not every program answers in the order of the requests.
      if (this.#question !== null) this.#limit.start(this.#patienceNow().runningMs * (1 - pingAfter))
      return true
    }
    if (message.id === this.#question) this.#settle()
    return this.#unanswered.has(message.id)
  }

  /** Reports an error to the library instead of an answer, and ignores a late answer. */
  #giveUp(): void {
    const id = this.#question
    if (id === null) return
    this.#settle()
    this.#unanswered.add(id)
    const error = { code: methodNotFound, message: 'The server left the question unanswered' }
    this.onmessage?.({ jsonrpc: '2.0', id, error })
  }

  #settle(): void {
    this.#question = null
    clearTimeout(this.#pinging)
    this.#limit.end()
  }
}
