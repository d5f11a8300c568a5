/** Logs of Parley and its servers. */
import { mkdir } from 'node:fs/promises'
import type { HostPorts } from '../areas/host-ports'
import type { LogCollector } from '../logs/log-collector'
import { logFolder, measureLogFiles } from '../logs/log-files'
import type { AreaHandlers } from './area-handlers'

export function logHandlers(
  { dataFolder, openFile }: Pick<HostPorts, 'dataFolder' | 'openFile'>,
  logs: LogCollector
): AreaHandlers<'log'> {
  return {
    'log.read': ({ after }) => logs.after(after),
    'log.files': () => measureLogFiles(dataFolder),
    'log.open-folder': async () => {
      const folder = logFolder(dataFolder)
      // The folder is created with the first line, which may not exist yet.
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await openFile(folder)
    }
  }
}
