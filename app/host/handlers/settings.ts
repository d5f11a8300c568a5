import type { Areas } from '../areas/areas'
import type { Ports } from '../areas/ports'
import type { HandlersOf } from './handlers-of'

export function settingsHandlers(
  { openFile, settingsFile }: Pick<Ports, 'openFile' | 'settingsFile'>,
  { settings }: Pick<Areas, 'settings'>
): HandlersOf<'settings'> {
  return {
    'settings.set-language': ({ language }) => settings.setLanguage(language),
    'settings.set-theme': ({ theme }) => settings.setTheme(theme),
    'settings.set-conversation': ({ maxToolSteps, systemPrompt }) =>
      settings.setConversation({
        ...(maxToolSteps === undefined ? {} : { maxToolSteps }),
        ...(systemPrompt === undefined ? {} : { systemPrompt })
      }),
    'settings.set-roots': ({ roots }) => settings.setRoots(roots),
    'settings.open-file': () => openFile(settingsFile)
  }
}
