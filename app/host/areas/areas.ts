/** The areas of the core in the three stages in which `create-areas.ts` creates them. A stage uses only earlier stages. */
import type { TrustQuestions } from './trust-questions'
import type { NewEntrySandboxing } from '../sandbox/new-entries'
import type { AccountsControl } from '../../auth/accounts/account-registry'
import type { ApprovalsControl } from '../../consent/approvals/approvals'
import type { Conversations } from '../../conversation/conversations'
import type { TurnCalls } from '../../conversation/calls/turn-calls'
import type { SentRequests } from '../../ledger/sent-request-store'
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
import type { Diagrams } from '../desktop/diagrams'
import type { Adding } from '../adding/adding'
import type { HostDirectory } from '../adding/host-directory'
import type { FileActivity } from '../sandbox/file-activity'
import type { HostNetworkAccess } from '../sandbox/network-access'
import type { Destinations } from './destinations-area'
import type { ImportsControl } from './imports-area'
import type { Pulls } from './pulls-area'
import type { HostLedger } from './ledger-area'
import type { ConformanceRuns } from '../workbench/conformance-runs'
import type { TestRuns } from '../workbench/test-runs'
import type { HostTraces } from './traces-area'
import type { HostMessages } from '../workbench/host-messages'
import type { WrittenMessages } from '../workbench/written-messages'
import type { FollowedResources } from './followed-resources'
import type { OpenPreviews } from '../views/open-previews'
import type { InspectedViews } from '../views/inspected-views'
import type { OpenViews } from '../views/open-views'
import type { ShownViews } from '../views/shown-views'
import type { ViewAccess } from '../views/view-access'
import type { ViewTraces } from '../views/view-traces'
import type { HealthRecorder } from '../workbench/health-recorder'
import type { OtherAppsReport } from '../workbench/other-apps-report'
import type { Differences } from '../workbench/differences'
import type { Recordings } from '../workbench/recordings'
import type { Replays } from '../workbench/replays'

/** What Parley stores and reads. */
export interface Stores {
  readonly settings: Settings
  readonly newEntrySandboxing: NewEntrySandboxing
  readonly variables: Variables
  readonly policy: FollowedPolicy
  readonly tools: ToolDirectory
  readonly modelTables: ModelTables
  readonly runningCalls: TurnCalls
  readonly sent: SentRequests
  readonly usage: UsageRecorder
}

/** What decides and records before anything runs, is sent or is opened. */
export interface Guards {
  readonly consent: ApprovalsControl
  readonly destinations: Destinations
  readonly budgets: SamplingBudgets
  readonly records: HostLedger
  readonly traces: HostTraces
  readonly trustCheck: TrustCheck
  readonly trustQuestions: TrustQuestions
  readonly accounts: AccountsControl
}

/** What runs servers and models, and what works with them. */
export interface Engines {
  readonly servers: ServersControl
  readonly models: Models
  readonly conversations: Conversations
  readonly exchanges: Exchanges
  readonly pulls: Pulls
  readonly imports: ImportsControl
  readonly requests: ServerRequests
  readonly roots: Roots
  readonly networkAccess: HostNetworkAccess
  readonly fileActivity: FileActivity
  readonly messages: HostMessages
  readonly written: WrittenMessages
  readonly recordings: Recordings
  readonly differences: Differences
  readonly replays: Replays
  readonly doctor: Doctor
  readonly followed: FollowedResources
  readonly adding: Adding
  readonly directory: HostDirectory
  readonly diagrams: Diagrams
  readonly spelling: SpellChecker
  readonly views: ShownViews
  readonly openViews: OpenViews
  readonly inspectedViews: InspectedViews
  readonly viewAccess: ViewAccess
  readonly viewTraces: ViewTraces
  readonly tests: TestRuns
  readonly conformance: ConformanceRuns
  readonly health: HealthRecorder
  readonly otherApps: OtherAppsReport
  readonly previews: OpenPreviews
}

export interface Areas extends Stores, Guards, Engines {}
