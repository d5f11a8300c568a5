import { HostError } from '../../base/host-error'
import { say } from '../../texts/render-localized'
import type { Areas } from '../areas/areas'
import { belongsToKey, keyIsTyped, keyTyped } from '../areas/models-area'
import type { HostPorts } from '../areas/host-ports'
import { isSecretVariable } from '../../settings/definition'
import type { AreaHandlers } from './area-handlers'

export function modelHandlers(
  { secretRegistry, secrets, openFile }: Pick<HostPorts, 'secretRegistry' | 'secrets' | 'openFile'>,
  {
    models,
    modelTables,
    pulls,
    settings,
    consent
  }: Pick<Areas, 'models' | 'modelTables' | 'pulls' | 'settings' | 'consent'>
): AreaHandlers<'model'> {
  /** The vault has other secrets under names that a page or the file may give a provider. */
  async function removeKey(providerName: string, removeName: () => Promise<void>): Promise<void> {
    const known = settings.current().models.providers.find(({ name }) => name === providerName)
    const isNamed = known?.apiKey === `\${secret:${providerName}}`
    const isItsOwn = belongsToKey({ models, consent }, providerName)
    await removeName()
    if (isNamed && (isItsOwn || !isSecretVariable(settings.current(), providerName)))
      await secrets.remove(providerName)
  }

  async function keepKey(providerName: string, apiKey: string): Promise<void> {
    if (models.destinationOf(providerName) === null)
      throw new HostError('SETTINGS_INVALID', say('settings.providerUnknown', { provider: providerName }))
    secretRegistry.add(apiKey)
    await keyIsTyped({ models, consent }, providerName)
    await secrets.write(providerName, apiKey)
    await settings.setProviderKeyReference(providerName, providerName)
    await keyTyped({ models, consent }, providerName)
  }

  return {
    'model.set-price': ({ model, price }) => settings.setModelPrice(model, price),
    'model.find-local': async () =>
      (await models.findLocal()).map(({ models: ids, ...service }) => ({ ...service, models: [...ids] })),
    'model.program-of': ({ providerName }) => pulls.programOf(providerName),
    'model.pull': ({ providerName, model }) => pulls.run(providerName, model),
    'model.stop-pull': () => pulls.stop(),
    'model.add-provider': async ({ providerName, type, baseUrl, apiKey }) => {
      // The key would replace a secret that another entry uses.
      if ((await secrets.read(providerName)) !== null)
        throw new HostError('SETTINGS_NAME_TAKEN', say('settings.secretTaken', { name: providerName }))
      await settings.addProvider(providerName, { type, baseUrl })
      if (apiKey !== null) await keepKey(providerName, apiKey)
      await models.refresh(providerName)
    },
    'model.remove-provider': async ({ providerName }) => {
      await removeKey(providerName, () => settings.removeProvider(providerName))
      await models.refresh()
    },
    'model.set-key': async ({ providerName, apiKey }) => {
      await keepKey(providerName, apiKey)
      await models.refresh(providerName)
    },
    'model.forget-key': async ({ providerName }) => {
      await removeKey(providerName, () => settings.removeProviderKey(providerName))
      await models.refresh()
    },
    'model.open-table': async () => {
      await modelTables.make()
      await openFile(modelTables.path)
    },
    'model.refresh': () => models.refresh(true)
  }
}
