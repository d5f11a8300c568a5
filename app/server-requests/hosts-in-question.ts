/**
 * The hosts with open questions. A question that a server caused while connecting may outlast the server's timeout. Its
 * answer then applies to the next connection.
 */
import type { ConnectionEnd } from '../contract/consent/network-access'
import type { ReachRequest } from '../mcp/interface'
import { targetText } from '../net/hostname-rules'

/** `missed`: the server gave up before the answer. `in-time`: the server may still fail because it waited so long. */
export type AnswerTime = 'missed' | 'in-time'

export interface HostInQuestion {
  readonly request: ReachRequest
  readonly controller: AbortController
  /** The connections that wait for the answer. */
  readonly requestIds: Set<string>
}

export class HostsInQuestion {
  readonly #open = new Set<HostInQuestion>()
  /** Allowed once, for a connection that had already gone. */
  readonly #passes = new Set<string>()
  /** Servers that gave up before a host was allowed. */
  readonly #missed = new Set<string>()

  add(request: ReachRequest): HostInQuestion {
    const host = { request, controller: new AbortController(), requestIds: new Set([request.requestId]) }
    this.#open.add(host)
    return host
  }

  /** Adds the request to an open question that nothing waits for, if there is one for it. */
  join(request: ReachRequest): boolean {
    const same = this.#abandoned(request.serverName).find((host) => getKey(host.request) === getKey(request))
    same?.requestIds.add(request.requestId)
    return same !== undefined
  }

  /** null: the id is unknown, or other connections wait for the same answer. */
  leave(requestId: string): HostInQuestion | null {
    for (const host of this.#open)
      if (host.requestIds.delete(requestId)) return host.requestIds.size === 0 ? host : null
    return null
  }

  delete(host: HostInQuestion): void {
    this.#open.delete(host)
  }

  /**
   * When the server must reconnect because of the answer; null: not at all, or only after its other questions are
   * answered.
   */
  answered({ request, requestIds }: HostInQuestion, end: ConnectionEnd): AnswerTime | null {
    const { serverName, isConnecting } = request
    if (!isConnecting) return null
    const isAllowed = end === 'once' || end === 'always'
    if (isAllowed && requestIds.size > 0) return 'in-time'
    if (isAllowed) this.#missed.add(serverName)
    if (end === 'once') this.#passes.add(getKey(request))
    // The server would also miss the other answers.
    return this.#abandoned(serverName).length === 0 && this.#missed.delete(serverName) ? 'missed' : null
  }

  /** Uses up an earlier one-time approval. Whether there was one. */
  takePass(request: ReachRequest): boolean {
    return this.#passes.delete(getKey(request))
  }

  /** Call when the server is no longer wanted. Withdraws questions that nothing waits for. */
  forget(serverName: string): void {
    this.#missed.delete(serverName)
    for (const { controller } of this.#abandoned(serverName)) controller.abort()
    for (const pass of this.#passes) if (pass.startsWith(getPrefix(serverName))) this.#passes.delete(pass)
  }

  withdrawAll(): void {
    for (const { controller } of this.#open) controller.abort()
    this.#passes.clear()
  }

  #abandoned(serverName: string): readonly HostInQuestion[] {
    return [...this.#open].filter(
      ({ request, requestIds }) => request.serverName === serverName && requestIds.size === 0
    )
  }
}

function getKey(request: ReachRequest): string {
  return `${getPrefix(request.serverName)}${targetText(request)}`
}

function getPrefix(serverName: string): string {
  return `${JSON.stringify(serverName)} `
}
