/** Requests that the user wrote, until they are answered, and what the newest revision requires in each message. */
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  type JSONRPCMessage
} from '@modelcontextprotocol/client'
import type { WrittenMessage } from '../interface'
import { isJsonFields, type JsonFields } from '../protocol/json-fields'

const requiredKeys = [PROTOCOL_VERSION_META_KEY, CLIENT_INFO_META_KEY, CLIENT_CAPABILITIES_META_KEY]

type RequestId = string | number

interface Waiting {
  readonly take: (answer: object) => void
  readonly fail: (error: unknown) => void
}

/** The library uses the id now. */
export class IdTaken extends Error {}

export class WrittenRequests {
  readonly #waiting = new Map<RequestId, Waiting>()
  /** As the client library writes it into each request of the newest revision. */
  #required: JsonFields = {}

  /** The library has sent a message. From now on, an answer with this id is the library's. */
  noteSent(message: JSONRPCMessage): void {
    if (!('method' in message)) return
    if ('id' in message) this.fail(message.id, new IdTaken('Another request got the same id'))
    const meta = message.params?._meta
    if (meta === undefined || !Object.hasOwn(meta, PROTOCOL_VERSION_META_KEY)) return
    this.#required = Object.fromEntries(Object.entries(meta).filter(([key]) => requiredKeys.includes(key)))
  }

  /** The message to send. Parameters that aren't an object stay unchanged. */
  write({ id, method, params, isCompleted }: WrittenMessage, isStateless: boolean): JSONRPCMessage {
    const isAdded = isStateless && isCompleted && (params === undefined || isJsonFields(params))
    const completed = isAdded ? this.#complete(params ?? {}) : params
    const message = {
      jsonrpc: '2.0',
      ...(id !== null && { id }),
      method,
      ...(completed !== undefined && { params: completed })
    }
    return message as JSONRPCMessage // the user may send what isn't one
  }

  /** The answer to a request that is sent now. Rejects if it can't come. */
  expect(id: RequestId): Promise<object> {
    return new Promise((take, fail) => this.#waiting.set(id, { take, fail }))
  }

  has(id: RequestId): boolean {
    return this.#waiting.has(id)
  }

  answer(id: RequestId, answer: object): void {
    this.#waiting.get(id)?.take(answer)
    this.#waiting.delete(id)
  }

  fail(id: RequestId, error: unknown): void {
    this.#waiting.get(id)?.fail(error)
    this.#waiting.delete(id)
  }

  #complete(params: JsonFields): JsonFields {
    const { _meta: meta } = params
    if (meta !== undefined && !isJsonFields(meta)) return params
    return { ...params, _meta: { ...this.#required, ...meta } }
  }
}
