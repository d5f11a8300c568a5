/**
 * Creates the areas of the core in order: each area uses only those before it. Where two areas need each other, both
 * get a shared object that one of them fills and the other reads.
 */
import { readFileSync } from 'node:fs'
import { schedule } from '../../base/schedule'
import { Conversations } from '../../conversation/conversations'
import type { TurnSettings } from '../../conversation/context/turn-settings'
import { TurnCalls } from '../../conversation/turns/turn-calls'
import { createDecisions, noteDecisions } from '../../ledger/decisions'
import { createProvenance } from '../../provenance/provenance'
import { createExchanges } from '../../server-requests/exchange-list'
import type { ServersControl } from '../../servers/registry/server-registry'
import { ToolDirectory } from '../../servers/tools/tool-directory'
import type { SettingsContent } from '../../settings/definition'
import { createVariables } from '../../settings/parse/variables'
import { createSettings, type Settings } from '../../settings/store/settings-store'
import { connectAccounts, createHostAccounts } from './accounts-area'
import { Diagrams } from '../diagrams/diagrams'
import { createAdding, type Adding } from '../adding/adding'
import { createNewEntrySandboxing } from '../sandboxing/new-entries'
import { createDirectory } from '../directory/host-directory'
import { createFileActivity } from '../network-access/file-activity'
import { createHostNetworkAccess } from '../network-access/network-access'
import type { Areas } from './areas'
import type { LocalizedText } from '../../contract/localized-text'
import { createDesktop, type Desktop } from '../desktop/host-desktop'
import { connectAreas } from './connect-areas'
import { createHostApprovals } from './consent-area'
import type { HostEvents } from './host-events'
import { createDestinations } from './destinations-area'
import { createHostRoots, sharedFolders, withNamedFolders } from './folders-area'
import { withNarrowing } from '../trust/narrowing'
import { createImports } from './imports-area'
import { Pulls } from './pulls-area'
import { createHostLedger } from './ledger-area'
import { createModelTables } from './known-models'
import { cheapestBeside, createHostModels } from './models-area'
import { connectPolicy, createHostPolicy, findDestinationDenial } from './policy-area'
import type { HostPorts } from './host-ports'
import { createTypedSecrets, namableSecrets, type SecretAreas } from './secrets-area'
import { createHostBudgets, createHostRequests } from './server-requests-area'
import { createHostSpelling } from '../spelling/host-spelling'
import { createHostDoctor, createHostTrustCheck, createHostServers } from './servers-area'
import { connectStops } from './stops-area'
import { createFollowedResources } from '../following/followed-resources'
import { createTrace } from './trace-area'
import { SentRequests } from '../../ledger/sent/sent-request-store'
import { createUsageRecorder, modelForTurn } from './usage-area'

export function createAreas(bare: HostPorts, events: HostEvents): Areas {
  const tools = new ToolDirectory()
  const runningCalls = new TurnCalls()
  const decisions = createDecisions()
  const { settings, newEntrySandboxing } = createHostSettings(bare)
  const modelTables = createModelTables(bare)
  const sent = new SentRequests(bare)
  const usage = createUsageRecorder(bare, { settings, modelTables }, () => servers.catalog())
  const variables = createVariables({ ...bare, platform: bare.app.platform, secrets: namableSecrets(bare) })
  const policy = createHostPolicy(bare)
  const consent = noteDecisions(createHostApprovals(bare, { policy, tools, settings }), decisions)
  const destinations = createDestinations({
    consent,
    refusalOf: (destination) => findDestinationDenial(policy, destination)
  })
  const budgets = createHostBudgets(bare, { consent, policy })
  const basics = { settings, modelTables, usage, variables, policy, budgets, destinations, runningCalls }
  const records = createHostLedger(bare, events, { ...basics, decisions })
  // From here on, everything that is sent is recorded.
  const { ports } = records
  const trustCheck = createHostTrustCheck(ports, { consent, policy, variables })
  const accounts = createHostAccounts(ports, events, { consent, settings, trustCheck, records })
  const asking = gateOfServers({ consent, settings, policy, ports }, () => areas)
  const servers = createHostServers(ports, { consent, asking, tools, trustCheck, accounts, records })
  const models = createHostModels(ports, { ...basics, servers, records })
  const conversations = new Conversations({
    ...ports,
    servers,
    consent,
    runningCalls,
    resolveModel: (...asked) => modelForTurn({ usage, records, sent, models }, ...asked),
    provenance: createProvenance(),
    isReviewed: (serverName) => policy.isResultGateForced || reviewsResults(settings.current(), serverName),
    readDefaultModel: () => models.view().defaultModel,
    readSettings: () => turnSettings(settings.current()),
    titleModelOf: (modelId) =>
      settings.current().values['conversation.titles'] === 'model' ? cheapestBeside(models, modelId) : null,
    schedule,
    log: ports.log.in('conversation')
  })
  const exchanges = createExchanges({
    mcp: ports.mcp,
    publish: (list) => events.emit('exchanges.changed', list),
    redact: (value) => ports.secretRegistry.redactDeep(value)
  })
  const made = { ...basics, sent, trustCheck, consent, records, accounts, tools, servers, models }
  const areas: Areas = {
    ...{ ...made, newEntrySandboxing, conversations, exchanges },
    pulls: new Pulls({ ...made, now: ports.now }),
    imports: createImports(ports, events, conversations),
    diagrams: new Diagrams({ ...ports, schedule, log: ports.log.in('diagrams') }),
    ...besideThePage(ports, events, made),
    requests: createHostRequests(ports, events, { ...made, conversations, exchanges }),
    ...askedByServers(ports, events, { ...made, conversations }),
    ...debugging(ports, events, made),
    adding: createHostAdding(ports, events, made),
    directory: createDirectory({ ...made, serverListFile: ports.serverListFile })
  }
  connectAll(ports, events, areas)
  return areas
}

function askedByServers(
  ports: HostPorts,
  events: HostEvents,
  areas: Pick<
    Areas,
    'consent' | 'settings' | 'servers' | 'runningCalls' | 'conversations' | 'records' | 'policy'
  >
): Pick<Areas, 'roots' | 'networkAccess' | 'fileActivity'> {
  const alert = (text: LocalizedText): void => events.raise('alert', text)
  return {
    roots: createHostRoots(ports, events),
    fileActivity: createFileActivity({ ...ports, ...areas }),
    networkAccess: createHostNetworkAccess({ ...ports, ...areas, alert, log: ports.log.in('reach') })
  }
}

function debugging(
  ports: HostPorts,
  events: HostEvents,
  areas: Pick<Areas, 'trustCheck' | 'accounts' | 'servers'>
): Pick<Areas, 'trace' | 'doctor' | 'followed'> {
  return {
    trace: createTrace(ports, events),
    doctor: createHostDoctor(ports, areas),
    followed: createFollowedResources(areas.servers, (resource) => events.emit('resource.updated', resource))
  }
}

function besideThePage(
  ports: HostPorts,
  events: HostEvents,
  { settings, servers }: { readonly settings: Settings; readonly servers: ServersControl }
): Pick<Areas, 'desktop' | 'spelling'> {
  return {
    desktop: createHostDesktop(ports, events, settings),
    spelling: createHostSpelling(
      { ...ports, tell: (text) => events.raise('alert', text) },
      { settings, servers }
    )
  }
}

function createHostAdding(
  ports: HostPorts,
  events: HostEvents,
  areas: SecretAreas & { readonly settings: Settings } & Pick<Areas, 'policy' | 'records'>
): Adding {
  const secrets = namableSecrets(ports)
  return createAdding({
    ...ports,
    platform: ports.app.platform,
    fetching: {
      refusal: () => areas.policy.view?.failure ?? null,
      note: (url) => areas.records.noteBundle(url)
    },
    settings: areas.settings,
    inspectProgram: (target) => ports.mcp.clients.inspectProgram(target),
    secrets: {
      ...createTypedSecrets(ports, areas),
      isStored: async (name) => (await secrets.read(name)) !== null
    },
    log: ports.log.in('bundles'),
    publish: (adding) => events.emit('adding.changed', { adding }),
    tell: (text) => events.raise('alert', text)
  })
}

function connectAll(ports: HostPorts, events: HostEvents, areas: Areas): void {
  connectAreas(ports, events, areas)
  connectAccounts(ports, events, areas)
  connectPolicy(ports, events, areas)
  connectStops(ports, areas)
}

function createHostDesktop({ desktop }: HostPorts, events: HostEvents, settings: Settings): Desktop {
  const alert = (text: LocalizedText): void => events.raise('alert', text)
  return createDesktop({ desktop, settings, alert })
}

function createHostSettings(ports: HostPorts): Pick<Areas, 'settings' | 'newEntrySandboxing'> {
  const newEntrySandboxing = createNewEntrySandboxing({
    clients: () => ports.mcp.clients,
    closed: [ports.dataFolder, ports.settingsFile]
  })
  const settings = createSettings({
    file: ports.settingsFile,
    dataFolder: ports.dataFolder,
    schemaFile: ports.settingsSchemaFile,
    defaultText: readFileSync(ports.defaultSettingsFile, 'utf8'),
    now: ports.now,
    facts: ports.history,
    completeNew: newEntrySandboxing.complete,
    log: ports.log.in('settings')
  })
  return { settings, newEntrySandboxing }
}

function reviewsResults({ servers }: SettingsContent, serverName: string): boolean {
  return servers.some(({ name, reviewsResults: isReviewed }) => name === serverName && isReviewed)
}

function turnSettings({ values }: SettingsContent): TurnSettings {
  return {
    maxToolSteps: values['conversation.maxToolSteps'],
    systemPrompt: values['conversation.systemPrompt'],
    toolShare: values['conversation.toolShare'],
    contextShare: values['conversation.contextShare'],
    isCodeMode: values['conversation.codeMode'],
    resultLimit: values['conversation.resultLimit'],
    maxOutputTokens: values['conversation.maxOutputTokens'],
    temperature: values['conversation.temperature'],
    thinking: values['models.thinking'],
    ownTemperature: values['models.temperature'],
    ownMaxOutputTokens: values['models.maxOutputTokens']
  }
}

/** Adds what the settings say to questions about servers. The areas exist by the time that a question is asked. */
function gateOfServers(
  {
    consent,
    settings,
    policy,
    ports
  }: { readonly ports: HostPorts } & Pick<Areas, 'consent' | 'settings' | 'policy'>,
  areas: () => Pick<Areas, 'servers' | 'conversations'>
): ReturnType<typeof withNamedFolders> {
  const restart = (serverName: string) => areas().servers.restart(serverName)
  const hostsLeft = (lines: readonly string[]) => policy.hostsLeft(lines)
  const narrowing = withNarrowing(consent, { settings, ports, hostsLeft, restart })
  return withNamedFolders(narrowing, () => sharedFolders(settings, areas().conversations))
}
