/** The user's settings, the available models, and where the ledger is sent. */
import type { CollectorView } from '../../app/contract/ledger'
import type { ModelsView, SettingsView } from '../../app/contract/settings'

export interface SettingsSlice {
  readonly settings: SettingsView
  readonly models: ModelsView
  /** Where the ledger is also sent; null: nowhere. */
  readonly collector: CollectorView | null
}

export const emptySettingsSlice: SettingsSlice = {
  settings: {
    path: '',
    isLastGoodInUse: false,
    problems: [],
    // Screens with settings aren't drawn before the first snapshot, and the defaults need zod, which isn't bundled
    // here.
    values: {} as SettingsView['values'],
    shownLanguage: 'en',
    roots: [],
    vault: { isPersistent: true, reason: null }
  },
  models: { models: [], providers: [], readyMade: [], defaultModel: 'direct', isLoading: false },
  collector: null
}
