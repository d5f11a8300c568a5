/** The areas of the core as `create-areas.ts` creates them. */
import type { NewEntrySandboxing } from '../sandboxing/new-entries'
import type { AccountsControl } from '../../auth/accounts/account-registry'
import type { ApprovalsControl } from '../../consent/approvals/approvals'
import type { Conversations } from '../../conversation/conversations'
import type { TurnCalls } from '../../conversation/turns/turn-calls'
import type { SentRequests } from '../../ledger/sent/sent-request-store'
import type { UsageRecorder } from '../../ledger/usage/usage-recorder'
import type { Models } from '../../models/routing/router'
import type { FollowedPolicy } from '../../policy-file/followed-policy'
import type { SamplingBudgets } from '../../server-requests/budgets'
import type { Exchanges } from '../../server-requests/exchange-list'
import type { Roots } from '../../server-requests/roots'
import type { ServerRequests } from '../../server-requests/server-requests'
import type { Doctor } from '../../servers/doctor/doctor'
import type { TrustCheck } from '../../servers/trust/trust-check'
import type { ServersControl } from '../../servers/registry/server-registry'
import type { ToolDirectory } from '../../servers/tools/tool-directory'
import type { SpellChecker } from '../../spelling/interface'
import type { Variables } from '../../settings/parse/variables'
import type { ModelTables } from '../../settings/model-table/model-tables'
import type { Settings } from '../../settings/store/settings-store'
import type { Desktop } from '../desktop/host-desktop'
import type { Diagrams } from '../diagrams/diagrams'
import type { Adding } from '../adding/adding'
import type { HostDirectory } from '../directory/host-directory'
import type { FileActivity } from '../network-access/file-activity'
import type { HostNetworkAccess } from '../network-access/network-access'
import type { Destinations } from './destinations-area'
import type { ImportsControl } from './imports-area'
import type { Pulls } from './pulls-area'
import type { HostLedger } from './ledger-area'
import type { Trace } from './trace-area'
import type { FollowedResources } from '../following/followed-resources'

export interface Areas {
  readonly settings: Settings
  /** Sandboxes new entries. */
  readonly newEntrySandboxing: NewEntrySandboxing
  readonly variables: Variables
  readonly trustCheck: TrustCheck
  readonly policy: FollowedPolicy
  readonly consent: ApprovalsControl
  readonly destinations: Destinations
  readonly budgets: SamplingBudgets
  readonly records: HostLedger
  readonly accounts: AccountsControl
  readonly tools: ToolDirectory
  readonly servers: ServersControl
  readonly models: Models
  readonly modelTables: ModelTables
  readonly pulls: Pulls
  readonly usage: UsageRecorder
  readonly sent: SentRequests
  readonly runningCalls: TurnCalls
  readonly conversations: Conversations
  readonly imports: ImportsControl
  readonly diagrams: Diagrams
  readonly desktop: Desktop
  readonly spelling: SpellChecker
  readonly exchanges: Exchanges
  readonly doctor: Doctor
  readonly requests: ServerRequests
  readonly roots: Roots
  readonly trace: Trace
  readonly followed: FollowedResources
  readonly adding: Adding
  readonly directory: HostDirectory
  readonly networkAccess: HostNetworkAccess
  readonly fileActivity: FileActivity
}
