import type { Areas } from '../areas/areas'
import type { Ports } from '../areas/ports'
import type { HandlersOf } from './handlers-of'

export function settingsHandlers(
  { openFile, settingsFile }: Pick<Ports, 'openFile' | 'settingsFile'>,
  { settings }: Pick<Areas, 'settings'>
): HandlersOf<'settings'> {
  return {
    'settings.set': ({ values }) => settings.setValues(values),
    'settings.set-roots': ({ roots }) => settings.setRoots(roots),
    'settings.answer-held': ({ id, isUsed }) => (isUsed ? settings.useHeld(id) : settings.putBackHeld(id)),
    'settings.open-file': () => openFile(settingsFile)
  }
}
