/** Section `Models`: the model new conversations start with, and each provider with its key. */
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { ModelsView } from '../../app/contract/settings'
import { call, failureMessage } from '../bridge/call'
import { directLabel, directModelId } from '../state/direct-model'
import { useProjection } from '../state/projection'
import { providerTitle } from '../state/provider-title'
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
        hint="New conversations start with it."
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
      {models.providers.map((provider) => (
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
      options: [{ value: directModelId, label: directLabel, detail: 'You choose the tools. Needs no key.' }]
    },
    ...providers.map((provider) => ({
      label: providerTitle(provider),
      options: others
        .filter(({ providerName }) => providerName === provider.name)
        .map(({ id, name }) => ({ value: id, label: name })),
      ...(provider.failure !== null && { note: provider.failure.message })
    }))
  ]
}
