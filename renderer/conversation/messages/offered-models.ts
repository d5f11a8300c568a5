/** Models that an answer can be requested from, with distinct names. */
import type { ModelsView } from '../../../app/contract/settings'
import { directModelId } from '../../../app/contract/direct-model'

export interface OfferedModel {
  readonly id: string
  readonly name: string
}

/** Excludes Direct, which answers with tools to choose from. */
export function offeredModels(models: ModelsView['models']): readonly OfferedModel[] {
  const known = models.filter(({ id }) => id !== directModelId)
  const isTaken = (name: string) => known.filter((model) => model.name === name).length > 1
  return known.map(({ id, name }) => ({ id, name: isTaken(name) ? id : name }))
}
