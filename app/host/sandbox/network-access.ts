/** Hosts that sandboxed servers connect to: who decides, what is kept where, and what the ledger records. */
import type { Logger } from '../../base/logger'
import type { ApprovalsControl } from '../../consent/approvals/approvals'
import type { Conversations } from '../../conversation/conversations'
import type { TurnCalls } from '../../conversation/calls/turn-calls'
import type { Ledger } from '../../ledger/interface'
import type { FollowedPolicy } from '../../policy-file/followed-policy'
import type { HistoryStore } from '../../history/interface'
import type { ServersControl } from '../../servers/registry/server-registry'
import type { Settings } from '../../settings/store/settings-store'
import { canParseUrl } from '../../base/can-parse-url'
import { HostError } from '../../base/host-error'
import type { KnownHost, ConnectionEnd, NetworkView } from '../../contract/consent/network-access'
import type { LocalizedText, Warning } from '../../contract/localized-text'
import { recordNetworkDecision, recordConnection } from '../../ledger/record-network'
import type { McpEvents, McpGateway, ReachRequest } from '../../mcp/interface'
import { isListed, readHostRule } from '../../net/hostname-rules'
import type { HostRule } from '../../net/hostname-rules'
import { bareHost } from '../../net/address-location'
import { createNetworkAccess } from '../../server-requests/network-access'
import type { RequestingCall } from '../../server-requests/server-requests'
import { networkDenialMessages } from '../../server-requests/network-denial-messages'
import { UsedHosts } from '../../server-requests/used-hosts'
import type { ServerDefinition, StdioDefinition } from '../../settings/definition'
import { say } from '../../texts/render-localized'
import { createConnectAgain } from './connect-again'
import { keepPlaces } from './remembered-hosts'
import { warn } from '../../texts/warn'

export interface HostNetworkAccessOptions {
  readonly mcp: McpGateway
  readonly consent: ApprovalsControl
  readonly settings: Pick<Settings, 'current' | 'onChange' | 'setHost'>
  readonly policy: Pick<FollowedPolicy, 'refusalOfHost' | 'hostsLeft' | 'onChange'>
  readonly servers: Pick<ServersControl, 'onRemoved' | 'list' | 'onChange' | 'start' | 'restart'>
  readonly runningCalls: TurnCalls
  readonly conversations: Pick<Conversations, 'noteForCall'>
  readonly ledger: Pick<Ledger, 'record'>
  /** A notice that the user didn't ask for. */
  readonly alert: (text: LocalizedText) => void
  readonly history: Pick<HistoryStore, 'readFact' | 'writeFact'>
  readonly now: () => number
  readonly log: Logger
}

type Known = Pick<HostNetworkAccessOptions, 'consent' | 'settings'>
type Ruled = Pick<HostNetworkAccessOptions, 'consent' | 'policy'>

export interface HostNetworkAccess {
  /** @throws HostError SERVER_UNKNOWN */
  read(serverName: string): NetworkView
  /** Forgets the hosts that it connected to, not its allowed hosts. */
  forgetPlaces(serverName: string): void
  /** Removes the line from the entry. @throws HostError SERVER_UNKNOWN, SETTINGS_WRITE_FAILED */
  forgetLine(serverName: string, line: string): Promise<void>
  dispose(): void
}

export function createHostNetworkAccess(options: HostNetworkAccessOptions): HostNetworkAccess {
  const { mcp, consent, settings, runningCalls, servers, policy, now, log } = options
  const places = new UsedHosts()
  const keep = keepPlaces(places, options.history)
  const again = createConnectAgain({
    servers,
    isBusy: (serverName) => runningCalls.hasAny(serverName),
    onRest: (serverName) => reach.forget(serverName),
    inBackground: (serverName, work) =>
      void work.catch((error: unknown) => log.warn('Work on a server failed', { serverName, error }))
  })
  const reach = createNetworkAccess({
    mcp,
    consent,
    now,
    log,
    isWanted: again.isWanted,
    allowedAtStart: again.allowed,
    findCall: (callId) => findCall(callId, options),
    refusalOfHost: (target) => policy.refusalOfHost(target),
    knowledgeOf: (request) => knowledgeOf(request, options, places),
    keepLine: async (serverName, line) => await keepLine({ serverName, line }, options),
    decided: (request, end) => recordDecision(request, end, options),
    tell: options.alert
  })
  const forget = (serverName: string): void => {
    places.forget(serverName)
    keep.changed()
  }
  const unsubscribe = [
    mcp.subscribe({
      hostReached: (news) => {
        places.add(news.serverName, news)
        keep.changed()
        recordNews(news, options)
      }
    }),
    settings.onChange(({ servers: wanted }) => wanted.forEach((each) => tellHosts(each, options))),
    policy.onChange(() => settings.current().servers.forEach((each) => tellHosts(each, options))),
    servers.onRemoved((serverName) => reach.forget(serverName)),
    servers.onRemoved(forget)
  ]
  return {
    read: (serverName) => ({
      allowed: linesOf(requireServer(serverName, options)),
      refused: (consent.view().refusedHosts ?? []).filter((each) => each.serverName === serverName),
      reached: places.of(serverName),
      silentUntil: reach.silentUntil(serverName)
    }),
    forgetPlaces: forget,
    forgetLine: async (serverName, line) => await settings.setHost(serverName, line, false),
    dispose: () => {
      for (const end of unsubscribe) end()
      again.dispose()
      reach.dispose()
      keep.flush()
    }
  }
}

/** Connections that wait for one of these hosts continue. */
function tellHosts(
  definition: ServerDefinition,
  options: Pick<HostNetworkAccessOptions, 'mcp' | 'consent' | 'policy'>
): void {
  const hosts = approvedLines(definition, options)
  if (hosts !== null) void options.mcp.clients.setHosts(definition.name, hosts).catch(() => {}) // they have ended with their process
}

function findCall(
  callId: string,
  { runningCalls, conversations }: Pick<HostNetworkAccessOptions, 'runningCalls' | 'conversations'>
): RequestingCall | null {
  const call = runningCalls.findInConversation(callId)
  if (call === null) return null
  return {
    ...call,
    note: (note) => conversations.noteForCall(call, note),
    showAskedModel: () => {}
  }
}

function recordDecision(
  request: ReachRequest,
  end: ConnectionEnd,
  { runningCalls, ledger }: Pick<HostNetworkAccessOptions, 'runningCalls' | 'ledger'>
): void {
  // When several calls run, any of them could have caused it.
  const [callId] = request.callIds.length === 1 ? request.callIds : []
  const call = callId === undefined ? null : runningCalls.find(callId)
  recordNetworkDecision({ request, end, place: call ?? nowhere }, ledger)
}

function recordNews(
  news: Parameters<McpEvents['hostReached']>[0],
  { settings, ledger }: Pick<HostNetworkAccessOptions, 'settings' | 'ledger'>
): void {
  if (ownRefusals.has(news.reason ?? '')) return
  const definition = settings.current().servers.find(({ name }) => name === news.serverName)
  const lines = definition === undefined ? null : linesOf(definition)
  recordConnection({ news, isNamed: isListed(toRules(lines), news) }, ledger)
}

const nowhere = { conversationId: null, messageId: null, callId: null }

function requireServer(serverName: string, { settings }: Pick<Known, 'settings'>): ServerDefinition {
  const found = settings.current().servers.find(({ name }) => name === serverName)
  if (found === undefined)
    throw new HostError('SERVER_UNKNOWN', say('host.unknownServer', { server: serverName }))
  return found
}

function linesOf(definition: ServerDefinition): string[] | null {
  const hosts = definition.transport === 'stdio' ? definition.containment?.hosts : undefined
  return hosts === undefined ? null : [...hosts]
}

/** Any program that can write the settings file can add lines. They count only after the user has approved them. */
function approvedLines(definition: ServerDefinition, { consent, policy }: Ruled): readonly string[] | null {
  const lines = linesOf(definition)
  if (lines === null) return null
  const trusted = consent.view().trustedServers.find(({ serverName }) => serverName === definition.name)
  const approved = new Set(trusted?.act.containment?.hosts)
  return policy.hostsLeft(lines).filter((line) => approved.has(line))
}

/**
 * Approved first, because the file is read again as soon as it is written. If it can't be written, the approval applies
 * once.
 */
async function keepLine(
  { serverName, line }: { readonly serverName: string; readonly line: string },
  { consent, settings, alert }: Known & Pick<HostNetworkAccessOptions, 'alert'>
): Promise<void> {
  await consent.approveHost(serverName, line)
  try {
    await settings.setHost(serverName, line, true)
  } catch (error) {
    if (!(error instanceof HostError)) throw error
    alert(say('reach.notKept', { host: line, reason: error.said }))
  }
}

function knowledgeOf(
  request: ReachRequest,
  { settings, consent }: Known,
  places: UsedHosts
): { readonly namedBy: readonly string[]; readonly notes: readonly Warning[]; readonly known: KnownHost } {
  const { servers } = settings.current()
  const own = servers.find(({ name }) => name === request.serverName)
  const others = servers.filter(({ name }) => name !== request.serverName)
  const isSame = (address: string) =>
    canParseUrl(address) && bareHost(new URL(address).hostname) === request.host
  const { trustedDestinations = [] } = consent.view()
  const { host } = request
  return {
    known: {
      before: places.find(request.serverName, host),
      reachedBy: places.serversAt(host).filter((name) => name !== request.serverName),
      isInEntry: own?.transport === 'stdio' && speaksOf(own, host)
    },
    namedBy: others.filter((each) => isListed(toRules(linesOf(each)), request)).map(({ name }) => name),
    notes: [
      ...trustedDestinations
        .filter(({ act }) => act.kind === 'model' && isSame(act.address))
        .map(({ act }) => warn('reach.ofProvider', { host, name: act.name })),
      ...others
        .filter((each) => each.transport !== 'stdio' && isSame(each.url))
        .map(({ name }) => warn('reach.ofServer', { host, name }))
    ]
  }
}

/** As a whole hostname, not as the end of another one. */
function speaksOf({ args, env }: StdioDefinition, host: string): boolean {
  const isPart = /[\w.-]/
  return [...args, ...Object.values(env)].some((text) => {
    const lower = text.toLowerCase()
    for (let at = lower.indexOf(host); at >= 0; at = lower.indexOf(host, at + 1)) {
      const [before, after] = [lower.charAt(at - 1), lower.charAt(at + host.length)]
      if (!isPart.test(before) && !/[\w-]/.test(after)) return true
    }
    return false
  })
}

function toRules(lines: readonly string[] | null): readonly HostRule[] {
  return (lines ?? []).flatMap((line) => readHostRule(line) ?? [])
}

const ownRefusals: ReadonlySet<string> = new Set(Object.values(networkDenialMessages))
