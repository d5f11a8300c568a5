/** The person's settings, the models there are, and where the ledger goes. */
import type { CollectorView } from '../../app/contract/ledger'
import type { ModelsView, SettingsView } from '../../app/contract/settings'

export interface SettingsSlice {
  readonly settings: SettingsView
  readonly models: ModelsView
  /** Where the ledger is sent, too; null: nowhere. */
  readonly collector: CollectorView | null
}

export const emptySettingsSlice: SettingsSlice = {
  settings: {
    path: '',
    isLastGoodInUse: false,
    problems: [],
    // Nothing that shows them is drawn before the first snapshot, and what is usual is known where zod is.
    values: {} as SettingsView['values'],
    shownLanguage: 'en',
    roots: [],
    vault: { isPersistent: true, reason: null }
  },
  models: { models: [], providers: [], readyMade: [], defaultModel: 'direct', isLoading: false },
  collector: null
}
