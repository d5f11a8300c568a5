import type { Areas } from '../areas/areas'
import { keyTyped } from '../areas/models'
import type { Ports } from '../areas/ports'
import type { HandlersOf } from './handlers-of'

export function modelHandlers(
  { secretRegistry, secrets }: Pick<Ports, 'secretRegistry' | 'secrets'>,
  { models, settings, consent }: Pick<Areas, 'models' | 'settings' | 'consent'>
): HandlersOf<'model'> {
  return {
    'model.set-price': ({ model, price }) => settings.setModelPrice(model, price),
    'model.set-key': async ({ providerName, apiKey }) => {
      secretRegistry.add(apiKey)
      await secrets.write(providerName, apiKey)
      await settings.setProviderKeyReference(providerName, providerName)
      await keyTyped({ models, consent }, providerName)
      await models.refresh(providerName)
    },
    'model.forget-key': async ({ providerName }) => {
      await settings.removeProviderKey(providerName)
      await secrets.remove(providerName)
      await models.refresh()
    },
    'model.refresh': () => models.refresh(true)
  }
}
