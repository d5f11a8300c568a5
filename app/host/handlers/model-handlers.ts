import { ProviderKeys } from '../../models/routing/provider-keys'
import { isSecretVariable } from '../../settings/definition'
import type { Areas } from '../areas/areas'
import type { HostPorts } from '../areas/host-ports'
import type { AreaHandlers } from './area-handlers'

export function modelHandlers(
  { secretRegistry, secrets, openFile }: Pick<HostPorts, 'secretRegistry' | 'secrets' | 'openFile'>,
  {
    models,
    modelTables,
    pulls,
    settings,
    consent: { destinations },
    usage
  }: Pick<Areas, 'models' | 'modelTables' | 'pulls' | 'settings' | 'consent' | 'usage'>
): AreaHandlers<'model' | 'usage'> {
  const keys = new ProviderKeys({
    ...{ models, secretRegistry, destinations, vault: secrets },
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
    'model.program-of': ({ providerName }) => pulls.programOf(providerName),
    'model.pull': ({ providerName, model }) => pulls.run(providerName, model),
    'model.stop-pull': () => pulls.stop(),
    'model.add-provider': (provider) => keys.addProvider(provider),
    'model.remove-provider': ({ providerName }) => keys.removeProvider(providerName),
    'model.set-key': ({ providerName, apiKey }) => keys.setKey(providerName, apiKey),
    'model.forget-key': ({ providerName }) => keys.forgetKey(providerName),
    'model.open-table': async () => {
      await modelTables.make()
      await openFile(modelTables.path)
    },
    'model.refresh': () => models.refresh(true),
    'usage.read': () => usage.view(),
    'usage.of-conversation': ({ conversationId }) => usage.ofConversation(conversationId)
  }
}
