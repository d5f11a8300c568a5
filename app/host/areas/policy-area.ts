/**
 * Connects the policy of this computer with the other areas: what a change means for what runs, and how the user is
 * notified. Areas that read the policy only when they decide need nothing: they get its current state.
 */
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'
import { schedule } from '../../base/schedule'
import type { ApprovalsControl } from '../../consent/approvals/approvals'
import type { HostEvents } from './host-events'
import type { HostLedger } from './ledger-area'
import type { OtlpTarget } from '../../ledger/collector-destination'
import { buildConsentView, buildSettingsView } from './host-views'
import type { Models } from '../../models/routing/router'
import type { Destination } from '../../net/destination'
import { followPolicy, type FollowedPolicy } from '../../policy-file/followed-policy'
import type { ManagedPolicy } from '../../policy-file/interface'
import type { HostPorts } from './host-ports'
import type { SamplingBudgets } from '../../server-requests/budgets'
import type { Roots } from '../../server-requests/roots'
import type { ServersControl } from '../../servers/registry/server-registry'
import type { SettingsContent } from '../../settings/definition'
import type { Settings } from '../../settings/store/settings-store'

interface ConcernedAreas {
  readonly policy: FollowedPolicy
  readonly servers: ServersControl
  readonly records: HostLedger
  readonly settings: Settings
  readonly models: Models
  readonly consent: ApprovalsControl
  readonly budgets: SamplingBudgets
  readonly roots: Roots
}

export function createHostPolicy({ policyFile }: Pick<HostPorts, 'policyFile'>): FollowedPolicy {
  return followPolicy({ file: policyFile, schedule })
}

/** Null if servers may be approved automatically. */
export function findAutomaticDenial({
  view,
  isAutomaticSamplingForbidden
}: FollowedPolicy): LocalizedText | null {
  if (!isAutomaticSamplingForbidden) return null
  return say('policy.reviewForced', { file: view?.file ?? '' })
}

/** Null if the policy lets Parley send there. */
export function findDestinationDenial(policy: ManagedPolicy, { act }: Destination): LocalizedText | null {
  if (act.kind === 'collector') return policy.refusalOfCollector(act.address)
  // A policy limits which servers run, not what a directory lists. An unreadable policy blocks both.
  if (act.kind === 'directory') return policy.view?.failure ?? null
  return policy.refusalOfProvider({ type: act.type, url: act.address })
}

/** Every change applies at once, also to running servers. */
export function connectPolicy(ports: HostPorts, events: HostEvents, areas: ConcernedAreas): void {
  const { policy, servers, records, settings, models } = areas
  const tellFailure = (): boolean => {
    const failure = policy.view?.failure ?? null
    if (failure !== null) events.raise('alert', failure)
    return failure !== null
  }
  tellFailure()
  policy.onChange(() => {
    servers.reviewPolicy()
    records.otlp.use(findCollector(policy, settings.current()))
    void models.refresh() // never rejects for a provider's error; results are published as changes
    events.emit('settings.changed', buildSettingsView(ports, areas))
    events.emit('consent.changed', buildConsentView(areas))
    if (!tellFailure()) events.raise('status', describeChange(policy, ports.policyFile ?? ''))
  })
}

/** Where the ledger is sent. The policy's collector replaces the user's. */
export function findCollector(policy: ManagedPolicy, own: SettingsContent): OtlpTarget | null {
  const endpoint = policy.ledgerEndpoint ?? own.ledgerEndpoint ?? null
  if (endpoint === null) return null
  // The user's headers are only for the user's own collector.
  if (policy.ledgerEndpoint === null) return { endpoint, headers: own.ledgerHeaders ?? {}, ownReason: null }
  return { endpoint, headers: {}, ownReason: `the policy of this computer (${policy.view?.file ?? ''})` }
}

function describeChange({ view }: FollowedPolicy, file: string): LocalizedText {
  return say(view === null ? 'policy.gone' : 'policy.changed', { file })
}
