/** How models are offered: Direct first, then a group a provider, with what keeps a provider from working. */
import { directLabel, directModelId } from '../state/direct-model'
import type { ModelsView } from '../../app/contract/settings'

export interface ModelGroup {
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string; readonly detail?: string }[]
  readonly note?: string
}

/** Groups for the picker. `current` is offered even when no provider lists it. */
export function modelGroups(
  { models, providers }: Pick<ModelsView, 'models' | 'providers'>,
  current: string
): ModelGroup[] {
  const direct = { value: directModelId, label: directLabel, detail: 'You choose the tools. Needs no key.' }
  const groups = providers.map((provider): ModelGroup => {
    const options = models
      .filter((model) => model.providerName === provider.name && model.id !== directModelId)
      .map(({ id, name }) => ({ value: id, label: name }))
    const isListed = current === directModelId || options.some(({ value }) => value === current)
    const own =
      !isListed && current.startsWith(`${provider.name}/`)
        ? [{ value: current, label: modelLabel(models, current) }]
        : []
    const note =
      provider.failure?.message ?? (options.length === 0 ? missingModels(provider.keySource) : undefined)
    return {
      label: provider.title,
      options: [...own, ...options],
      ...(note !== undefined && { note })
    }
  })
  return [{ label: '', options: [direct] }, ...groups]
}

function missingModels(keySource: 'settings' | 'vault' | 'environment' | 'none'): string {
  return keySource === 'none' ? 'No key yet. Add one in Settings.' : 'No models found yet.'
}

/** Display name of a model id; the id without its provider where no list names it. */
export function modelLabel(models: ModelsView['models'], id: string): string {
  if (id === directModelId) return directLabel
  return models.find((model) => model.id === id)?.name ?? id.slice(id.indexOf('/') + 1)
}
