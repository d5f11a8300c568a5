/**
 * Records what leaves the core: wraps its ports, and knows where entries are sent and what an administrator decided
 * about that. The areas don't notice.
 */
import type { LocalizedText } from '../../contract/localized-text'
import type { SignInFetch } from '../../auth/discovery/guarded-fetch'
import { schedule } from '../../base/schedule'
import type { TurnCalls } from '../../conversation/calls/turn-calls'
import type { SamplingBudgets } from '../../server-requests/budgets'
import type { Variables } from '../../settings/parse/variables'
import type { Destinations } from './destinations-area'
import type { HostEvents } from './host-events'
import type { ManagedPolicy } from '../../policy-file/interface'
import { createDecisions, type DecisionRecorder } from '../../ledger/decisions'
import { createLedger, type LedgerControl } from '../../ledger/activity-ledger'
import { createStoredEnd } from '../../ledger/stored-end'
import { createOtlpExport, type OtlpExport } from '../../ledger/otlp-export'
import {
  parseAddressHost,
  recordExport,
  recordIcons,
  recordSignIn,
  withoutQuery
} from '../../ledger/record-addresses'
import {
  createKeyRecords,
  recordDownload,
  recordDirectory,
  recordListing,
  recordPull
} from '../../ledger/record-destinations'
import { recordModel } from '../../ledger/record-models'
import { recordServers, type RecordedServers } from '../../ledger/record-servers'
import type { LedgerPlace } from '../../ledger/interface'
import type { ServerLaunch } from '../../mcp/interface'
import type { Destination } from '../../net/destination'
import type { ResolvedModel } from '../../models/model'
import type { HostPorts } from './host-ports'
import { fetchIcon, type FetchIcon } from '../../servers/icons/icon-fetch'

export interface HostLedgerParts {
  readonly runningCalls: TurnCalls
  readonly budgets: SamplingBudgets
  readonly variables: Variables
  readonly policy: ManagedPolicy
  readonly destinations: Destinations
}

export interface HostLedger extends Pick<RecordedServers, 'recordCall'> {
  readonly ledger: LedgerControl
  readonly otlp: OtlpExport
  readonly decisions: DecisionRecorder
  /** The ports, with everything that is sent recorded. */
  readonly ports: HostPorts
  /** Opens a link that something in a conversation asked for. @throws HostError LINK_REFUSED */
  readonly openLinkFrom: (url: string, place: LedgerPlace) => Promise<void>
  /** Records a model request of a turn. */
  readonly forTurn: (
    model: ResolvedModel,
    /** `id`: null if the request is for no message. */
    message: { readonly conversationId: string; readonly id: string | null }
  ) => ResolvedModel
  /** Records a model request of a server. */
  readonly forSampling: (
    model: ResolvedModel,
    origin: {
      readonly conversationId: string | null
      readonly callId: string | null
      /** No user reviewed the request: the server is approved automatically. */
      readonly isAutomatic: boolean
    }
  ) => ResolvedModel
  /** To be called before the models of a provider are listed. */
  readonly noteListing: (destination: Destination) => void
  /** To be called before a program on this computer is asked to download a model. */
  readonly notePull: (destination: Destination, model: string) => void
  /** To be called before a registry of servers is requested. */
  readonly noteDirectory: (destination: Destination, request: { url: string; search: string }) => void
  readonly noteDownload: (url: string) => void
  /** Records network requests of a sign-in and for icons. */
  readonly forSignIn: (serverName: string, fetch: SignInFetch) => SignInFetch
  readonly forIcons: FetchIcon
  dispose(): Promise<void>
}

const byPerson = { by: 'person', detail: null } as const
const automatically = { by: 'rule', detail: 'sampling approved automatically' } as const

export function createHostLedger(ports: HostPorts, events: HostEvents, parts: HostLedgerParts): HostLedger {
  const { runningCalls, budgets, variables, policy, destinations } = parts
  const decisions = createDecisions()
  const alert = (text: LocalizedText): void => events.raise('alert', text)
  const { history } = ports
  const log = ports.log.in('ledger')
  const services = { history, schedule, alert, log }
  const otlp = createOtlpExport({
    ...services,
    version: ports.app.version,
    expand: (text) => variables.expandText(text),
    tell: (text) => events.raise('status', text),
    admit: (destination, admission) => destinations.admit(destination, admission),
    onUntrusted: (text) => events.raise('alert', text, 'ask-collector'),
    onBegin: (endpoint) => recordExport(endpoint, policyOfCollector(policy), ledger),
    onChange: (collector) => events.emit('collector.changed', { collector })
  })
  const ledger = createLedger({
    ...services,
    endNote: createStoredEnd(ports.dataFolder),
    redact: (text) => ports.secretRegistry.redact(text),
    now: ports.now,
    newId: ports.newId,
    onKept: () => otlp.notice()
  })
  destinations.onAdmitted(createKeyRecords(ledger))
  const placeOf = (callId: string) => findPlace(callId, runningCalls)
  const { gateway, recordCall, placeOfLink } = recordServers(ports.mcp, {
    ledger,
    decisions,
    placeOf,
    permissionOf: (callId) => runningCalls.find(callId)?.grantId,
    prepare: (launch) => declareAbilities(launch, budgets, ports)
  })
  const openLinkFrom: HostLedger['openLinkFrom'] = async (url, place) => {
    const what = { recipientType: 'link', kind: 'link', recipient: parseAddressHost(url) } as const
    await ports.openLink(url)
    const subject = withoutQuery(url)
    ledger.record({ ...place, ...what, subject, content: url, telling: subject, decision: byPerson })
  }
  return {
    ledger,
    otlp,
    decisions,
    ports: { ...ports, mcp: gateway, openLink: (url) => openLinkFrom(url, placeOfLink(url)) },
    openLinkFrom,
    recordCall,
    ...recordersOfModels(ledger, placeOf),
    noteListing: (destination) => recordListing(destination, ledger),
    notePull: (destination, model) => recordPull(destination, model, ledger),
    noteDirectory: (destination, request) => recordDirectory(destination, request, ledger),
    noteDownload: (url) => recordDownload(url, ledger),
    forSignIn: (serverName, fetch) => recordSignIn(fetch, serverName, ledger),
    forIcons: recordIcons(fetchIcon, ledger),
    dispose: async () => {
      await ledger.dispose()
      await otlp.dispose()
    }
  }
}

/** Adds what Parley declares to the server. */
function declareAbilities(
  launch: ServerLaunch,
  budgets: SamplingBudgets,
  { openViewFrame }: Pick<HostPorts, 'openViewFrame'>
): ServerLaunch {
  return {
    ...launch,
    ...(budgets.isOff(launch.serverName) && { isWithoutSampling: true }),
    ...(openViewFrame !== undefined && { drawsViews: true })
  }
}

function findPlace(callId: string, runningCalls: TurnCalls): LedgerPlace | null {
  const call = runningCalls.find(callId)
  return call === null ? null : { conversationId: call.conversationId, messageId: call.messageId, callId }
}

/** The policy that sets the collector; null: the user sets it. */
function policyOfCollector({ ledgerEndpoint, view }: ManagedPolicy): string | null {
  return ledgerEndpoint === null ? null : (view?.file ?? null)
}

function recordersOfModels(
  ledger: LedgerControl,
  placeOf: (callId: string) => LedgerPlace | null
): Pick<HostLedger, 'forTurn' | 'forSampling'> {
  return {
    forTurn: (model, { conversationId, id: messageId }) =>
      recordModel(model, ledger, () => {
        return { kind: 'conversation', decision: byPerson, conversationId, messageId, callId: null }
      }),
    forSampling: (model, { conversationId, callId, isAutomatic }) =>
      recordModel(model, ledger, () => {
        const messageId = callId === null ? null : (placeOf(callId)?.messageId ?? null)
        const decision = isAutomatic ? automatically : byPerson
        return { kind: 'sampling request', decision, conversationId, messageId, callId }
      })
  }
}
