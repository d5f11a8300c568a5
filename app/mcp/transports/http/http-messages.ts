/**
 * Helpers for HTTP requests and responses of the protocol: reading a request, the media type of a response, replacing a
 * body.
 */
import { isJsonFields } from '../../protocol/json-fields'

export type RequestId = string | number

export interface OutgoingMessage {
  /** Null for a response to the server. */
  readonly method: string | null
  /** Null for a notification. */
  readonly id: RequestId | null
  /** The request that a cancellation names. */
  readonly cancelledId: RequestId | null
}

/** Reads the body of a POST. The client library writes one message into each. */
export function readOutgoing(body: unknown): OutgoingMessage {
  const message: unknown = typeof body === 'string' ? JSON.parse(body) : null
  if (!isJsonFields(message)) return { method: null, id: null, cancelledId: null }
  const { method, id, params } = message
  const isCancellation = method === 'notifications/cancelled' && isJsonFields(params)
  return {
    method: typeof method === 'string' ? method : null,
    id: toId(id),
    cancelledId: isCancellation ? toId(params['requestId']) : null
  }
}

function toId(id: unknown): RequestId | null {
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

/** The media type without its parameters. */
export function mediaType(response: Response): string | null {
  return response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? null
}

/** The same response with a body that was already read. */
export function withBytes(response: Response, bytes: Buffer): Response {
  return withBody(response, bytes.length === 0 ? null : new Uint8Array(bytes))
}

/** Replaces the response with an event stream without events. It ends with the promise, which must not reject. */
export function emptyStreamUntil(response: Response, end: Promise<void>): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => void end.then(() => controller.close()).catch(() => {}) // cancelled by its reader
  })
  const headers = new Headers(response.headers)
  headers.set('content-type', 'text/event-stream')
  return withBody(new Response(null, { status: 200, headers }), body, response)
}

/** For an answer that will not arrive: the client library learns that from a stream that ends without it. */
export function endedStream(): Response {
  return new Response('', { headers: { 'content-type': 'text/event-stream' } })
}

type Body = ConstructorParameters<typeof Response>[0]

/**
 * A response with another body. `original` has what a copy loses and what the client library uses to detect redirects.
 */
export function withBody(response: Response, body: Body, original = response): Response {
  const { status, statusText, headers } = response
  const copy = new Response(body, { status, statusText, headers })
  return Object.defineProperties(copy, {
    url: { value: original.url },
    redirected: { value: original.redirected },
    type: { value: original.type }
  })
}
