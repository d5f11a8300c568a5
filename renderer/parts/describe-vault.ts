/** Where a secret goes that is typed in the window: said beside every field for one. */
import type { SettingsView } from '../../app/contract/settings'
import { parts } from '../../app/texts/compiled/window/parts'

/** What holds for the vault as it is, a sentence. */
export function describeVault({ isPersistent }: SettingsView['vault']): string {
  return isPersistent ? parts.vaultPersistent() : parts.vaultTemporary()
}
