import type { Areas } from '../areas/areas'
import type { Ports } from '../areas/ports'
import type { HandlersOf } from './handlers-of'

export function modelHandlers(
  { secretRegistry, secrets }: Pick<Ports, 'secretRegistry' | 'secrets'>,
  { models, settings }: Pick<Areas, 'models' | 'settings'>
): HandlersOf<'model'> {
  return {
    'model.set-price': ({ model, price }) => settings.setModelPrice(model, price),
    'model.set-key': async ({ providerName, apiKey }) => {
      secretRegistry.add(apiKey)
      await secrets.write(providerName, apiKey)
      await settings.setProviderKeyReference(providerName, providerName)
      await models.refresh()
    },
    'model.forget-key': async ({ providerName }) => {
      await settings.removeProviderKey(providerName)
      await secrets.remove(providerName)
      await models.refresh()
    },
    'model.refresh': () => models.refresh()
  }
}
