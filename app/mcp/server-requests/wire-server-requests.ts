/**
 * Handles requests of one server to the host: reads and checks them, limits their number, emits `requested`, and
 * answers in the form of the server's revision, or withdraws them. They arrive from `request-handlers.ts` (the older
 * revisions) and `input-requests.ts` (inside results). The listeners of the events decide on them.
 *
 * @spec 2025-11-25 client/sampling
 * @spec 2025-11-25 client/elicitation
 */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client'
import { cutText } from '../../base/cut-text'
import type { Root, SamplingRequest } from '../../contract/requests'
import { createRateLimiter } from '../protocol/rate-limiter'
import { readElicitation, writeElicitation } from './elicitation-wire'
import type { Elicitation } from './elicitation-wire'
import type { McpEvents, ServerReply, ServerRequest } from '../interface'
import type { JsonFields } from '../protocol/json-fields'
import { UrlElicitationTracker } from './url-elicitation-tracker'
import { toErrorText } from '../protocol/error-text'
import type { SchemaChecks } from '../schemas/schema-checks'
import { readSampling, writeSampling } from './sampling-wire'
import type { LogServerLine } from '../protocol/wire-log'
import type { LocalizedText } from '../../contract/localized-text'
import { say, toEnglish } from '../../texts/render-localized'

/** Per connection: how many may wait for the user at once, and how many are accepted over time. */
const openLimit = 20
const askingLimits = { burst: 60, perSecond: 2 }
/** The server sends too many requests. Above -32000, because JSON-RPC reserves the range below. */
export const limitExceeded = -31_005
/** Codes of faults in a request, or in Parley. */
const faults: ReadonlySet<number> = new Set([
  ProtocolErrorCode.MethodNotFound,
  ProtocolErrorCode.InvalidParams,
  ProtocolErrorCode.InternalError
])

export interface WireServerRequestsOptions {
  readonly serverName: string
  readonly connectionId: string
  readonly events: Pick<
    McpEvents,
    'requested' | 'requestRefused' | 'foldersTold' | 'requestWithdrawn' | 'elicitationCompleted'
  >
  readonly log: LogServerLine
  readonly checks: Pick<SchemaChecks, 'find'>
  /** The server's current roots. */
  readonly roots: () => Promise<readonly Root[]>
  /** Stops the clocks of the connection's calls until the returned function is called. */
  readonly holdCalls: () => () => void
  /** Milliseconds of any clock. */
  readonly now: () => number
  /** True if sampling was not declared to the server. */
  readonly isWithoutSampling?: boolean | undefined
}

/** The origin of a request. */
export interface WireOrigin {
  readonly callId: string | null
  /** True if the call is certain and not only presumed. */
  readonly isCertain: boolean
  /** For a request inside a result, from 1. */
  readonly round?: number
  /** For a request inside the result of a request other than a call. */
  readonly exchangeId?: string
  readonly revision: string
  /** Fires when the answer is no longer needed. */
  readonly signal: AbortSignal
  /** The reason why it fired. */
  readonly explainEnd: () => LocalizedText
}

export interface WireServerRequest {
  readonly method: string
  readonly params?: unknown
}

/** Puts a checked request before the user. @throws ProtocolError for the server */
export type Prepared = (origin: WireOrigin) => Promise<JsonFields>

type WithoutOrigin<T> = T extends unknown
  ? Omit<T, 'requestId' | 'serverName' | 'connectionId' | 'callId' | 'round' | 'exchangeId'>
  : never
type Question = WithoutOrigin<ServerRequest>

interface OpenRequest {
  readonly origin: WireOrigin
  readonly type: Question['type']
  readonly answer: (reply: ServerReply) => void
  readonly withdraw: (reason: LocalizedText) => void
}

export class WireServerRequests {
  readonly links = new UrlElicitationTracker()
  readonly #options: WireServerRequestsOptions
  readonly #open = new Map<string, OpenRequest>()
  readonly #isAllowed: () => boolean
  #count = 0
  #isFlooding = false
  #endReason: LocalizedText | null = null

  constructor(options: WireServerRequestsOptions) {
    this.#options = options
    this.#isAllowed = createRateLimiter(askingLimits, options.now)
  }

  /** Reads a request. @throws ProtocolError if it is unknown or malformed; the user isn't asked then */
  prepare({ method, params }: WireServerRequest): Prepared {
    switch (method) {
      case 'roots/list':
        return async (origin) => await this.#listFolders(origin)
      case 'sampling/createMessage': {
        if (this.#options.isWithoutSampling === true)
          throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Sampling is not offered')
        const request = readSampling(params)
        return async (origin) => await this.#sample(request, origin)
      }
      case 'elicitation/create': {
        const asked = readElicitation(params)
        return async (origin) => await this.#elicit(asked, origin)
      }
      default:
        throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found')
    }
  }

  /** The result in the wire format. @throws ProtocolError for the server; the log has the reason */
  async fulfil(asked: WireServerRequest, origin: WireOrigin): Promise<JsonFields> {
    try {
      return await this.#prepareToTell(asked, origin)(origin)
    } catch (error) {
      if (!origin.signal.aborted) this.report(asked.method, error)
      // The message of a bug in Parley isn't sent to servers.
      throw error instanceof ProtocolError
        ? error
        : new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error')
    }
  }

  /** As `prepare`, but reports invalid requests, limited to the rate for requests. */
  #prepareToTell(asked: WireServerRequest, { callId }: WireOrigin): Prepared {
    try {
      return this.prepare(asked)
    } catch (error) {
      const type = asked.method.startsWith('sampling/') ? 'sampling' : 'elicitation'
      const isMalformed = error instanceof ProtocolError && error.code === ProtocolErrorCode.InvalidParams
      if (isMalformed && this.#isAllowed()) {
        const { serverName, events } = this.#options
        events.requestRefused({ serverName, callId, type, reason: toReason(error) })
      }
      throw error
    }
  }

  /** Logs a request that failed. A denial by the user isn't logged. */
  report(method: string, error: unknown): void {
    if (error instanceof ProtocolError && !faults.has(error.code)) return
    const text = `A request of the server, "${cutText(method, 100)}", was refused: ${toErrorText(error)}`
    this.#options.log('life', 'warning', text)
  }

  /** False if the request isn't waiting on this connection. @throws Error for an answer of another kind: a bug */
  answer(requestId: string, reply: ServerReply): boolean {
    const open = this.#open.get(requestId)
    if (open === undefined) return false
    if (reply.type !== 'error' && !open.type.startsWith(reply.type))
      throw new Error(`A request of the type ${open.type} can't be answered with ${reply.type}`)
    open.answer(reply)
    return true
  }

  /** Withdraws the requests of the call. A request whose call is only presumed stays if the call ended normally. */
  endCall(callId: string, isGivenUp: boolean): void {
    for (const { origin, withdraw } of [...this.#open.values()]) {
      if (origin.callId !== callId || (!origin.isCertain && !isGivenUp)) continue
      withdraw(say('mcp.callEnded'))
    }
  }

  /** The server reports that a link is completed. Unknown ids are ignored. */
  completeLink(elicitationId: string): void {
    const { serverName, connectionId, events } = this.#options
    if (this.links.complete(elicitationId))
      events.elicitationCompleted({ serverName, connectionId, elicitationId })
  }

  /** Withdraws all of them: their answers are no longer needed. */
  withdrawAll(reason: LocalizedText): void {
    for (const { withdraw } of [...this.#open.values()]) withdraw(reason)
  }

  /** The connection has ended. */
  close(reason: LocalizedText): void {
    this.#endReason = reason
    this.withdrawAll(reason)
  }

  async #listFolders(origin: WireOrigin): Promise<JsonFields> {
    const { callId, round } = origin
    const { roots, serverName, events } = this.#options
    const folders = await roots()
    if (round !== undefined)
      events.foldersTold({ serverName, callId, round, count: folders.length, ...exchangeOf(origin) })
    return { roots: folders.map(toWireRoot) }
  }

  async #sample(request: SamplingRequest, origin: WireOrigin): Promise<JsonFields> {
    const reply = await this.#ask({ type: 'sampling', request }, origin)
    if (reply.type !== 'sampling') throw toProtocolError(reply)
    return writeSampling(reply.result, { revision: origin.revision, hasTools: request.tools.length > 0 })
  }

  async #elicit(asked: Elicitation, origin: WireOrigin): Promise<JsonFields> {
    const id = asked.type === 'elicitation-url' ? asked.elicitationId : null
    if (id !== null) this.links.add(id)
    let isOpened = false
    try {
      const reply = await this.#ask(asked, origin)
      if (reply.type !== 'elicitation') throw toProtocolError(reply)
      isOpened = reply.action === 'accept'
      return await writeElicitation(reply, asked, this.#options)
    } finally {
      if (id !== null && isOpened) this.links.opened(id)
      else if (id !== null) this.links.forget(id)
    }
  }

  #ask(question: Question, origin: WireOrigin): Promise<ServerReply> {
    this.#admit()
    const { serverName, connectionId, events, holdCalls, log } = this.#options
    const { signal, callId, round } = origin
    const inRound = { ...(round !== undefined && { round }), ...exchangeOf(origin) }
    if (signal.aborted) throw ended(origin.explainEnd())
    this.#count += 1
    const requestId = `${connectionId}/${this.#count}`
    const resumeCalls = holdCalls()
    return new Promise((resolve, reject) => {
      const settle = () => {
        this.#open.delete(requestId)
        signal.removeEventListener('abort', onAbort)
        resumeCalls()
      }
      const withdraw = (reason: LocalizedText) => {
        settle()
        log('life', 'info', `A question of the server is withdrawn. ${toEnglish(reason)}`)
        events.requestWithdrawn({ requestId, reason })
        if (signal.aborted) reject(ended(reason))
        else resolve(toWithdrawnReply(question, reason))
      }
      const onAbort = () => withdraw(origin.explainEnd())
      const answer = (reply: ServerReply) => {
        settle()
        resolve(reply)
      }
      signal.addEventListener('abort', onAbort, { once: true })
      this.#open.set(requestId, { origin, type: question.type, answer, withdraw })
      events.requested({ ...question, requestId, serverName, connectionId, callId, ...inRound })
    })
  }

  /** A server that sends too many gets one line in its log for all refused requests. */
  #admit(): void {
    if (this.#endReason !== null) throw ended(this.#endReason)
    const wasFlooding = this.#isFlooding
    this.#isFlooding = this.#open.size >= openLimit || !this.#isAllowed()
    if (!this.#isFlooding) return
    const text = `The server asks for more than a user can answer. Parley rejects its requests while ${openLimit} are open.`
    if (!wasFlooding) this.#options.log('life', 'warning', text)
    throw new ProtocolError(limitExceeded, 'Too many requests; ask again later')
  }
}

/** The reason for the server, without the protocol's own prefix. */
export function toReason(error: unknown): string {
  return toErrorText(error).replace(/^Invalid params: /, '')
}

/** The error for the server. */
function ended(reason: LocalizedText): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InternalError, toEnglish(reason))
}

function exchangeOf({ exchangeId }: WireOrigin): Pick<WireOrigin, 'exchangeId'> {
  return exchangeId === undefined ? {} : { exchangeId }
}

function toWireRoot({ uri, name }: Root): JsonFields {
  return name === null ? { uri } : { uri, name }
}

function toProtocolError(reply: ServerReply): ProtocolError {
  if (reply.type === 'error') return new ProtocolError(reply.code, reply.message)
  return new ProtocolError(ProtocolErrorCode.InternalError, 'The answer is of a different type')
}

/** For a server that still waits although its question was withdrawn. */
function toWithdrawnReply(question: Question, reason: LocalizedText): ServerReply {
  if (question.type !== 'sampling') return { type: 'elicitation', action: 'cancel', content: null }
  return { type: 'error', code: ProtocolErrorCode.InternalError, message: toEnglish(reason) }
}
