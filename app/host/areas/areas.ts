/** The areas of the core as they stand side by side once `create-areas.ts` has put them together. */
import type { NewEntrySandboxing } from '../containing/new-entries'
import type { AccountsControl } from '../../auth/accounts/accounts'
import type { ApprovalsControl } from '../../consent/gate/gate'
import type { Conversations } from '../../conversation/conversations'
import type { TurnCalls } from '../../conversation/turns/running-calls'
import type { SentRequests } from '../../ledger/sent/sent-requests'
import type { UsageRecorder } from '../../ledger/usage/usage-book'
import type { Models } from '../../models/routing/router'
import type { FollowedPolicy } from '../../policy-file/followed-policy'
import type { SamplingBudgets } from '../../server-requests/budgets'
import type { Exchanges } from '../../server-requests/exchanges'
import type { Roots } from '../../server-requests/roots'
import type { ServerRequests } from '../../server-requests/server-requests'
import type { Doctor } from '../../servers/doctor/doctor'
import type { TrustCheck } from '../../servers/trust/door'
import type { ServersControl } from '../../servers/registry/registry'
import type { ToolDirectory } from '../../servers/tools/tool-directory'
import type { SpellChecker } from '../../spelling/interface'
import type { Variables } from '../../settings/parse/variables'
import type { ModelTables } from '../../settings/model-table/model-tables'
import type { Settings } from '../../settings/store/store'
import type { Desktop } from '../desktop/desktop'
import type { Diagrams } from '../diagrams/diagrams'
import type { Adding } from '../adding/adding'
import type { HostDirectory } from '../directory/directory'
import type { FileActivity } from '../reach/doings'
import type { HostNetworkAccess } from '../reach/reach'
import type { Destinations } from './destinations'
import type { ImportsControl } from './imports'
import type { Pulls } from './pulls'
import type { HostLedger } from './ledger'
import type { Trace } from './trace'
import type { FollowedResources } from '../following/followed-resources'

export interface Areas {
  readonly settings: Settings
  /** Walls of entries that are new. */
  readonly containing: NewEntrySandboxing
  readonly variables: Variables
  readonly door: TrustCheck
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
  readonly reach: HostNetworkAccess
  readonly doings: FileActivity
}
