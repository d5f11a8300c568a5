/** Section `Models`: the model new conversations start with, and each provider with its key. */
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { ModelsView, ProviderView } from '../../app/contract/settings'
import { call, failureMessage } from '../bridge/call'
import { directModelId } from '../state/direct-model'
import { useProjection } from '../state/projection'
import { Button } from '../ui/button'
import { Select } from '../ui/select'
import { ProviderCard } from './provider-card'

export function ModelsSection() {
  const models = useProjection((state) => state.models)
  const vault = useProjection((state) => state.settings.vault)
  const [failure, setFailure] = useState<string | null>(null)
  const run = (work: Promise<unknown>) => {
    setFailure(null)
    work.catch((error: unknown) => setFailure(failureMessage(error)))
  }
  return (
    <>
      <Select
        label="Default model"
        hint="New conversations start with it. Direct works without a model: you pick the tools yourself."
        groups={modelGroups(models)}
        value={models.defaultModel}
        onChange={(model) => run(call('model.set-default', { model }))}
      />
      <Button
        size="small"
        icon={RefreshCw}
        className="settings-start"
        isBusy={models.isLoading}
        onClick={() => run(call('model.refresh', {}))}
      >
        Refresh models
      </Button>
      {failure !== null && (
        <p role="alert" className="settings-failure">
          {failure}
        </p>
      )}
      {providersToShow(models.providers).map((provider) => (
        <ProviderCard
          key={provider.name}
          provider={provider}
          vault={vault}
          modelCount={models.models.filter(({ providerName }) => providerName === provider.name).length}
          isLoading={models.isLoading}
        />
      ))}
    </>
  )
}

function modelGroups({ models, providers }: ModelsView) {
  const others = models.filter(({ id }) => id !== directModelId)
  return [
    {
      label: '',
      options: [{ value: directModelId, label: 'Direct', detail: 'No model: you pick the tools' }]
    },
    ...providers.map((provider) => ({
      label: provider.name,
      options: others
        .filter(({ providerName }) => providerName === provider.name)
        .map(({ id, name }) => ({ value: id, label: name })),
      ...(provider.failure !== null && { note: provider.failure.message })
    }))
  ]
}

/** Anthropic always has its place, so that a key can be given before the settings name the provider. */
function providersToShow(providers: readonly ProviderView[]): readonly ProviderView[] {
  if (providers.some(({ type }) => type === 'anthropic')) return providers
  const anthropic: ProviderView = {
    name: 'anthropic',
    type: 'anthropic',
    baseUrl: 'https://api.anthropic.com',
    keySource: 'none',
    failure: null
  }
  return [anthropic, ...providers]
}
