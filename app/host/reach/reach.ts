/** Hosts that contained servers reach, among the areas: who decides, what is kept where, and what the ledger says. */
import { canParseUrl } from '../../base/can-parse-url'
import { HostError } from '../../base/host-error'
import type { ReachView } from '../../contract/reach'
import type { Said } from '../../contract/said'
import { recordReachDecision, recordReached } from '../../ledger/record-reach'
import type { ReachRequest } from '../../mcp/interface'
import { isListed, readHostRule } from '../../net/host-rules'
import type { HostRule } from '../../net/host-rules'
import { bareHost } from '../../net/place'
import { createReach } from '../../server-requests/reach'
import { refusals } from '../../server-requests/reach-refusals'
import { ReachedPlaces } from '../../server-requests/reached-places'
import type { ServerDefinition } from '../../settings/definition'
import { say } from '../../texts/said'
import type { Areas } from '../areas/areas'
import { unknownServer } from '../areas/background-work'
import type { HostEvents } from '../areas/events'
import type { Ports } from '../areas/ports'

type Needed = Pick<Areas, 'consent' | 'settings' | 'runningCalls' | 'records' | 'conversations' | 'servers'>

export interface HostReach {
  /** @throws HostError SERVER_UNKNOWN */
  read(serverName: string): ReachView
  /** Takes the line out of the entry. @throws HostError SERVER_UNKNOWN, SETTINGS_WRITE_FAILED */
  forgetLine(serverName: string, line: string): Promise<void>
  dispose(): void
}

export function createHostReach(ports: Ports, events: HostEvents, areas: Needed): HostReach {
  const { consent, settings, runningCalls, records, conversations, servers } = areas
  const places = new ReachedPlaces()
  const reach = createReach({
    mcp: ports.mcp,
    consent,
    findCall: (callId) => {
      const call = runningCalls.find(callId)
      if (call === null) return null
      return {
        ...call,
        note: (note) => conversations.noteForCall(call, note),
        showAskedModel: () => {}
      }
    },
    knowledgeOf: (request) => knowledgeOf(request, areas),
    keepLine: async (serverName, line) => await keepLine({ serverName, line }, events, areas),
    decided: (request, end) => {
      // Of several calls nobody knows which one it was.
      const [callId] = request.callIds.length === 1 ? request.callIds : []
      const call = callId === undefined ? null : runningCalls.find(callId)
      recordReachDecision({ request, end, place: call ?? nowhere }, records.ledger)
    },
    tell: (text) => events.raise('alert', text),
    now: ports.now,
    log: ports.log.in('reach')
  })
  const unsubscribe = [
    ports.mcp.subscribe({
      reached: (news) => {
        places.add(news.serverName, news)
        if (ownRefusals.has(news.reason ?? '')) return
        const definition = settings.current().servers.find(({ name }) => name === news.serverName)
        const lines = definition === undefined ? null : linesOf(definition)
        recordReached({ news, isNamed: isListed(toRules(lines), news) }, records.ledger)
      }
    }),
    settings.onChange(({ servers: wanted }) => wanted.forEach(tellHosts)),
    servers.onRemoved((serverName) => places.forget(serverName))
  ]
  /** What waits for one of them goes on. */
  const tellHosts = (definition: ServerDefinition): void => {
    const hosts = approvedLines(definition, areas)
    if (hosts !== null) void ports.mcp.clients.setHosts(definition.name, hosts).catch(() => {}) // they have gone with their process
  }
  return {
    read: (serverName) => ({
      allowed: linesOf(requireServer(serverName, areas)),
      refused: (consent.view().refusedHosts ?? []).filter((each) => each.serverName === serverName),
      reached: places.of(serverName),
      silentUntil: reach.silentUntil(serverName)
    }),
    forgetLine: async (serverName, line) => await settings.setHost(serverName, line, false),
    dispose: () => {
      for (const end of unsubscribe) end()
      reach.dispose()
    }
  }
}

const nowhere = { conversationId: null, messageId: null, callId: null }

function requireServer(serverName: string, { settings }: Pick<Areas, 'settings'>): ServerDefinition {
  const found = settings.current().servers.find(({ name }) => name === serverName)
  if (found === undefined) throw unknownServer(serverName)
  return found
}

function linesOf(definition: ServerDefinition): string[] | null {
  const hosts = definition.transport === 'stdio' ? definition.containment?.hosts : undefined
  return hosts === undefined ? null : [...hosts]
}

/** Whoever can write the settings file can add lines: they count when the person has said yes to them. */
function approvedLines(
  definition: ServerDefinition,
  { consent }: Pick<Areas, 'consent'>
): readonly string[] | null {
  const lines = linesOf(definition)
  if (lines === null) return null
  const trusted = consent.view().trustedServers.find(({ serverName }) => serverName === definition.name)
  const approved = new Set(trusted?.act.containment?.hosts)
  return lines.filter((line) => approved.has(line))
}

/** Approved first: the file is read again as soon as it is written. One that can't be written counts for this once. */
async function keepLine(
  { serverName, line }: { readonly serverName: string; readonly line: string },
  events: HostEvents,
  { consent, settings }: Pick<Areas, 'consent' | 'settings'>
): Promise<void> {
  await consent.approveHost(serverName, line)
  try {
    await settings.setHost(serverName, line, true)
  } catch (error) {
    if (!(error instanceof HostError)) throw error
    events.raise('alert', say('reach.notKept', { host: line, reason: error.said }))
  }
}

function knowledgeOf(
  request: ReachRequest,
  { settings, consent }: Pick<Areas, 'settings' | 'consent'>
): { readonly namedBy: readonly string[]; readonly notes: readonly Said[] } {
  const { servers } = settings.current()
  const others = servers.filter(({ name }) => name !== request.serverName)
  const isSame = (address: string) =>
    canParseUrl(address) && bareHost(new URL(address).hostname) === request.host
  const { trustedDestinations = [] } = consent.view()
  const { host } = request
  return {
    namedBy: others.filter((each) => isListed(toRules(linesOf(each)), request)).map(({ name }) => name),
    notes: [
      ...trustedDestinations
        .filter(({ act }) => act.kind === 'model' && isSame(act.address))
        .map(({ act }) => say('reach.ofProvider', { host, name: act.name })),
      ...others
        .filter((each) => each.transport !== 'stdio' && isSame(each.url))
        .map(({ name }) => say('reach.ofServer', { host, name }))
    ]
  }
}

function toRules(lines: readonly string[] | null): readonly HostRule[] {
  return (lines ?? []).flatMap((line) => readHostRule(line) ?? [])
}

const ownRefusals: ReadonlySet<string> = new Set(Object.values(refusals))
