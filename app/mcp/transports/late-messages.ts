/**
 * Messages for a call that the client library drops: the answer to a request that was given up, and progress after the
 * call became a task. Calls mark their requests; the mark is removed before a message is sent.
 */
import type { JSONRPCMessage, Progress } from '@modelcontextprotocol/client'
import { isJsonFields } from '../protocol/json-fields'

/** Key in a request's `_meta` with the id of the call. It is never sent. */
export const callMark = 'parley/call-id'

type RequestId = string | number

export interface CallListener {
  /** Called with the unchecked result after the request was given up. */
  readonly onLateAnswer: (result: unknown) => void
  /** Called with progress after the request was answered. */
  readonly onLateProgress: (progress: Progress) => void
}

/** For how long a late answer is still of use, and for how many calls. */
const keptMs = 600_000
const keptCalls = 100

interface Sent {
  readonly callId: string
  state: 'open' | 'answered' | 'given-up'
}

export class LateMessages {
  readonly #now: () => number
  readonly #sent = new Map<RequestId, Sent>()
  /** By id of the call, oldest first. */
  readonly #listeners = new Map<string, CallListener & { endedAt: number | null }>()

  /** `now` in milliseconds of any clock. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Must be called before the first request of a call is sent. */
  follow(callId: string, listener: CallListener): void {
    this.#listeners.set(callId, { ...listener, endedAt: null })
    this.#forgetOld()
  }

  /** The call has its outcome. If one of its requests was given up, the listener still waits for the answer. */
  end(callId: string): void {
    const listener = this.#listeners.get(callId)
    if (listener === undefined) return
    const isAwaited = [...this.#sent.values()].some(
      (sent) => sent.callId === callId && sent.state !== 'answered'
    )
    if (isAwaited) listener.endedAt = this.#now()
    else this.#forget(callId)
  }

  /** The message without the mark. */
  send(message: JSONRPCMessage): JSONRPCMessage {
    if (!('method' in message)) return message
    if (message.method === 'notifications/cancelled') this.giveUp(message.params?.['requestId'] as RequestId)
    const meta = message.params?._meta
    if (!('id' in message) || meta === undefined || !Object.hasOwn(meta, callMark)) return message
    const { [callMark]: callId, ...rest } = meta
    this.#sent.set(message.id, { callId: String(callId), state: 'open' })
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
    const listener = this.#listeners.get(sent.callId)
    this.#sent.delete(id)
    if (result !== undefined) listener?.onLateAnswer(result)
    if (listener !== undefined && listener.endedAt !== null) this.#forget(sent.callId)
    return true
  }

  /** True if the progress belongs to an answered request of a call that continues. */
  takeLateProgress(params: unknown): boolean {
    if (!isJsonFields(params)) return false
    const { progressToken, progress, total, message } = params
    const sent = this.#sent.get(progressToken as RequestId)
    if (sent?.state !== 'answered' || typeof progress !== 'number') return false
    this.#listeners.get(sent.callId)?.onLateProgress({
      progress,
      ...(typeof total === 'number' ? { total } : {}),
      ...(typeof message === 'string' ? { message } : {})
    })
    return true
  }

  #forgetOld(): void {
    const ended = [...this.#listeners].filter(([, { endedAt }]) => endedAt !== null)
    const tooOld = ended.filter(([, { endedAt }]) => (endedAt ?? 0) + keptMs < this.#now())
    const tooMany = ended.slice(0, Math.max(0, ended.length - keptCalls))
    for (const [callId] of [...tooOld, ...tooMany]) this.#forget(callId)
  }

  #forget(callId: string): void {
    this.#listeners.delete(callId)
    for (const [id, sent] of this.#sent) if (sent.callId === callId) this.#sent.delete(id)
  }
}
