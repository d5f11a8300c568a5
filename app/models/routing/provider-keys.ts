/** Providers that the window adds and removes, and their keys: typed in the window, kept in the vault, named in the settings. */
import { HostError } from '../../base/host-error'
import type { SecretRegistry } from '../../base/logger'
import type { SecretOwner } from '../../contract/destination'
import { resolveSecretOwner, type Destination } from '../../net/destination'
import { say } from '../../texts/render-localized'
import type { Models } from './router'

export interface ProviderKeysOptions {
  readonly models: Pick<Models, 'destinationOf' | 'refresh'>
  readonly vault: {
    read(name: string): Promise<string | null>
    write(name: string, value: string): Promise<void>
    remove(name: string): Promise<void>
  }
  readonly secretRegistry: Pick<SecretRegistry, 'add'>
  /** Which secret belongs to whom, and where the user allowed it to go. */
  readonly destinations: {
    typed(secretName: string, owner: SecretOwner): Promise<void>
    owns(owner: SecretOwner, secretName: string): boolean
    accept(destination: Destination): Promise<void>
  }
  readonly settings: {
    /** A provider's key as the settings have it. */
    readonly keyOf: (providerName: string) => string | null | undefined
    readonly namesSecret: (secretName: string) => boolean
    addProvider(name: string, entry: { readonly type: string; readonly baseUrl: string }): Promise<void>
    setProviderKeyReference(providerName: string, secretName: string): Promise<void>
    removeProvider(providerName: string): Promise<void>
    removeProviderKey(providerName: string): Promise<void>
  }
}

export interface NewProvider {
  readonly providerName: string
  readonly type: string
  readonly baseUrl: string
  readonly apiKey: string | null
}

export class ProviderKeys {
  readonly #options: ProviderKeysOptions

  constructor(options: ProviderKeysOptions) {
    this.#options = options
  }

  async addProvider({ providerName, type, baseUrl, apiKey }: NewProvider): Promise<void> {
    const { vault, settings, models } = this.#options
    // The key would replace a secret that another entry uses.
    if ((await vault.read(providerName)) !== null)
      throw new HostError('SETTINGS_NAME_TAKEN', say('settings.secretTaken', { name: providerName }))
    await settings.addProvider(providerName, { type, baseUrl })
    if (apiKey !== null) await this.#keep(providerName, apiKey)
    await models.refresh(providerName)
  }

  async removeProvider(providerName: string): Promise<void> {
    await this.#remove(providerName, () => this.#options.settings.removeProvider(providerName))
  }

  async setKey(providerName: string, apiKey: string): Promise<void> {
    await this.#keep(providerName, apiKey)
    await this.#options.models.refresh(providerName)
  }

  async forgetKey(providerName: string): Promise<void> {
    await this.#remove(providerName, () => this.#options.settings.removeProviderKey(providerName))
  }

  async #keep(providerName: string, apiKey: string): Promise<void> {
    const { models, vault, secretRegistry, destinations, settings } = this.#options
    const found = models.destinationOf(providerName)
    if (found === null)
      throw new HostError('SETTINGS_INVALID', say('settings.providerUnknown', { provider: providerName }))
    secretRegistry.add(apiKey)
    // Its owner is recorded before the vault has it, so that no other entry could name it.
    await destinations.typed(providerName, resolveSecretOwner(found.destination.act))
    await vault.write(providerName, apiKey)
    await settings.setProviderKeyReference(providerName, providerName)
    await this.#approve(providerName)
  }

  /** Typing a key approves sending it to the provider, unless the settings file names its address. */
  async #approve(providerName: string): Promise<void> {
    const found = this.#options.models.destinationOf(providerName)
    if (found === null) return
    const { act } = found.destination
    const isTheKey = act.values.every(({ form }) => form === toReference(providerName))
    if (found.hasOwnAddress && isTheKey) await this.#options.destinations.accept(found.destination)
  }

  /** The vault has other secrets under names that a page or the file may give a provider. */
  async #remove(providerName: string, removeName: () => Promise<void>): Promise<void> {
    const { models, vault, destinations, settings } = this.#options
    const isNamed = settings.keyOf(providerName) === toReference(providerName)
    const found = models.destinationOf(providerName)
    const isItsOwn =
      found !== null && destinations.owns(resolveSecretOwner(found.destination.act), providerName)
    await removeName()
    if (isNamed && (isItsOwn || !settings.namesSecret(providerName))) await vault.remove(providerName)
    await models.refresh()
  }
}

function toReference(secretName: string): string {
  return `\${secret:${secretName}}`
}
