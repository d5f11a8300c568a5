/**
 * Handles connections of sandboxed servers to hosts that their entries don't list: asks the user and answers the
 * waiting connection. A permanent approval becomes a line of the entry. The consent area remembers a permanent denial.
 */
import { domainToUnicode } from 'node:url'
import type { Logger } from '../base/logger'
import type { AskedQuestion, Approvals, NetworkDecision } from '../consent/interface'
import type { KnownHost, ConnectionEnd } from '../contract/consent/network-access'
import type { NetworkQuestion } from '../contract/questions/questions'
import type { LocalizedText, Warning } from '../contract/localized-text'
import type { McpGateway, ReachReply, ReachRequest } from '../mcp/interface'
import { lineFor, targetText } from '../net/hostname-rules'
import { say } from '../texts/render-localized'
import { listHostWarnings, warnAboutPlainHttp } from './judge-link'
import type { RequestingCall } from './server-requests'
import { HostsInQuestion, type AnswerTime, type HostInQuestion } from './hosts-in-question'
import { networkDenialMessages } from './network-denial-messages'
import { SilencedServers } from './silenced-servers'
import { calmFor, warn } from '../texts/warn'

export interface NetworkAccessOptions {
  readonly mcp: Pick<McpGateway, 'clients' | 'subscribe' | 'onLost'>
  readonly consent: Pick<Approvals, 'decideNetworkAccess' | 'refusalOf'>
  /** null for a call that no running turn has. */
  readonly findCall: (callId: string) => RequestingCall | null
  /** Other servers whose entries list the host, and what Parley itself uses it for. */
  readonly knowledgeOf: (request: ReachRequest) => {
    readonly namedBy: readonly string[]
    readonly notes: readonly Warning[]
    readonly known: KnownHost
  }
  /** The reason why a policy denies the host to all servers; null: the user decides. */
  readonly refusalOfHost: (target: ReachRequest) => LocalizedText | null
  /** Adds the line to the entry, which counts as approved. @throws HostError SERVER_UNKNOWN, FILE_WRITE_FAILED */
  readonly keepLine: (serverName: string, line: string) => Promise<void>
  /** Called with every decision, by the user or without a question. */
  readonly decided: (request: ReachRequest, decision: ConnectionEnd) => void
  /** Whether the server should be running. Its question outlives a failed connection. */
  readonly isWanted: (serverName: string) => boolean
  /** A host was allowed that the server requested while it was connecting. */
  readonly allowedAtStart: (serverName: string, time: AnswerTime) => void
  /** Notifies the user. */
  readonly tell: (text: LocalizedText) => void
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly log: Logger
}

export interface NetworkAccessControl {
  /** Until when requests of the server are denied without a question; null: it may ask. */
  silentUntil(serverName: string): number | null
  /** Call when the server is no longer wanted. */
  forget(serverName: string): void
  dispose(): void
}

export function createNetworkAccess(options: NetworkAccessOptions): NetworkAccessControl {
  const { mcp, log } = options
  const open = new HostsInQuestion()
  const silenced = new SilencedServers(options.now)
  const reply = async (requestIds: Iterable<string>, answer: ReachReply): Promise<void> => {
    for (const requestId of requestIds) await mcp.clients.answerReach(requestId, answer)
  }
  const settle = async (host: HostInQuestion): Promise<void> => {
    const { request, controller, requestIds } = host
    const end = await decide(request, { signal: controller.signal, silenced }, options)
    open.delete(host)
    if (end === null) return
    options.decided(request, end)
    const isAllowed = end === 'once' || end === 'always'
    const again = open.answered(host, end)
    await reply(requestIds, { isAllowed, reason: isAllowed ? '' : networkDenialMessages[end] })
    if (again !== null) options.allowedAtStart(request.serverName, again)
  }
  const ask = (request: ReachRequest): void => {
    if (open.takePass(request) && options.refusalOfHost(request) === null)
      return void reply([request.requestId], { isAllowed: true, reason: '' }).catch(() => {}) // as below
    if (open.join(request)) return
    const host = open.add(request)
    void settle(host)
      .catch(async (error: unknown) => {
        log.error('a network access question failed', { serverName: request.serverName, error })
        await reply(host.requestIds, { isAllowed: false, reason: networkDenialMessages.withdrawn })
      })
      .catch(() => {}) // the clients have disconnected, and everything that waited with them
      .finally(() => open.delete(host))
  }
  const leave = (requestId: string): void => {
    const host = open.leave(requestId)
    if (host === null) return
    const { isConnecting, serverName } = host.request
    if (!isConnecting || !options.isWanted(serverName)) host.controller.abort()
  }
  const unsubscribe = [
    mcp.subscribe({ networkAccessRequested: ask, requestWithdrawn: ({ requestId }) => leave(requestId) }),
    mcp.onLost(() => open.withdrawAll())
  ]
  return {
    silentUntil: (serverName) => silenced.until(serverName),
    forget: (serverName) => open.forget(serverName),
    dispose: () => {
      for (const end of unsubscribe) end()
      open.withdrawAll()
    }
  }
}

interface Deciding {
  readonly signal: AbortSignal
  readonly silenced: SilencedServers
}

/** null: nothing waits for it anymore. */
async function decide(
  request: ReachRequest,
  { signal, silenced }: Deciding,
  options: NetworkAccessOptions
): Promise<ConnectionEnd | null> {
  const { consent, tell, keepLine } = options
  const { serverName } = request
  if (silenced.until(serverName) !== null) return 'silenced'
  const { question, call } = getQuestion(request, options)
  const forbidden = (): 'forbidden' | null => {
    const refusal = options.refusalOfHost(request)
    if (refusal === null) return null
    call?.note({ serverName, text: refusal })
    if (silenced.refused(serverName)) tell(refusal)
    return 'forbidden'
  }
  const before = forbidden()
  if (before !== null) return before
  if (consent.refusalOf(question) !== null) return 'stopped'
  const decision = await consent.decideNetworkAccess(question, signal)
  if (decision.type === 'withdrawn') return null
  const end = getEnd(decision)
  // A policy may have changed since the question was asked.
  if (end === 'once' || end === 'always') {
    const since = forbidden()
    if (since !== null) return since
  }
  const place = targetText(request)
  if (end === 'always') await keepLine(serverName, question.line)
  if (end !== 'remembered') call?.note({ serverName, text: say('reach.noted', { place, end }) })
  if ((end === 'never' || end === 'not-now') && silenced.refused(serverName))
    tell(say('reach.silenced', { server: serverName, count: silenced.mostRefusals }))
  return end
}

function getEnd(decision: Exclude<NetworkDecision, { readonly type: 'withdrawn' }>): ConnectionEnd {
  if (decision.type === 'refused') return 'stopped'
  return decision.type === 'never' && decision.isRemembered ? 'remembered' : decision.type
}

function getQuestion(
  request: ReachRequest,
  { findCall, knowledgeOf }: NetworkAccessOptions
): { readonly question: AskedQuestion<NetworkQuestion>; readonly call: RequestingCall | null } {
  const { serverName, host, port, callIds } = request
  const calls = callIds.map((callId) => ({ callId, call: findCall(callId) }))
  // With several calls, it is unknown which one caused it.
  const only = calls.length === 1 ? calls[0] : undefined
  const { namedBy, notes, known } = knowledgeOf(request)
  const found = [...listHostWarnings(host, domainToUnicode(host)), ...warningsOfPort(host, port)]
  const question = {
    serverName,
    conversationId: only?.call?.conversationId ?? null,
    callId: only?.callId ?? null,
    toolName: only?.call?.toolName ?? null,
    calls: calls.map(({ callId, call }) => ({ callId, toolName: call?.toolName ?? null })),
    host,
    port,
    line: lineFor(request),
    isConnecting: request.isConnecting,
    namedBy: [...namedBy],
    known,
    warnings: [...(known?.isInEntry === true ? calmFor('namedHost', found) : found), ...notes]
  }
  return { question, call: only?.call ?? null }
}

function warningsOfPort(host: string, port: number): readonly Warning[] {
  if (port === 443) return []
  return port === 80 ? warnAboutPlainHttp(host) : [warn('links.unusualPort', { port: `${port}` })]
}
