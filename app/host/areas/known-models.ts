/** What is known of models: the tables, overridden by prices that the user set in the window. */
import { readFileSync } from 'node:fs'
import type { FullPrice, ModelFacts } from '../../contract/models/model-facts'
import type { ModelPrice } from '../../contract/settings'
import { readPrice, type KnownModel } from '../../models/routing/context-limit'
import { ModelTables } from '../../settings/model-table/model-tables'
import type { Settings } from '../../settings/store/settings-store'
import type { Areas } from './areas'
import type { HostPorts } from './host-ports'

export function createModelTables(ports: HostPorts): ModelTables {
  return new ModelTables({
    dataFolder: ports.dataFolder,
    shippedText: readFileSync(ports.modelTableFiles.shipped, 'utf8'),
    firstText: readFileSync(ports.modelTableFiles.first, 'utf8'),
    log: ports.log.in('models')
  })
}

type Sources = { readonly settings: Pick<Settings, 'current'> } & Pick<Areas, 'modelTables'>

export function knowModel(
  { settings, modelTables }: Sources,
  providerName: string,
  model: string
): KnownModel {
  const { shipped, ...known } = modelTables.find(providerName, model)
  const set = settings.current().models.prices.get(`${providerName}/${model}`)
  return set === undefined ? known : { ...known, facts: withPrice(known.facts, set, shipped) }
}

/** Null: the price is unknown. */
export function findModelPrice(sources: Sources, modelId: string): FullPrice | null {
  const slash = modelId.indexOf('/')
  if (slash < 1) return null
  return readPrice(knowModel(sources, modelId.slice(0, slash), modelId.slice(slash + 1)).facts)
}

/**
 * The user set the prices of input and output. The cache has the share of the input price that the shipped table says,
 * or costs as much as input. So the author of the other table can't lower the cost.
 */
function withPrice(
  { cacheReadPerMillion: _read, cacheWritePerMillion: _write, ...facts }: ModelFacts,
  { inputPerMillion, outputPerMillion }: ModelPrice,
  { inputPerMillion: before, cacheReadPerMillion: read, cacheWritePerMillion: write }: ModelFacts
): ModelFacts {
  const share = before === undefined || before === 0 ? null : inputPerMillion / before
  return {
    ...facts,
    inputPerMillion,
    outputPerMillion,
    ...(share !== null && read !== undefined && { cacheReadPerMillion: read * share }),
    ...(share !== null && write !== undefined && { cacheWritePerMillion: write * share })
  }
}
