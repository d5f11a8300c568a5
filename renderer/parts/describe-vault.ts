/** Where a secret from the window is stored, shown next to every secret field. */
import type { SettingsView } from '../../app/contract/settings'
import { parts } from '../../app/texts/compiled/window/parts'

/** The vault's current protection, as a sentence. */
export function describeVault({ isPersistent }: SettingsView['vault']): string {
  return isPersistent ? parts.vaultPersistent() : parts.vaultTemporary()
}
