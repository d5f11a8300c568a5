/**
 * Stands between the client library and a program that may take long to start. Silence to the question for the newest
 * revision means one of two things: the program does not know the question, or it does not read yet. A ping, which may
 * come before the handshake, tells them apart: a program that answers it has read the question as well. One that is
 * still starting is waited for, so that a slow computer, or a package that has to be fetched first, costs nobody the
 * newest revision. While a question of the program is open, its silence says nothing.
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
/** The part of the patience after which the ping is sent. */
const pingAfter = 0.8
const methodNotFound = -32_601

/** In milliseconds from the question on. */
export interface Patience {
  /** A program that runs, and is silent for so long, does not know the question. */
  readonly runningMs: number
  /** One that answers nothing at all may be one that reads nothing but `initialize`. */
  readonly longestMs: number
}

export class SlowStartTransport implements Transport {
  onmessage?: Transport['onmessage']
  onclose?: (() => void) | undefined
  onerror?: ((error: Error) => void) | undefined
  readonly #inner: TolerantTransport
  readonly #patienceNow: () => Patience
  readonly #unanswered = new Set<RequestId>()
  #question: RequestId | null = null
  #isAgreed = false
  #pinging: NodeJS.Timeout | undefined
  readonly #limit = createPausable(() => this.#giveUp())

  constructor(inner: TolerantTransport, patienceNow: () => Patience) {
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
    // By these the library knows that a program is at the other end, and not a transport of the caller's own.
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

  /** The time until the question counts as unknown stands still until the returned function is called. */
  pause(): () => void {
    return this.#limit.pause()
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    // Later on it is asked as a sign of life, by who has a limit of its own.
    if (!this.#isAgreed && 'id' in message && 'method' in message && message.method === 'server/discover')
      this.#wait(message)
    await this.#inner.send(message, options)
  }

  #wait({ id, params }: JSONRPCRequest): void {
    const { runningMs, longestMs } = this.#patienceNow()
    this.#question = id
    this.#pinging = setTimeout(() => {
      // With the revision that the question names: without it a server of both would take the older one as begun.
      const ping = { jsonrpc: '2.0', id: pingId, method: 'ping', params: { _meta: params?._meta } } as const
      void this.#inner.send(ping).catch(() => {}) // the connection has ended, and that has its own news
    }, runningMs * pingAfter)
    this.#limit.start(longestMs)
  }

  /** Whether a message is for nobody but us. */
  #take(message: JSONRPCMessage): boolean {
    if ('method' in message || message.id === undefined) return false
    if (message.id === pingId) {
      // What is still worked on gets the rest of the time: not every program answers in the order in which it was asked.
      if (this.#question !== null) this.#limit.start(this.#patienceNow().runningMs * (1 - pingAfter))
      return true
    }
    if (message.id === this.#question) this.#settle()
    return this.#unanswered.has(message.id)
  }

  /** To the library it is as if the server had refused the question; an answer that comes after all is for nobody. */
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
