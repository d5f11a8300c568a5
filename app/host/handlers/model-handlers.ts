import { ProviderKeys } from '../../models/routing/provider-keys'
import { isSecretVariable } from '../../settings/definition'
import type { Areas } from '../areas/areas'
import type { HostPorts } from '../areas/host-ports'
import type { AreaHandlers } from './area-handlers'

export function modelHandlers(
  { secretRegistry, secrets }: Pick<HostPorts, 'secretRegistry' | 'secrets'>,
  {
    models,
    pulls,
    settings,
    consent: { destinations },
    usage
  }: Pick<Areas, 'models' | 'pulls' | 'settings' | 'consent' | 'usage'>
): AreaHandlers<'model' | 'usage'> {
  const keys = new ProviderKeys({
    models,
    secretRegistry,
    destinations,
    vault: secrets,
    settings: {
      ...settings,
      keyOf: (wanted) => settings.current().models.providers.find(({ name }) => name === wanted)?.apiKey,
      namesSecret: (name) => isSecretVariable(settings.current(), name)
    }
  })
  return {
    'model.set-price': ({ model, price }) => settings.setModelPrice(model, price),
    'model.find-local': async () =>
      (await models.findLocal()).map(({ models: ids, ...service }) => ({ ...service, models: [...ids] })),
    'model.find-program': ({ providerName }) => pulls.programOf(providerName),
    'model.pull': ({ providerName, model }) => pulls.run(providerName, model),
    'model.stop-pull': () => pulls.stop(),
    'model.add-provider': (provider) => keys.addProvider(provider),
    'model.remove-provider': ({ providerName }) => keys.removeProvider(providerName),
    'model.set-key': ({ providerName, apiKey }) =>
      apiKey === null ? keys.forgetKey(providerName) : keys.setKey(providerName, apiKey),
    'model.refresh': () => models.refresh(true),
    'usage.read': () => usage.view(),
    'usage.read-conversation': ({ conversationId }) => usage.ofConversation(conversationId)
  }
}
