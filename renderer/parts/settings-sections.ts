/** The settings sections in order, for the dialog and the command menu. */
import { choices } from '../../app/texts/compiled/window/choices'
import { settings as texts } from '../../app/texts/compiled/window/settings'

export const settingsSections = [
  { id: 'models', label: texts.models },
  { id: 'appearance', label: texts.appearance },
  { id: 'conversation', label: texts.conversation },
  { id: 'assistants', label: choices.assistants },
  { id: 'folders', label: texts.folders },
  { id: 'permissions', label: texts.permissions },
  { id: 'sampling', label: texts.sampling },
  { id: 'usage', label: texts.usage },
  { id: 'ledger', label: texts.ledger },
  { id: 'developer', label: texts.developer }
] as const

export type SettingsSectionId = (typeof settingsSections)[number]['id']
