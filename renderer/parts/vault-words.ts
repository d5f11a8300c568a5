/** Where a secret goes that is typed in the window: said beside every field for one. */
import type { SettingsView } from '../../app/contract/settings'

/** What holds for the vault as it is, a sentence. */
export function describeVault({ isPersistent }: SettingsView['vault']): string {
  return isPersistent
    ? 'Kept encrypted by the key store of this system.'
    : 'This system has no key store that Parley can use: it is gone when Parley quits.'
}
