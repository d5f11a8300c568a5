/** Connects models with the other areas: the settings that they need, and the tools that Direct mode finds. */
import { listEnvironmentKeys } from '../../models/routing/provider-access'
import type { ModelsView } from '../../contract/settings'
import { Models, type ModelSettings } from '../../models/routing/router'
import type { ToolDirectory } from '../../servers/tools/tool-directory'
import type { SettingsContent } from '../../settings/definition'
import type { Areas, Guards, Stores } from './areas'
import { knowModel } from './known-models'
import type { HostPorts } from './host-ports'

export function createHostModels(
  ports: HostPorts,
  { settings, modelTables, tools, variables, destinations, records }: Stores & Guards
): Models {
  // Secrets of the settings become known when they are filled in. These keys are used directly.
  for (const key of listEnvironmentKeys(ports.environment)) ports.secretRegistry.add(key)
  return new Models({
    environment: ports.environment,
    expand: (text) => variables.expandApiKey(text),
    readSettings: () => modelSettings(settings.current()),
    direct: {
      newId: ports.newId,
      rankTools: (query, limit) => rankTools(tools, query, limit),
      resolveToolName: (typedName) => resolveToolName(tools, typedName)
    },
    know: (providerName, model) => knowModel({ settings, modelTables }, providerName, model),
    admit: (destination, admission) => destinations.admit(destination, admission),
    onListing: (destination) => records.noteListing(destination),
    log: ports.log.in('models')
  })
}

/** The settings by which models are chosen and requested. */
export function modelSettings({ values, models }: SettingsContent): ModelSettings {
  const providers = models.providers.map(({ name, type, apiKey, baseUrl, api }) => {
    return [name, { type, apiKey: apiKey ?? undefined, baseUrl: baseUrl ?? undefined, api }] as const
  })
  return { defaultModel: values['models.default'], providers: Object.fromEntries(providers) }
}

/** The cheapest model of the same provider, as far as prices are known; else the model itself. */
export function cheapestBeside(models: Pick<Models, 'view'>, modelId: string): string {
  const { models: all } = models.view()
  const vendor = findVendor(modelId)
  const priced = all.flatMap(({ id, price, abilities }) => {
    const isChat = abilities === undefined || abilities.includes('tools')
    const isIt = findVendor(id) === vendor && price !== undefined && isChat
    return isIt ? [{ id, cost: price.inputPerMillion + price.outputPerMillion }] : []
  })
  const own = priced.find(({ id }) => id === modelId)
  if (own === undefined) return modelId
  return priced.reduce((best, one) => (one.cost < best.cost ? one : best), own).id
}

/** The provider, and behind an aggregator also the vendor: text that one vendor has read is new to another. */
function findVendor(modelId: string): string {
  return modelId.slice(0, modelId.lastIndexOf('/'))
}

/** The models as the window sees them, with what the user wrote about them. */
export function buildModelsView({
  models,
  modelTables,
  pulls
}: Pick<Areas, 'models' | 'modelTables' | 'pulls'>): ModelsView {
  const { path } = modelTables
  const pull = pulls.current()
  return {
    ...models.view(),
    ...(pull !== null && { pull }),
    ownTable: { path, problems: [...modelTables.problems()] }
  }
}

function rankTools(tools: ToolDirectory, query: string, limit: number): string[] {
  const catalog = tools.usable()
  return tools.search(query, limit).flatMap((found) => {
    const tool = catalog.find((known) => known.serverName === found.serverName && known.name === found.name)
    return tool?.modelToolName ?? []
  })
}

/** A tool's name without its server counts only if no other server has a tool of that name. */
function resolveToolName(tools: ToolDirectory, typedName: string): string | null {
  const catalog = tools.usable()
  if (catalog.some(({ modelToolName }) => modelToolName === typedName)) return typedName
  const [first, second] = catalog.filter(({ name }) => name === typedName)
  return first !== undefined && second === undefined ? first.modelToolName : null
}
