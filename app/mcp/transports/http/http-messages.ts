/** HTTP requests and responses of the protocol in parts: what is asked, of which type an answer is, other bodies. */
import { isJsonFields } from '../../protocol/json-fields'

export type RequestId = string | number

export interface OutgoingMessage {
  /** Null for an answer to the server. */
  readonly method: string | null
  /** Null for a notification. */
  readonly id: RequestId | null
  /** Of a notification that takes a request back. */
  readonly cancelledId: RequestId | null
}

/** What is in the body of a POST; the client library writes one message into each. */
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

/** The type without its parameters. */
export function mediaType(response: Response): string | null {
  return response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? null
}

/** The same response with a body that was read already. */
export function withBytes(response: Response, bytes: Buffer): Response {
  return withBody(response, bytes.length === 0 ? null : new Uint8Array(bytes))
}

/** An event stream without events in place of the response; it ends with the promise, which must not reject. */
export function standIn(response: Response, end: Promise<void>): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => void end.then(() => controller.close()).catch(() => {}) // cancelled by its reader
  })
  const headers = new Headers(response.headers)
  headers.set('content-type', 'text/event-stream')
  return withBody(new Response(null, { status: 200, headers }), body, response)
}

/** In place of an answer that will not come: the client library is told so by a stream that ends without it. */
export function endedStream(): Response {
  return new Response('', { headers: { 'content-type': 'text/event-stream' } })
}

type Body = ConstructorParameters<typeof Response>[0]

/** A response with another body; `original` has what a copy loses and the client library tells redirects by. */
export function withBody(response: Response, body: Body, original = response): Response {
  const { status, statusText, headers } = response
  const copy = new Response(body, { status, statusText, headers })
  return Object.defineProperties(copy, {
    url: { value: original.url },
    redirected: { value: original.redirected },
    type: { value: original.type }
  })
}
