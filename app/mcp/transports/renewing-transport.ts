/**
 * Keeps a connection when its session is lost: when the server no longer knows the session, a new one is started with
 * the same handshake, and the message that was denied, and so had no effect, is sent again, once. `onRenewed` restores
 * the state of the session (subscriptions, the log level). A server that returns with other capabilities, or forgets
 * the session again at once, must be connected again.
 *
 * @spec 2025-11-25 basic/transports#session-management
 */
import type {
  JSONRPCMessage,
  JSONRPCRequest,
  Transport,
  TransportSendOptions
} from '@modelcontextprotocol/client'
import { HostError } from '../../base/host-error'
import { untilAborted } from '../../base/until-aborted'
import { lossInError, lossInRefusal } from './session-loss'
import type { SessionLoss } from './session-loss'
import type { TolerantTransport } from './tolerant-transport'
import { isJsonFields } from '../protocol/json-fields'
import type { LogServerLine } from '../protocol/wire-log'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'

/** For the new handshake, and for the check whether the server knows the session. */
const timeoutMs = 30_000
const methodNotFound = -32_601
/** Renewals within a minute. A server that forgets more often is given up. */
const limit = { count: 5, withinMs: 60_000 }

export interface RenewingOptions {
  readonly log: LogServerLine
  /** Fires at the end of the connection. */
  readonly signal: AbortSignal
}

interface Sent {
  readonly message: JSONRPCRequest
  readonly options: TransportSendOptions
  readonly session: string | undefined
}

export class RenewingTransport implements Transport {
  onmessage?: Transport['onmessage']
  onclose?: (() => void) | undefined
  onerror?: ((error: Error) => void) | undefined
  /** A new session has started. */
  onRenewed: () => void = () => {}
  /** No new session could be started. */
  onFailed: (reason: LocalizedText) => void = () => {}
  readonly #inner: TolerantTransport
  readonly #options: RenewingOptions
  #first: { readonly request: JSONRPCRequest; answer: unknown } | null = null
  /** Requests of this transport that wait for their answers. */
  readonly #waiting = new Map<unknown, (answer: JSONRPCMessage) => void>()
  /** Requests that wait for their first answer: an error may mean that the session is lost. */
  readonly #sent = new Map<unknown, Sent>()
  #renewing: Promise<void> | null = null
  readonly #renewedAt: number[] = []
  readonly #repeating = new Set<Sent>()
  #count = 0

  constructor(inner: TolerantTransport, options: RenewingOptions) {
    this.#inner = inner
    this.#options = options
    inner.onclose = () => this.onclose?.()
    inner.onerror = (error) => this.onerror?.(error)
    inner.onmessage = (message, extra) => {
      if (!this.#takeHandshake(message) && !this.#takeLoss(message)) this.onmessage?.(message, extra)
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
    this.#forgetCancelled(message)
    await this.#renewing
    const session = this.sessionId
    const id = 'method' in message && 'id' in message ? message.id : null
    if (id !== null && !isHandshake(message))
      this.#sent.set(id, { message: message as JSONRPCRequest, options, session })
    try {
      await this.#inner.send(message, options)
    } catch (error) {
      this.#sent.delete(id)
      if (isHandshake(message) || !(await this.#isLost(lossInRefusal(error, session !== undefined))))
        throw error
      await this.#leave(session)
      if (isWorthRepeating(message)) await this.#inner.send(message, options)
    }
  }

  /** An answer about a lost session isn't the answer to the request, which is sent again. */
  #takeLoss(message: JSONRPCMessage): boolean {
    if ('method' in message) return false
    const sent = this.#sent.get(message.id)
    this.#sent.delete(message.id)
    if (sent === undefined || !('error' in message)) return false
    const loss = lossInError(message.error, sent.session !== undefined)
    if (loss === null) return false
    void this.#repeat(sent, message, loss) // never rejects
    return true
  }

  async #repeat(sent: Sent, answer: JSONRPCMessage, loss: SessionLoss): Promise<void> {
    this.#repeating.add(sent)
    try {
      const isLost = await this.#isLost(loss)
      if (isLost) await this.#leave(sent.session)
      if (!this.#repeating.has(sent)) return
      if (isLost) return await this.#inner.send(sent.message, sent.options)
    } catch {
      // If no new session can be started, `onFailed` says why, and the server's own error is the answer.
    } finally {
      this.#repeating.delete(sent)
    }
    this.onmessage?.(answer)
  }

  /** A cancelled request isn't sent again. */
  #forgetCancelled(message: JSONRPCMessage): void {
    if (!('method' in message) || message.method !== 'notifications/cancelled') return
    const id = message.params?.['requestId']
    this.#sent.delete(id)
    for (const sent of this.#repeating) if (sent.message.id === id) this.#repeating.delete(sent)
  }

  /** Checks with a ping in the session if it is uncertain: a server that answers knows the session. */
  async #isLost(loss: SessionLoss): Promise<boolean> {
    if (loss !== 'possible') return loss === 'certain'
    try {
      const answer = await this.#ask({ jsonrpc: '2.0', id: this.#nextId('session-check'), method: 'ping' })
      return (
        'error' in answer && answer.error.code !== methodNotFound && lossInError(answer.error, true) !== null
      )
    } catch (error) {
      return lossInRefusal(error, true) !== null
    }
  }

  async #ask(request: JSONRPCRequest): Promise<JSONRPCMessage> {
    const answered = new Promise<JSONRPCMessage>((take) => this.#waiting.set(request.id, take))
    const signal = AbortSignal.any([this.#options.signal, AbortSignal.timeout(timeoutMs)])
    try {
      await this.#inner.send(request)
      return await untilAborted(answered, signal)
    } finally {
      this.#waiting.delete(request.id)
    }
  }

  #nextId(what: string): string {
    this.#count += 1
    return `${what}-${this.#count}`
  }

  /** The server doesn't know the session; this was learned from something else than a message. */
  noticeLoss(session: string): void {
    void this.#leave(session).catch(() => {}) // `onFailed` says it
  }

  /** @throws HostError SERVER_RESTARTED if no new session can be started */
  async #leave(session: string | undefined): Promise<void> {
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
      const message = say('mcp.sessionLost', { reason: error instanceof HostError ? error.said : words })
      this.onFailed(message)
      throw new HostError('SERVER_RESTARTED', message, { cause: error })
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
    const answer = resultOf(await this.#ask({ ...first.request, id: this.#nextId('renewal') }))
    if (!isSameServer(first.answer, answer))
      throw new HostError('SERVER_RESTARTED', say('mcp.sessionDiffers'))
    await this.#inner.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
  }

  /** True if the message belongs to a handshake of this transport. */
  #takeHandshake(message: JSONRPCMessage): boolean {
    if ('method' in message) return false
    if (this.#first !== null && message.id === this.#first.request.id) {
      this.#first.answer = resultOf(message)
      return false
    }
    const take = this.#waiting.get(message.id)
    take?.(message)
    return take !== undefined
  }
}

function isInitialize(message: JSONRPCMessage): message is JSONRPCRequest {
  return 'method' in message && 'id' in message && message.method === 'initialize'
}

/** A connection that is just being opened has no session to lose. */
function isHandshake(message: JSONRPCMessage): boolean {
  return 'method' in message && ['initialize', 'server/discover'].includes(message.method)
}

/** Answers and cancellations have a meaning only in their own session. */
function isWorthRepeating(message: JSONRPCMessage): boolean {
  return 'method' in message && message.method !== 'notifications/cancelled'
}

function resultOf(message: JSONRPCMessage): unknown {
  return 'result' in message ? message.result : null
}

function isSameServer(first: unknown, second: unknown): boolean {
  if (!isJsonFields(first) || !isJsonFields(second)) return false
  const mark = ({ protocolVersion, capabilities }: Readonly<Record<string, unknown>>) =>
    JSON.stringify([protocolVersion, capabilities])
  return mark(first) === mark(second)
}
