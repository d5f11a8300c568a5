/** How models are offered: Direct first, then a group per provider, with any problem of the provider. */
import { directModelId } from '../../app/contract/direct-model'
import type { ModelsView } from '../../app/contract/settings'
import { parts } from '../../app/texts/compiled/window/parts'
import { modelFactsText } from './describe-model-facts'
import { failureText } from '../../app/texts/localized'

export interface ModelGroup {
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string; readonly detail?: string }[]
  readonly note?: string
}

/** Groups for the picker. `current` is offered even if no provider lists it. */
export function modelGroups(
  { models, providers }: Pick<ModelsView, 'models' | 'providers'>,
  current: string,
  currency: string
): ModelGroup[] {
  const direct = { value: directModelId, label: parts.directLabel(), detail: parts.directNote() }
  const groups = providers.map((provider): ModelGroup => {
    const options = models
      .filter((model) => model.providerName === provider.name && model.id !== directModelId)
      .map((model) => {
        const detail = modelFactsText(model, currency)
        return { value: model.id, label: model.name, ...(detail !== undefined && { detail }) }
      })
    const isListed = current === directModelId || options.some(({ value }) => value === current)
    const own =
      !isListed && current.startsWith(`${provider.name}/`)
        ? [{ value: current, label: modelLabel(models, current) }]
        : []
    const note =
      provider.failure !== null
        ? failureText(provider.failure)
        : options.length === 0
          ? missingModels(provider.keySource)
          : undefined
    return {
      label: provider.title,
      options: [...own, ...options],
      ...(note !== undefined && { note })
    }
  })
  return [{ label: '', options: [direct] }, ...groups]
}

function missingModels(keySource: 'settings' | 'vault' | 'environment' | 'none'): string {
  return keySource === 'none' ? parts.noKeyYet() : parts.noModelsYet()
}

/** Display name of a model id; the id without its provider if no list names it. */
export function modelLabel(models: ModelsView['models'], id: string): string {
  if (id === directModelId) return parts.directLabel()
  return models.find((model) => model.id === id)?.name ?? id.slice(id.indexOf('/') + 1)
}
