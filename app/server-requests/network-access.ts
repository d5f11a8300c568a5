/**
 * Hosts that contained servers want to reach and that their entries don't name: hears of a connection that waits, puts it
 * before the person, and answers. A yes for good becomes a line of the entry, a no for good is remembered by the gate.
 */
import { domainToUnicode } from 'node:url'
import type { Logger } from '../base/logger'
import type { AskedQuestion, Approvals, NetworkDecision } from '../consent/interface'
import type { KnownHost, ConnectionEnd } from '../contract/consent/network-access'
import type { NetworkQuestion } from '../contract/consents'
import type { LocalizedText, Warning } from '../contract/localized-text'
import type { McpGateway, ReachReply, ReachRequest } from '../mcp/interface'
import { lineFor, targetText } from '../net/hostname-rules'
import { say } from '../texts/render-localized'
import { warningsOfHost, warnOfPlainHttp } from './judge-link'
import type { RequestingCall } from './server-requests'
import { OpenHosts, type AnswerTime, type AllowedHost } from './open-hosts'
import { refusals } from './network-denials'
import { SilencedServers } from './silenced-servers'
import { calmFor, warn } from '../texts/warn'

export interface NetworkAccessOptions {
  readonly mcp: Pick<McpGateway, 'clients' | 'subscribe' | 'onLost'>
  readonly consent: Pick<Approvals, 'decideReach' | 'refusalOf'>
  /** Null for a call that no turn knows (any more). */
  readonly findCall: (callId: string) => RequestingCall | null
  /** Other servers whose entries name the host, and what it is to Parley itself. */
  readonly knowledgeOf: (request: ReachRequest) => {
    readonly namedBy: readonly string[]
    readonly notes: readonly Warning[]
    readonly known: KnownHost
  }
  /** Why a policy lets no server reach it; null: the person decides. */
  readonly refusalOfHost: (target: ReachRequest) => LocalizedText | null
  /** Adds the line to the entry, where it counts as approved. @throws HostError SERVER_UNKNOWN, FILE_WRITE_FAILED */
  readonly keepLine: (serverName: string, line: string) => Promise<void>
  /** Hears every decision, the person's and those without a question. */
  readonly decided: (request: ReachRequest, decision: ConnectionEnd) => void
  /** Whether the server is to run: its question outlives a connection that failed. */
  readonly isWanted: (serverName: string) => boolean
  /** A host was allowed that its server asked for while it was connecting. */
  readonly allowedAtStart: (serverName: string, time: AnswerTime) => void
  /** News for the person. */
  readonly tell: (text: LocalizedText) => void
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly log: Logger
}

export interface NetworkAccessControl {
  /** Until when the server is refused unasked; null: it may ask. */
  silentUntil(serverName: string): number | null
  /** The server isn't wanted any more. */
  forget(serverName: string): void
  dispose(): void
}

export function createNetworkAccess(options: NetworkAccessOptions): NetworkAccessControl {
  const { mcp, log } = options
  const open = new OpenHosts()
  const silenced = new SilencedServers(options.now)
  const reply = async (requestIds: Iterable<string>, answer: ReachReply): Promise<void> => {
    for (const requestId of requestIds) await mcp.clients.answerReach(requestId, answer)
  }
  const settle = async (host: AllowedHost): Promise<void> => {
    const { request, controller, requestIds } = host
    const end = await decide(request, { signal: controller.signal, silenced }, options)
    open.delete(host)
    if (end === null) return
    options.decided(request, end)
    const isAllowed = end === 'once' || end === 'always'
    const again = open.answered(host, end)
    await reply(requestIds, { isAllowed, reason: isAllowed ? '' : refusals[end] })
    if (again !== null) options.allowedAtStart(request.serverName, again)
  }
  const ask = (request: ReachRequest): void => {
    if (open.takePass(request) && options.refusalOfHost(request) === null)
      return void reply([request.requestId], { isAllowed: true, reason: '' }).catch(() => {}) // as below
    if (open.join(request)) return
    const host = open.add(request)
    void settle(host)
      .catch(async (error: unknown) => {
        log.error('a host was not decided on', { serverName: request.serverName, error })
        await reply(host.requestIds, { isAllowed: false, reason: refusals.withdrawn })
      })
      .catch(() => {}) // the clients have gone, and everything that waited with them
      .finally(() => open.delete(host))
  }
  const leave = (requestId: string): void => {
    const host = open.leave(requestId)
    if (host === null) return
    const { isConnecting, serverName } = host.request
    if (!isConnecting || !options.isWanted(serverName)) host.controller.abort()
  }
  const unsubscribe = [
    mcp.subscribe({ reachAsked: ask, requestWithdrawn: ({ requestId }) => leave(requestId) }),
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

/** Null: nobody waits for it any more. */
async function decide(
  request: ReachRequest,
  { signal, silenced }: Deciding,
  options: NetworkAccessOptions
): Promise<ConnectionEnd | null> {
  const { consent, tell, keepLine } = options
  const { serverName } = request
  if (silenced.until(serverName) !== null) return 'silenced'
  const { question, call } = questionOf(request, options)
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
  const decision = await consent.decideReach(question, signal)
  if (decision.type === 'withdrawn') return null
  const end = endOf(decision)
  // It may say something else than when the question came up.
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

function endOf(decision: Exclude<NetworkDecision, { readonly type: 'withdrawn' }>): ConnectionEnd {
  if (decision.type === 'refused') return 'stopped'
  return decision.type === 'never' && decision.isRemembered ? 'remembered' : decision.type
}

function questionOf(
  request: ReachRequest,
  { findCall, knowledgeOf }: NetworkAccessOptions
): { readonly question: AskedQuestion<NetworkQuestion>; readonly call: RequestingCall | null } {
  const { serverName, host, port, callIds } = request
  const calls = callIds.map((callId) => ({ callId, call: findCall(callId) }))
  // Of several nobody knows which one it was.
  const only = calls.length === 1 ? calls[0] : undefined
  const { namedBy, notes, known } = knowledgeOf(request)
  const found = [...warningsOfHost(host, domainToUnicode(host)), ...warningsOfPort(host, port)]
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
  return port === 80 ? warnOfPlainHttp(host) : [warn('links.unusualPort', { port: `${port}` })]
}
