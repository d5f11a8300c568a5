/**
 * The only event stream of the first revision's transport, read here instead of by the client library. The library
 * learns from it where to post; messages are delivered directly. When the stream ends, the connection ends.
 *
 * @spec 2024-11-05 basic/transports#http-with-sse
 */
import type { EventSourceMessage } from 'eventsource-parser'
import { readEventStream } from './event-stream'
import { mediaType, withBody } from './http-messages'
import { IncomingMessages } from '../incoming'
import type { Fetch } from './no-timeout-fetch'
import { escapeBytes } from '../../protocol/escape-bytes'
import { isJsonFields } from '../../protocol/json-fields'
import type { LogServerLine } from '../../protocol/wire-log'

export interface LegacySseOptions {
  readonly fetch: Fetch
  readonly deliver: (message: object) => void
  readonly onEnd: () => void
  readonly log: LogServerLine
}

/** Replaces `fetch` in the client library's transport. */
export function createLegacySseFetch({ fetch, deliver, onEnd, log }: LegacySseOptions): Fetch {
  const incoming = new IncomingMessages(log, 'sent an event')
  const onInvalidText = (bytes: Buffer) =>
    log('life', 'warning', `The server sent events that are not valid UTF-8: ${escapeBytes(bytes)}`)
  return async (url, init) => {
    const response = await fetch(url, init)
    const isStream = response.ok && mediaType(response) === 'text/event-stream'
    if (init?.method === 'POST' || !isStream || response.body === null) return response
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const forLibrary = writable.getWriter()
    const onEvent = ({ event, data }: EventSourceMessage) => {
      if (event === 'endpoint') void forLibrary.write(endpointEvent(data)).catch(() => {}) // it is closed
      else if (event === undefined || event === 'message')
        for (const message of incoming.read({ text: data })) deliver(message)
    }
    void readEventStream(response.body, { onEvent, onInvalidText })
      .catch(() => {}) // a broken stream has ended too
      .then(onEnd)
    return withBody(response, readable)
  }
}

/** On one line, so that a server can't inject other events. */
function endpointEvent(address: string): Uint8Array {
  return new TextEncoder().encode(`event: endpoint\ndata: ${readAddress(address)}\n\n`)
}

/** Some servers send the address as a JSON string, or inside an object. */
function readAddress(data: string): string {
  const plain = data.replace(/[\s\uFEFF]/g, '')
  if (!/^["'{]/.test(plain)) return plain
  try {
    const value: unknown = JSON.parse(plain)
    const fields: Readonly<Record<string, unknown>> = isJsonFields(value) ? value : {}
    const address = [value, fields['uri'], fields['url'], fields['endpoint']].find(
      (each) => typeof each === 'string'
    )
    return typeof address === 'string' ? address.replace(/\s/g, '') : plain
  } catch {
    return plain.replace(/^['"]|['"]$/g, '')
  }
}
