/**
 * Keeps a connection over the loss of its session: when the server no longer knows it, a new one is begun with the
 * same words, and the message that was refused, and so was not acted on, is sent again. What stood in the session
 * (subscriptions, the log level) is put back by who hears `onRenewed`. A server that comes back as another one, or
 * forgets again at once, has to be connected anew.
 *
 * @spec 2025-11-25 basic/transports#session-management
 */
import { SdkHttpError } from '@modelcontextprotocol/client'
import type {
  JSONRPCMessage,
  JSONRPCRequest,
  Transport,
  TransportSendOptions
} from '@modelcontextprotocol/client'
import { HostError } from '../../base/host-error'
import { untilAborted } from '../../base/until-aborted'
import type { TolerantTransport } from './tolerant-transport'
import { isFields } from '../protocol/json-fields'
import type { LogServerLine } from '../protocol/server-log'
import type { Said } from '../../contract/said'
import { say } from '../../texts/said'

/** For the new handshake. */
const timeoutMs = 30_000
/** Renewals within a minute; a server that forgets more often is not worth it. */
const limit = { count: 5, withinMs: 60_000 }

export interface RenewingOptions {
  readonly log: LogServerLine
  /** The end of the connection. */
  readonly signal: AbortSignal
}

export class RenewingTransport implements Transport {
  onmessage?: Transport['onmessage']
  onclose?: (() => void) | undefined
  onerror?: ((error: Error) => void) | undefined
  /** A new session stands. */
  onRenewed: () => void = () => {}
  /** No new session could be begun. */
  onFailed: (reason: Said) => void = () => {}
  readonly #inner: TolerantTransport
  readonly #options: RenewingOptions
  #first: { readonly request: JSONRPCRequest; answer: unknown } | null = null
  /** The handshake of a renewal that is under way. */
  #waiting: { readonly id: string; readonly take: (answer: JSONRPCMessage) => void } | null = null
  #renewing: Promise<void> | null = null
  readonly #renewedAt: number[] = []
  #count = 0

  constructor(inner: TolerantTransport, options: RenewingOptions) {
    this.#inner = inner
    this.#options = options
    inner.onclose = () => this.onclose?.()
    inner.onerror = (error) => this.onerror?.(error)
    inner.onmessage = (message, extra) => {
      if (!this.#takeHandshake(message)) this.onmessage?.(message, extra)
    }
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId
  }

  get hasPerRequestStream(): boolean {
    return this.#inner.hasPerRequestStream
  }

  start(): Promise<void> {
    return this.#inner.start()
  }

  close(): Promise<void> {
    return this.#inner.close()
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion(version)
  }

  async send(message: JSONRPCMessage, options: TransportSendOptions = {}): Promise<void> {
    if (isInitialize(message)) this.#first = { request: message, answer: null }
    await this.#renewing
    const session = this.sessionId
    try {
      await this.#inner.send(message, options)
    } catch (error) {
      if (session === undefined || !isSessionLoss(error)) throw error
      await this.#leave(session)
      if (isWorthRepeating(message)) await this.#inner.send(message, options)
    }
  }

  /** The server does not know the session, which something else than a message has told. */
  noticeLoss(session: string): void {
    void this.#leave(session).catch(() => {}) // `onFailed` says it
  }

  /** @throws HostError SERVER_RESTARTED when there will be no other session */
  async #leave(session: string): Promise<void> {
    if (this.sessionId !== session) return void (await this.#renewing)
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = null
    })
    await this.#renewing
  }

  async #renew(): Promise<void> {
    try {
      this.#countRenewal()
      await this.#shakeHands()
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error)
      const said = say('mcp.sessionLost', { reason: error instanceof HostError ? error.said : words })
      this.onFailed(said)
      throw new HostError('SERVER_RESTARTED', said, { cause: error })
    }
    const text =
      'The server had forgotten the session, so a new one was begun. What ran in the old one is lost.'
    this.#options.log('life', 'notice', text)
    this.onRenewed()
  }

  #countRenewal(): void {
    const now = performance.now()
    this.#renewedAt.push(now)
    const recent = this.#renewedAt.filter((at) => now - at < limit.withinMs)
    if (recent.length > limit.count) throw new HostError('SERVER_RESTARTED', say('mcp.sessionsForgotten'))
  }

  async #shakeHands(): Promise<void> {
    const first = this.#first
    if (first === null) throw new HostError('SERVER_RESTARTED', say('mcp.sessionNotBegun'))
    this.#count += 1
    const id = `renewal-${this.#count}`
    const answered = new Promise<JSONRPCMessage>((take) => {
      this.#waiting = { id, take }
    })
    const signal = AbortSignal.any([this.#options.signal, AbortSignal.timeout(timeoutMs)])
    await this.#inner.send({ ...first.request, id })
    const answer = resultOf(await untilAborted(answered, signal))
    if (!isSameServer(first.answer, answer))
      throw new HostError('SERVER_RESTARTED', say('mcp.sessionDiffers'))
    await this.#inner.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
  }

  /** Whether the message belongs to a handshake of ours. */
  #takeHandshake(message: JSONRPCMessage): boolean {
    if ('method' in message) return false
    if (this.#first !== null && message.id === this.#first.request.id) {
      this.#first.answer = resultOf(message)
      return false
    }
    if (this.#waiting === null || message.id !== this.#waiting.id) return false
    this.#waiting.take(message)
    this.#waiting = null
    return true
  }
}

function isInitialize(message: JSONRPCMessage): message is JSONRPCRequest {
  return 'method' in message && 'id' in message && message.method === 'initialize'
}

/**
 * Status 404 says it. Servers that keep their sessions in memory answer with 400 after a restart, and nothing but
 * their words tells that from another bad request: a session is begun once in vain where they mean something else.
 */
function isSessionLoss(error: unknown): boolean {
  if (!(error instanceof SdkHttpError)) return false
  const { text } = error.data as { readonly text?: unknown }
  return error.status === 404 || (error.status === 400 && typeof text === 'string' && /session/i.test(text))
}

/** Answers and cancellations mean something in their own session only. */
function isWorthRepeating(message: JSONRPCMessage): boolean {
  return 'method' in message && message.method !== 'notifications/cancelled'
}

function resultOf(message: JSONRPCMessage): unknown {
  return 'result' in message ? message.result : null
}

function isSameServer(first: unknown, second: unknown): boolean {
  if (!isFields(first) || !isFields(second)) return false
  const mark = ({ protocolVersion, capabilities }: Readonly<Record<string, unknown>>) =>
    JSON.stringify([protocolVersion, capabilities])
  return mark(first) === mark(second)
}
