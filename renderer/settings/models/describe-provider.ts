/** What the settings show about a provider and its key. Pure. */
import type { ProviderView, SettingsView } from '../../../app/contract/settings'
import { settings as texts } from '../../../app/texts/compiled/window/settings'

export function keyLabel({ title }: Pick<ProviderView, 'title'>): string {
  return texts.apiKey({ provider: title })
}

/** Where the key comes from, and where a new one would be stored. */
export function describeKey({ keySource }: ProviderView, vault: SettingsView['vault']): string {
  switch (keySource) {
    case 'vault':
      return vault.isPersistent ? texts.keyEncrypted() : texts.keyInMemory()
    case 'settings':
      return vault.isPersistent ? texts.keyInSettingsOrStore() : texts.keyInSettings()
    case 'environment':
      return texts.keyInEnvironment()
    case 'none':
      return vault.isPersistent ? texts.keyWillBeEncrypted() : texts.keyWillBeInMemory()
  }
}
