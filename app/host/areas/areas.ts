/** Puts the areas of the core together: who gets whose interface, and whose news become events. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { schedule } from '../../base/schedule'
import { createConsentGate, type ConsentGateControl } from '../../consent/gate/gate'
import type { AccountsControl } from '../../auth/accounts/accounts'
import { createKnownTools } from '../../consent/tools/known-tools'
import { Conversations } from '../../conversation/conversations'
import type { TurnSettings } from '../../conversation/turns/turn'
import { connectAccounts, createHostAccounts, remoteServers } from './accounts'
import type { HostEvents } from './events'
import { createHostRoots, followTurn } from './folders'
import { createHostLedger, type HostLedger } from './ledger'
import { noteDecisions } from '../../ledger/decisions'
import { keysOfEnvironment } from '../../models/provider-access'
import { Models, type ModelSettings } from '../../models/router'
import { createProvenance } from '../../provenance/provenance'
import { collectorOf, connectPolicy, createHostPolicy, refusalOfAutomatic } from './policy'
import { namableSecrets } from './secrets'
import { consentViewOf, settingsViewOf } from './views'
import type { FollowedPolicy } from '../../policy-file/followed-policy'
import type { ManagedPolicy } from '../../policy-file/interface'
import { policyOfServers } from '../../policy-file/policy-of-servers'
import type { Ports } from './ports'
import { createSamplingBudgets, type SamplingBudgets } from '../../server-requests/budgets'
import { costOf, describeMoney } from '../../server-requests/prices'
import { createExchanges, type Exchanges } from '../../server-requests/exchanges'
import type { Roots } from '../../server-requests/roots'
import { createServerRequests, type ServerRequests } from '../../server-requests/server-requests'
import type { Servers } from '../../servers/interface'
import { createServers, type ServersControl } from '../../servers/registry/registry'
import { skeletonOf } from '../../base/skeleton'
import type { SettingsContent } from '../../settings/definition'
import { createSettings, type Settings } from '../../settings/store/store'
import { createVariables, type Variables } from '../../settings/parse/variables'

export interface Areas {
  readonly settings: Settings
  readonly consent: ConsentGateControl
  readonly servers: ServersControl
  readonly models: Models
  readonly conversations: Conversations
  readonly requests: ServerRequests
  readonly exchanges: Exchanges
  readonly roots: Roots
  readonly records: HostLedger
  readonly budgets: SamplingBudgets
  readonly policy: FollowedPolicy
  readonly accounts: AccountsControl
  readonly variables: Variables
}

export function createAreas(bare: Ports, events: HostEvents): Areas {
  const policy = createHostPolicy(bare)
  const records = createHostLedger(bare, events, {
    findCall: (callId) => conversations.findRunningCall(callId),
    isWithoutSampling: (serverName) => budgets.isOff(serverName),
    expand: (text) => variables.expandText(text),
    policyOfCollector: () => (policy.ledgerEndpoint === null ? null : (policy.view?.file ?? null))
  })
  const { ports } = records
  const settings = createHostSettings(ports)
  const variables = createVariables({ ...ports, secrets: namableSecrets(ports) })
  const gate = createHostGate(ports, policy, () => servers)
  const consent = noteDecisions(gate, records.decisions)
  const accounts = createHostAccounts(ports, events, { consent, settings, variables, records })
  const servers = createServers({
    ...ports,
    consent,
    accessFor: (...input) => accounts.accessFor(...input),
    facts: ports.history,
    fetchIcon: records.forIcons,
    ...policyOfServers(policy, (definition) => variables.expandServer(definition))
  })
  const budgets = createHostBudgets(ports, { consent, policy })
  const models = createHostModels(ports, { settings, servers, variables })
  const conversations = new Conversations({
    history: ports.history,
    servers,
    consent,
    resolveModel: (modelId, message) => records.forTurn(models.resolve(modelId), message),
    provenance: createProvenance(),
    isReviewed: (serverName) => policy.isResultGateForced || reviewsResults(settings.current(), serverName),
    readDefaultModel: () => models.view().defaultModel,
    readSettings: () => turnSettings(settings.current()),
    schedule,
    now: ports.now,
    newId: ports.newId,
    log: ports.log.in('conversation')
  })
  const exchanges = createExchanges({
    mcp: ports.mcp,
    publish: (list) => events.emit('exchanges.changed', list),
    redact: (value) => ports.secretRegistry.redactDeep(value)
  })
  const own = { records, budgets, policy, accounts, variables, exchanges }
  const requests = createHostRequests(ports, events, { ...own, consent, settings, models, conversations })
  const roots = createHostRoots(ports, events, () =>
    events.emit('settings.changed', settingsViewOf(ports, areas))
  )
  const areas: Areas = { settings, consent, servers, models, conversations, requests, roots, ...own }
  connect(ports, events, areas)
  connectAccounts(ports, events, areas)
  connectPolicy(ports, events, areas)
  return areas
}

function reviewsResults({ servers }: SettingsContent, serverName: string): boolean {
  return servers.some(({ name, reviewsResults: isReviewed }) => name === serverName && isReviewed)
}

function createHostSettings(ports: Ports): Settings {
  return createSettings({
    file: ports.settingsFile,
    dataFolder: ports.dataFolder,
    schemaFile: ports.settingsSchemaFile,
    defaultText: readFileSync(ports.defaultSettingsFile, 'utf8'),
    now: ports.now,
    log: ports.log.in('settings')
  })
}

function createHostGate(ports: Ports, policy: ManagedPolicy, servers: () => Servers): ConsentGateControl {
  return createConsentGate({
    history: ports.history,
    forbiddenScopes: () => policy.forbiddenScopes,
    now: ports.now,
    newId: ports.newId,
    checkArguments: (schema, args) => ports.mcp.clients.checkArguments(schema, args),
    tools: createKnownTools({
      list: () => servers().catalog(),
      serverNames: () =>
        servers()
          .list()
          .map(({ name }) => name),
      skeletonOf
    }),
    lockFile: path.join(path.dirname(ports.settingsFile), 'mcp-tools.lock.json'),
    log: ports.log
  })
}

function createHostRequests(
  ports: Ports,
  events: HostEvents,
  areas: Pick<
    Areas,
    'consent' | 'models' | 'conversations' | 'records' | 'budgets' | 'settings' | 'exchanges'
  >
): ServerRequests {
  const { consent, models, conversations, records, budgets, settings, exchanges } = areas
  const modelOf = (conversationId: string | null): string =>
    conversations.list().find(({ id }) => id === conversationId)?.model ?? models.view().defaultModel
  return createServerRequests({
    mcp: ports.mcp,
    consent,
    listModels: () => models.view().models,
    readModel: modelOf,
    resolveModel: (modelId, origin) => records.forSampling(models.resolve(modelId), origin),
    budgets,
    costOf: (modelId, usage) => costOf(settings.current().models.prices.get(modelId), usage),
    describeMoney: (amount) => describeMoney(amount, settings.current().values['models.currency']),
    decidedByRule: (requestId, rule) => records.decisions.note(requestId, { by: 'rule', detail: rule }),
    readMessages: async (conversationId) => {
      const page = await conversations.read({ conversationId, lastId: null, limit: 50 })
      return page.messages
    },
    openLink: ports.openLink,
    findCall: (callId) => {
      const call = conversations.findRunningCall(callId)
      if (call === null) return null
      return {
        ...call,
        note: (note) => conversations.noteForCall(call, note),
        showAskedModel: (id, model) => conversations.showAskedModel(call, id, model)
      }
    },
    exchanges,
    tell: (text) => events.raise('status', text),
    alert: (text) => events.raise('alert', text),
    redact: (value) => ports.secretRegistry.redactDeep(value),
    log: ports.log.in('requests')
  })
}

function createHostBudgets(
  ports: Ports,
  { consent, policy }: Pick<Areas, 'consent' | 'policy'>
): SamplingBudgets {
  return createSamplingBudgets({
    facts: ports.history,
    trustedSince: (serverName) => {
      const trusted = consent.view().trustedServers.find((one) => one.serverName === serverName)
      return trusted?.createdAt ?? null
    },
    refusalOfAutomatic: () => refusalOfAutomatic(policy),
    now: ports.now,
    log: ports.log.in('requests')
  })
}

function createHostModels(
  ports: Ports,
  { settings, servers, variables }: { settings: Settings; servers: Servers; variables: Variables }
): Models {
  // What the settings name is known as a secret once it is filled in; these are used without them.
  for (const key of keysOfEnvironment(ports.environment)) ports.secretRegistry.add(key)
  return new Models({
    environment: ports.environment,
    expand: (text) => variables.expandApiKey(text),
    readSettings: () => modelSettings(settings.current()),
    direct: {
      newId: ports.newId,
      rankTools: (query, limit) => rankTools(servers, query, limit),
      resolveToolName: (typedName) => resolveToolName(servers, typedName)
    },
    log: ports.log.in('models')
  })
}

function turnSettings({ values }: SettingsContent): TurnSettings {
  return {
    maxToolSteps: values['conversation.maxToolSteps'],
    systemPrompt: values['conversation.systemPrompt']
  }
}

function modelSettings({ values, models }: SettingsContent): ModelSettings {
  const providers = models.providers.map(({ name, type, apiKey, baseUrl }) => {
    return [name, { type, apiKey: apiKey ?? undefined, baseUrl: baseUrl ?? undefined }] as const
  })
  return { defaultModel: values['models.default'], providers: Object.fromEntries(providers) }
}

function rankTools(servers: Servers, query: string, limit: number): string[] {
  const catalog = servers.catalog()
  return servers.searchTools(query, limit).flatMap((found) => {
    const tool = catalog.find((known) => known.serverName === found.serverName && known.name === found.name)
    return tool?.modelToolName ?? []
  })
}

/** A server's own name counts only where no other server has a tool of that name. */
function resolveToolName(servers: Servers, typedName: string): string | null {
  const catalog = servers.catalog()
  if (catalog.some(({ modelToolName }) => modelToolName === typedName)) return typedName
  const [first, second] = catalog.filter(({ name }) => name === typedName)
  return first !== undefined && second === undefined ? first.modelToolName : null
}

/** Every change of an area becomes an event; a change of the settings reaches the areas it concerns. */
function connect(ports: Ports, events: HostEvents, areas: Areas): void {
  const { settings, consent, servers, models, conversations, roots, budgets, records } = areas
  let known = JSON.stringify(modelSettings(settings.current()))
  settings.onChange((content) => {
    roots.apply(content.roots) // first: a server may ask for them as soon as it starts
    servers.apply(content)
    void areas.accounts.apply(remoteServers(content)).catch(() => {}) // the vault answers always
    records.otlp.use(collectorOf(areas.policy, content))
    events.emit('settings.changed', settingsViewOf(ports, areas))
    const wanted = JSON.stringify(modelSettings(content))
    if (wanted === known) return
    known = wanted
    void models.refresh() // never rejects for what a provider does; its news come as changes
  })
  consent.onQuestionsChanged((questions) => events.emit('questions.changed', [...questions]))
  consent.onViewChanged(() => events.emit('consent.changed', consentViewOf(areas)))
  budgets.onChanged(() => events.emit('consent.changed', consentViewOf(areas)))
  servers.onResourcesChanged((serverName) => events.emit('resources.changed', { serverName }))
  servers.onPromptsChanged((serverName) => events.emit('prompts.changed', { serverName }))
  let suspensions = '[]'
  /** A tool that changes suspends permissions for it, and may come back as it was. */
  const tellSuspensions = (): void => {
    const found = JSON.stringify(consent.view().grants.map(({ id, suspended }) => [id, suspended]))
    if (found === suspensions) return
    suspensions = found
    events.emit('consent.changed', consentViewOf(areas))
  }
  servers.onChange((view) => {
    if (view.state === 'connected') conversations.serverConnected(view.name)
    // A connection whose calls wait for a sign-in stands all the same.
    else if (view.state !== 'needs sign-in') consent.withdrawOfServer(view.name)
    consent.recheckTools()
    events.emit('server.changed', view)
    tellSuspensions()
  })
  servers.onRemoved((serverName) => {
    budgets.forget(serverName)
    consent.withdrawOfServer(serverName)
    events.emit('server.removed', { serverName })
  })
  models.onChange(() => {
    events.emit('models.changed', models.view())
    conversations.defaultModelChanged()
  })
  conversations.onEvent((event) => {
    followTurn(roots, event) // first: the folders are there before any call of the turn
    events.emit(event.name, event.payload)
  })
}
