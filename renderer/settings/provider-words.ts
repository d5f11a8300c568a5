/** What the settings say about a provider and its key. Pure. */
import type { ProviderView, SettingsView } from '../../app/contract/settings'

export function keyLabel({ title }: Pick<ProviderView, 'title'>): string {
  return `${title} API key`
}

/** Where the key comes from and where a new one will be kept. */
export function describeKey({ keySource }: ProviderView, vault: SettingsView['vault']): string {
  switch (keySource) {
    case 'vault':
      return vault.isPersistent
        ? 'A key is stored, encrypted by the key store of this system.'
        : 'A key is held in memory until Parley quits.'
    case 'settings':
      return vault.isPersistent
        ? 'The key stands in the settings file. A key saved here is kept encrypted instead.'
        : 'The key stands in the settings file.'
    case 'environment':
      return 'The key comes from the environment that Parley was started with. A key saved here goes before it.'
    case 'none':
      return vault.isPersistent
        ? 'Kept encrypted by the key store of this system, never in the settings file.'
        : 'Kept in memory until Parley quits.'
  }
}
