/**
 * Messages for a call that the client library drops: the answer to a request that was given up, and progress after the
 * call became a task. Calls mark their requests with what hears them; the mark is removed before a message is sent.
 */
import type { JSONRPCMessage, Progress } from '@modelcontextprotocol/client'
import { isJsonFields } from '../protocol/json-fields'

/** Key in a request's `_meta` with the `LateListener` of the call. It is never sent. */
export const lateMark = 'parley/late-listener'

type RequestId = string | number

export interface LateListener {
  /** Called with the unchecked result after the request was given up. */
  readonly onLateAnswer: (result: unknown) => void
  /** Called with progress after the request was answered. */
  readonly onLateProgress: (progress: Progress) => void
}

/** For how long a late answer is still of use, and for how many calls. */
const keptMs = 600_000
const keptCalls = 100

interface Sent {
  readonly listener: LateListener
  state: 'open' | 'answered' | 'given-up'
}

export class LateMessages {
  readonly #now: () => number
  readonly #sent = new Map<RequestId, Sent>()
  /** Calls that have their outcome and may still be answered, with the time of their end, oldest first. */
  readonly #ended = new Map<LateListener, number>()

  /** `now` in milliseconds of any clock. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** The call has its outcome. If one of its requests was given up, the listener still waits for the answer. */
  end(listener: LateListener): void {
    const own = [...this.#sent.values()].filter((sent) => sent.listener === listener)
    if (own.some(({ state }) => state !== 'answered')) this.#ended.set(listener, this.#now())
    else this.#forget(listener)
  }

  /** The message without the mark. */
  send(message: JSONRPCMessage): JSONRPCMessage {
    if (!('method' in message)) return message
    if (message.method === 'notifications/cancelled') this.giveUp(message.params?.['requestId'] as RequestId)
    const meta = message.params?._meta
    if (!('id' in message) || meta === undefined || !Object.hasOwn(meta, lateMark)) return message
    const { [lateMark]: listener, ...rest } = meta
    this.#forgetOld()
    this.#sent.set(message.id, { listener: listener as LateListener, state: 'open' })
    return { ...message, params: { ...message.params, _meta: rest } }
  }

  /** The request was given up. */
  giveUp(id: RequestId): void {
    const sent = this.#sent.get(id)
    if (sent?.state === 'open') sent.state = 'given-up'
  }

  /** True if the answer belongs to a request that was given up. Only that call's listener gets it. */
  takeLateAnswer(id: RequestId, result: unknown): boolean {
    const sent = this.#sent.get(id)
    if (sent === undefined) return false
    const isLate = sent.state === 'given-up'
    if (!isLate) {
      sent.state = 'answered'
      return false
    }
    const { listener } = sent
    this.#sent.delete(id)
    if (result !== undefined) listener.onLateAnswer(result)
    if (this.#ended.has(listener)) this.#forget(listener)
    return true
  }

  /** True if the progress belongs to an answered request of a call that continues. */
  takeLateProgress(params: unknown): boolean {
    if (!isJsonFields(params)) return false
    const { progressToken, progress, total, message } = params
    const sent = this.#sent.get(progressToken as RequestId)
    if (sent?.state !== 'answered' || typeof progress !== 'number') return false
    sent.listener.onLateProgress({
      progress,
      ...(typeof total === 'number' ? { total } : {}),
      ...(typeof message === 'string' ? { message } : {})
    })
    return true
  }

  #forgetOld(): void {
    const ended = [...this.#ended]
    const tooOld = ended.filter(([, endedAt]) => endedAt + keptMs < this.#now())
    const tooMany = ended.slice(0, Math.max(0, ended.length - keptCalls))
    for (const [listener] of [...tooOld, ...tooMany]) this.#forget(listener)
  }

  #forget(listener: LateListener): void {
    this.#ended.delete(listener)
    for (const [id, sent] of this.#sent) if (sent.listener === listener) this.#sent.delete(id)
  }
}
