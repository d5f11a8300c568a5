/**
 * Traces of turns, if the user turned them on: builds their spans from events of other areas, sends them to a
 * collector, and gives servers the trace that a call belongs to.
 */
import type { ServerView } from '../../contract/servers'
import { schedule } from '../../base/schedule'
import type { ApprovalsControl } from '../../consent/approvals/approvals'
import type { Conversations } from '../../conversation/conversations'
import type { Ledger } from '../../ledger/interface'
import { recordTraces } from '../../ledger/record-addresses'
import { describeAddress } from '../../ledger/traces/model-spans'
import type { SpanAttributes } from '../../ledger/traces/span'
import { TraceExport, type TraceTarget } from '../../ledger/traces/trace-export'
import { TurnSpans } from '../../ledger/traces/turn-spans'
import type { McpGateway } from '../../mcp/interface'
import type { FollowedPolicy } from '../../policy-file/followed-policy'
import type { ManagedPolicy } from '../../policy-file/interface'
import type { ServersControl } from '../../servers/registry/server-registry'
import type { SettingsContent } from '../../settings/definition'
import type { Variables } from '../../settings/parse/variables'
import type { Settings } from '../../settings/store/settings-store'
import type { Destinations } from './destinations-area'
import type { HostEvents } from './host-events'
import type { HostPorts } from './host-ports'

export interface HostTracesParts {
  readonly ports: HostPorts
  readonly events: HostEvents
  readonly variables: Variables
  readonly consent: Pick<ApprovalsControl, 'destinations'>
  readonly destinations: Destinations
}

/** What decides about traces, and what they are built from. It exists later than what sends them. */
interface Traced {
  readonly settings: Pick<Settings, 'current' | 'onChange'>
  readonly policy: FollowedPolicy
  readonly conversations: Pick<Conversations, 'onEvent'>
  readonly consent: Pick<ApprovalsControl, 'onQuestionSettled'>
  readonly servers: Pick<ServersControl, 'list'>
  readonly records: { readonly ledger: Pick<Ledger, 'record'> }
}

export class HostTraces {
  readonly sending: TraceExport
  readonly #parts: HostTracesParts
  readonly #spans: TurnSpans
  #traced: Traced | null = null

  constructor(parts: HostTracesParts) {
    const { ports, events, variables, destinations } = parts
    this.#parts = parts
    this.sending = new TraceExport({
      version: ports.app.version,
      schedule,
      log: ports.log.in('traces'),
      expand: (text) => variables.expandText(text),
      admit: (destination, admission) => destinations.admit(destination, admission),
      alert: (text) => events.raise('alert', text),
      onUntrusted: (text) => events.raise('alert', text, 'ask-collector'),
      onBegin: (target) => {
        if (this.#traced !== null) recordTraces(target, this.#traced.records.ledger)
      }
    })
    this.#spans = new TurnSpans({
      mode: () => this.sending.mode,
      now: ports.now,
      redact: (text) => ports.secretRegistry.redact(text),
      describeServer: (serverName) =>
        describeServer(this.#traced?.servers.list().find(({ name }) => name === serverName)),
      finish: (span) => this.sending.add(span)
    })
  }

  readonly traceModel: TurnSpans['traceModel'] = (...asked) => this.#spans.traceModel(...asked)

  connect(traced: Traced): void {
    this.#traced = traced
    const { settings, policy } = traced
    settings.onChange((content) => this.sending.use(findTraceTarget(policy, content)))
    policy.onChange(() => this.sending.use(findTraceTarget(policy, settings.current())))
    traced.conversations.onEvent((event) => {
      if (event.name === 'message.changed') this.#follow(() => this.#spans.takeMessage(event.payload))
    })
    traced.consent.onQuestionSettled((settled) => this.#follow(() => this.#spans.takeSettled(settled)))
  }

  /** Adds its trace to each call, once the collector is trusted. */
  carry(gateway: McpGateway): McpGateway {
    const { clients } = gateway
    const callTool: typeof clients.callTool = (request) => {
      const { destination } = this.sending
      const isSent = destination !== null && this.#parts.consent.destinations.isTrusted(destination)
      const traceparent = isSent ? this.#spans.traceparent(request.callId) : null
      return clients.callTool(traceparent === null ? request : { ...request, traceparent })
    }
    return { ...gateway, clients: { ...clients, callTool } }
  }

  /** A mistake in here must not reach the turn. */
  #follow(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#parts.ports.log.in('traces').error('a span could not be built', { error })
    }
  }
}

/**
 * Where traces are sent; null: nowhere. The policy's collector replaces the user's. The user's headers are only for the
 * user's own collector of the activity log.
 */
function findTraceTarget(
  { ledgerEndpoint: managed }: ManagedPolicy,
  { values, ledgerEndpoint = null, ledgerHeaders = {} }: SettingsContent
): TraceTarget | null {
  const endpoint = managed ?? values['traces.endpoint'] ?? ledgerEndpoint
  if (!values['traces.send'] || endpoint === null) return null
  const isOfLog = managed === null && endpoint === ledgerEndpoint
  return { endpoint, headers: isOfLog ? ledgerHeaders : {}, hasContents: values['traces.contents'] }
}

function describeServer(server: ServerView | undefined): SpanAttributes {
  if (server === undefined) return {}
  const { protocolVersion, transport, usedTransport, address } = server
  const isProgram = (usedTransport ?? transport) === 'stdio'
  return {
    ...(protocolVersion !== null && { 'mcp.protocol.version': protocolVersion }),
    'network.transport': isProgram ? 'pipe' : 'tcp',
    ...(!isProgram && { 'network.protocol.name': 'http', ...describeAddress(address) })
  }
}
