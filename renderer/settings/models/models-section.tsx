/** Section `Models`: the default model, each provider with its key, and prices. */
import { RefreshCw } from 'lucide-react'
import { call } from '../../bridge/call'
import { saveSettings, useSetting } from '../../bridge/settings'
import { useCommand } from '../../bridge/use-command'
import { modelGroups } from '../../parts/model-groups'
import { useProjection } from '../../state/projection'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { Select } from '../../ui/controls/select'
import { ManagedProviders } from '../parts/managed-notes'
import { ModelParameters } from './model-parameters'
import { ModelPrices } from './model-prices'
import { AddProvider } from './add-provider'
import { KnownModels } from './known-models'
import { LocalProviders } from './local-providers'
import { ProviderCard } from './provider-card'
import { settings as texts } from '../../../app/texts/compiled/window/settings'
import partStyles from '../../parts/permissions/settings-parts.module.css'

export function ModelsSection() {
  const models = useProjection((state) => state.models)
  const currency = useSetting('models.currency')
  const vault = useProjection((state) => state.settings.vault)
  const { failure, run } = useCommand()
  return (
    <>
      <ManagedProviders />
      <Select
        label={texts.defaultModel()}
        hint={texts.defaultModelHint()}
        groups={modelGroups(models, models.defaultModel, currency)}
        value={models.defaultModel}
        onChange={(model) => void run(() => saveSettings({ 'models.default': model }))}
      />
      <Button
        size="small"
        icon={RefreshCw}
        className={partStyles.settingsStart}
        isBusy={models.isLoading}
        onClick={() => void run(() => call('model.refresh', {}))}
      >
        {texts.refreshModels()}
      </Button>
      <FailureText text={failure} />
      {models.providers.map((provider) => (
        <ProviderCard
          key={provider.name}
          provider={provider}
          vault={vault}
          modelCount={models.models.filter(({ providerName }) => providerName === provider.name).length}
          isLoading={models.isLoading}
        />
      ))}
      <LocalProviders />
      <AddProvider />
      <KnownModels />
      <ModelParameters />
      <ModelPrices />
    </>
  )
}
