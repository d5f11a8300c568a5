import { toFolderEntry } from '../../contract/folders/folder-choice'
import type { Areas } from '../areas/areas'
import type { HostPorts } from '../areas/host-ports'
import type { AreaHandlers } from './area-handlers'

export function settingsHandlers(
  { chooseFolder, openFile, settingsFile }: Pick<HostPorts, 'chooseFolder' | 'openFile' | 'settingsFile'>,
  { settings }: Pick<Areas, 'settings'>
): AreaHandlers<'settings'> {
  return {
    'settings.set': ({ values }) => settings.setValues(values),
    'settings.set-roots': ({ roots }) => settings.setRoots(roots),
    'settings.choose-root': async () => {
      const path = await chooseFolder()
      // The current list: choosing takes a while.
      const { roots } = settings.current()
      if (path === null || roots.some((root) => toFolderEntry(root).path === path)) return
      await settings.setRoots([...roots, path])
    },
    'settings.answer-held': ({ id, isUsed }) => (isUsed ? settings.useHeld(id) : settings.putBackHeld(id)),
    'settings.open-file': () => openFile(settingsFile)
  }
}
