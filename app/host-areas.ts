/** Puts the areas of the core together: who gets whose interface, and whose news become events. */
import { readFileSync } from 'node:fs'
import { createConsentGate, type ConsentGateControl } from './consent/gate'
import { Conversations } from './conversation/conversations'
import type { HostEvents } from './host-events'
import { Models, type ModelSettings } from './models/router'
import type { Ports } from './ports'
import type { Servers } from './servers/interface'
import { createServers, type ServersControl } from './servers/registry'
import type { SettingsContent } from './settings/definition'
import { createSettings, type Settings } from './settings/store'
import { createVariables, type Variables } from './settings/variables'

export interface Areas {
  readonly settings: Settings
  readonly consent: ConsentGateControl
  readonly servers: ServersControl
  readonly models: Models
  readonly conversations: Conversations
}

export function createAreas(ports: Ports, events: HostEvents): Areas {
  const settings = createSettings({
    file: ports.settingsFile,
    dataFolder: ports.dataFolder,
    schemaFile: ports.settingsSchemaFile,
    defaultText: readFileSync(ports.defaultSettingsFile, 'utf8'),
    now: ports.now,
    log: ports.log.in('settings')
  })
  const variables = createVariables(ports)
  const consent = createConsentGate({
    history: ports.history,
    now: ports.now,
    newId: ports.newId,
    checkArguments: (schema, args) => ports.mcp.clients.checkArguments(schema, args),
    log: ports.log
  })
  const servers = createServers({
    ...ports,
    consent,
    expand: (definition) => variables.expandServer(definition)
  })
  const models = createHostModels(ports, { settings, servers, variables })
  const conversations = new Conversations({
    history: ports.history,
    servers,
    consent,
    resolveModel: (modelId) => models.resolve(modelId),
    readDefaultModel: () => models.view().defaultModel,
    readSettings: () => settings.current().conversation,
    schedule: (work, delayMs) => {
      const timer = setTimeout(work, delayMs)
      return () => clearTimeout(timer)
    },
    now: ports.now,
    newId: ports.newId,
    log: ports.log.in('conversation')
  })
  const areas = { settings, consent, servers, models, conversations }
  connect(ports, events, areas)
  return areas
}

function createHostModels(
  ports: Ports,
  { settings, servers, variables }: { settings: Settings; servers: Servers; variables: Variables }
): Models {
  // What the settings name is known as a secret once it is filled in; this one is used without them.
  ports.secretRegistry.add(ports.environment['ANTHROPIC_API_KEY'] ?? '')
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

function modelSettings({ models }: SettingsContent): ModelSettings {
  const providers = models.providers.map(({ name, type, apiKey, baseUrl }) => {
    return [name, { type, apiKey: apiKey ?? undefined, baseUrl: baseUrl ?? undefined }] as const
  })
  return { defaultModel: models.default, providers: Object.fromEntries(providers) }
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
  const { settings, consent, servers, models, conversations } = areas
  let known = JSON.stringify(settings.current().models)
  settings.onChange((content) => {
    servers.apply(content)
    events.emit('settings.changed', settings.view(vaultOf(ports)))
    const wanted = JSON.stringify(content.models)
    if (wanted === known) return
    known = wanted
    void models.refresh() // never rejects for what a provider does; its news come as changes
  })
  consent.onQuestionsChanged((questions) => events.emit('questions.changed', [...questions]))
  consent.onViewChanged((view) => events.emit('consent.changed', view))
  servers.onResourcesChanged((serverName) => events.emit('resources.changed', { serverName }))
  servers.onPromptsChanged((serverName) => events.emit('prompts.changed', { serverName }))
  servers.onChange((view) => {
    if (view.state !== 'connected') consent.withdrawToolCalls(view.name)
    events.emit('server.changed', view)
  })
  servers.onRemoved((serverName) => {
    consent.withdrawToolCalls(serverName)
    events.emit('server.removed', { serverName })
  })
  models.onChange(() => {
    events.emit('models.changed', models.view())
    conversations.defaultModelChanged()
  })
  conversations.onEvent(({ name, payload }) => events.emit(name, payload))
}

export function vaultOf({ secrets }: Ports): { isPersistent: boolean; reason: string | null } {
  return { isPersistent: secrets.isPersistent, reason: secrets.reason }
}
