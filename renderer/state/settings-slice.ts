/** The person's settings and the models there are. */
import type { ModelsView, SettingsView } from '../../app/contract/settings'

export interface SettingsSlice {
  readonly settings: SettingsView
  readonly models: ModelsView
}

export const emptySettingsSlice: SettingsSlice = {
  settings: {
    path: '',
    isLastGoodInUse: false,
    problems: [],
    theme: 'system',
    language: 'en',
    maxToolSteps: 50,
    systemPrompt: '',
    roots: [],
    vault: { isPersistent: true, reason: null }
  },
  models: { models: [], providers: [], defaultModel: 'direct', isLoading: false }
}
