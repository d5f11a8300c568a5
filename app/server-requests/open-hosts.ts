/**
 * The hosts that are asked about. A question that came up while a server was connecting outlives the server's patience: its
 * answer counts for the next connection.
 */
import type { ConnectionEnd } from '../contract/consent/network-access'
import type { ReachRequest } from '../mcp/interface'
import { targetText } from '../net/hostname-rules'

/** `missed`: the server gave up before the answer. `in-time`: it may still fail, because it waited for long. */
export type AnswerTime = 'missed' | 'in-time'

export interface AllowedHost {
  readonly request: ReachRequest
  readonly controller: AbortController
  /** Of the connections that wait for the answer. */
  readonly requestIds: Set<string>
}

export class OpenHosts {
  readonly #open = new Set<AllowedHost>()
  /** Allowed once, for a connection that had gone by then. */
  readonly #passes = new Set<string>()
  /** Servers that gave up before a host was allowed. */
  readonly #missed = new Set<string>()

  add(request: ReachRequest): AllowedHost {
    const host = { request, controller: new AbortController(), requestIds: new Set([request.requestId]) }
    this.#open.add(host)
    return host
  }

  /** Whether a question that nobody waited for any more is this one's, too. */
  join(request: ReachRequest): boolean {
    const same = this.#abandoned(request.serverName).find((host) => keyOf(host.request) === keyOf(request))
    same?.requestIds.add(request.requestId)
    return same !== undefined
  }

  /** Null: it isn't one of these, or others wait for the same answer. */
  leave(requestId: string): AllowedHost | null {
    for (const host of this.#open)
      if (host.requestIds.delete(requestId)) return host.requestIds.size === 0 ? host : null
    return null
  }

  delete(host: AllowedHost): void {
    this.#open.delete(host)
  }

  /** What the server is to be connected again for; null: for nothing, or not before its other questions are answered. */
  answered({ request, requestIds }: AllowedHost, end: ConnectionEnd): AnswerTime | null {
    const { serverName, isConnecting } = request
    if (!isConnecting) return null
    const isAllowed = end === 'once' || end === 'always'
    if (isAllowed && requestIds.size > 0) return 'in-time'
    if (isAllowed) this.#missed.add(serverName)
    if (end === 'once') this.#passes.add(keyOf(request))
    // Each of the others would be missed in its turn.
    return this.#abandoned(serverName).length === 0 && this.#missed.delete(serverName) ? 'missed' : null
  }

  /** Whether it was allowed once before it came. */
  takePass(request: ReachRequest): boolean {
    return this.#passes.delete(keyOf(request))
  }

  /** The server isn't wanted any more: what waits for nobody is withdrawn. */
  forget(serverName: string): void {
    this.#missed.delete(serverName)
    for (const { controller } of this.#abandoned(serverName)) controller.abort()
    for (const pass of this.#passes) if (pass.startsWith(prefixOf(serverName))) this.#passes.delete(pass)
  }

  withdrawAll(): void {
    for (const { controller } of this.#open) controller.abort()
    this.#passes.clear()
  }

  #abandoned(serverName: string): readonly AllowedHost[] {
    return [...this.#open].filter(
      ({ request, requestIds }) => request.serverName === serverName && requestIds.size === 0
    )
  }
}

function keyOf(request: ReachRequest): string {
  return `${prefixOf(request.serverName)}${targetText(request)}`
}

function prefixOf(serverName: string): string {
  return `${JSON.stringify(serverName)} `
}
