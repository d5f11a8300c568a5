/**
 * A program behind a bridge. Each session of the older revisions has a process of its own; requests of the newest
 * revision, which has no sessions, share one. Only one process runs at a time, because a sandboxed server must not run
 * twice. Messages pass unchanged. Nothing on standard input and output says to which request a message belongs, so the
 * bridge guesses: by the progress token or the subscription, or it is the newest open request.
 *
 * @spec 2025-11-25 basic/transports#streamable-http
 */
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import {
  classifyInboundRequest,
  isJSONRPCRequest,
  isJSONRPCResponse,
  PerRequestHTTPServerTransport,
  SUBSCRIPTION_ID_META_KEY,
  WebStandardStreamableHTTPServerTransport
} from '@modelcontextprotocol/server'
import { randomUUID } from 'node:crypto'
import { isJsonFields } from '../protocol/json-fields'
import { revisions } from '../protocol/revisions'
import type { RequestId } from '../transports/http/http-messages'
import type { BridgedServer } from './server-bridge'

/** Starts nothing yet. */
export type CreateTransport = () => Transport

/** Where the messages of a process go that belong to no open request. */
type HttpSide = Pick<Transport, 'send' | 'close'>

interface OpenRequest {
  /** As its sender knows it. */
  readonly id: RequestId
  readonly progressToken: unknown
  readonly side: HttpSide
}

export function bridgeProgram(create: CreateTransport): BridgedServer {
  let current: BridgedProcess | null = null
  let isClosed = false
  /** Starts are one after the other. */
  let starting: Promise<unknown> = Promise.resolve()

  const start = (session: WebStandardStreamableHTTPServerTransport | null): Promise<BridgedProcess> => {
    const next = starting.then(async () => {
      if (session === null && current?.session === null && !current.isEnded) return current
      await current?.close()
      if (isClosed) throw new Error('The bridge is closed')
      current = new BridgedProcess(create(), session)
      await current.start()
      return current
    })
    starting = next.catch(() => {}) // its caller gets the error
    return next
  }

  const openSession = async (request: Request, parsedBody: unknown): Promise<Response> => {
    const session = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      supportedProtocolVersions: [...revisions]
    })
    const process = await start(session)
    session.onmessage = (message) => process.receive(message, session)
    session.onclose = () => void process.close()
    return await session.handleRequest(request, { parsedBody })
  }

  return {
    fetch: async (request) => {
      const body = request.method === 'POST' ? parse(await request.text()) : undefined
      const outcome = classifyInboundRequest({ httpMethod: request.method, body, ...readHeaders(request) })
      if (outcome.kind === 'reject') {
        const { code, message, data } = outcome
        return toError(outcome.httpStatus, { code, message, ...(data !== undefined && { data }) }, body)
      }
      try {
        if (outcome.kind === 'legacy') {
          if (isJsonFields(body) && body['method'] === 'initialize') return await openSession(request, body)
          const session = current?.session ?? null
          if (session === null) return toError(404, { code: -32_001, message: 'Session not found' }, body)
          return await session.handleRequest(request, { parsedBody: body })
        }
        const process = await start(null)
        const { classification, message } = outcome
        const side = new PerRequestHTTPServerTransport({ classification })
        await side.start()
        side.onmessage = (sent) => process.receive(sent, side)
        side.onclose = () => process.leave(side)
        return await side.handleMessage(message, { request })
      } catch (error) {
        return toError(502, { code: -32_603, message: String(error) }, body)
      }
    },
    close: async () => {
      isClosed = true
      await current?.close() // ends a start that hangs
      await starting
      await current?.close()
    }
  }
}

class BridgedProcess {
  readonly session: WebStandardStreamableHTTPServerTransport | null
  readonly #transport: Transport
  /** By the id that the process knows; the newest last. */
  readonly #open = new Map<RequestId, OpenRequest>()
  #count = 0
  #ending: Promise<void> | null = null

  constructor(transport: Transport, session: WebStandardStreamableHTTPServerTransport | null) {
    this.session = session
    this.#transport = transport
    transport.onmessage = (message: JSONRPCMessage) => this.#deliver(message)
    transport.onclose = () => void this.close()
  }

  get isEnded(): boolean {
    return this.#ending !== null
  }

  async start(): Promise<void> {
    try {
      await this.session?.start()
      await this.#transport.start()
    } catch (error) {
      await this.close()
      throw error
    }
    if (this.#ending === null) return
    await this.#transport.close() // it began before the process did
    throw new Error('The bridge is closed')
  }

  /** A message for the process. */
  receive(message: JSONRPCMessage, side: HttpSide): void {
    const passed = isJSONRPCRequest(message) ? { ...message, id: this.#admit(message, side) } : message
    this.#transport.send(passed as JSONRPCMessage).catch(() => {}) // its end closes the other side
  }

  /** Its client no longer waits. */
  leave(side: HttpSide): void {
    for (const [requestId, open] of this.#open) {
      if (open.side !== side) continue
      this.#open.delete(requestId)
      const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } } as const
      this.#transport.send(cancelled).catch(() => {}) // the process has ended
    }
  }

  /** Resolves when the process has ended. */
  close(): Promise<void> {
    // Later: the sides call this again while they close.
    return (this.#ending ??= Promise.resolve().then(() => this.#end()))
  }

  async #end(): Promise<void> {
    const sides = new Set([...this.#open.values()].map(({ side }) => side))
    this.#open.clear()
    await Promise.allSettled(
      [...sides, ...(this.session === null ? [] : [this.session])].map((side) => side.close())
    )
    await this.#transport.close()
  }

  /** Returns the id for the process. Clients without a session may use one id at the same time. */
  #admit({ id, params }: { id: RequestId; params?: unknown }, side: HttpSide): RequestId {
    const own = this.#open.has(id) ? `bridge-${(this.#count += 1)}` : id
    this.#open.set(own, { id, side, progressToken: readMeta(params, 'progressToken') })
    return own
  }

  #deliver(message: JSONRPCMessage): void {
    if (isJSONRPCResponse(message)) {
      const id = message.id as RequestId
      const open = this.#open.get(id)
      this.#open.delete(id)
      this.#send(open?.side, { ...message, id: open?.id ?? id })
      return
    }
    const open = this.#findRelated('params' in message ? message.params : undefined)
    this.#send(open?.side ?? this.session, message, open?.id)
  }

  #findRelated(params: unknown): OpenRequest | undefined {
    const subscription = readMeta(params, SUBSCRIPTION_ID_META_KEY)
    if (subscription !== undefined) return this.#open.get(subscription as RequestId)
    const token = isJsonFields(params) ? params['progressToken'] : undefined
    const requests = [...this.#open.values()].toReversed()
    return requests.find(({ progressToken }) => token === undefined || progressToken === token)
  }

  #send(side: HttpSide | null | undefined, message: JSONRPCMessage, relatedRequestId?: RequestId): void {
    const related = relatedRequestId === undefined ? {} : { relatedRequestId }
    side?.send(message, related).catch(() => {}) // its client has gone
  }
}

function readMeta(params: unknown, key: string): unknown {
  const meta = isJsonFields(params) ? params['_meta'] : undefined
  return isJsonFields(meta) ? meta[key] : undefined
}

function readHeaders({ headers }: Request) {
  const named = {
    protocolVersionHeader: headers.get('mcp-protocol-version'),
    mcpMethodHeader: headers.get('mcp-method'),
    mcpNameHeader: headers.get('mcp-name')
  }
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== null)) as {
    [K in keyof typeof named]?: string
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // reported as no message
  }
}

function toError(status: number, error: { code: number; message: string; data?: unknown }, body: unknown) {
  const id = isJsonFields(body) ? (body['id'] ?? null) : null
  return Response.json({ jsonrpc: '2.0', error, id }, { status })
}
