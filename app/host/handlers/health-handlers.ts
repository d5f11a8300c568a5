import { toFileName } from '../../base/file-name'
import type { Areas } from '../areas/areas'
import { requireServer } from '../areas/background-work'
import type { HostPorts } from '../areas/host-ports'
import type { AreaHandlers } from './area-handlers'

export function healthHandlers(
  { now, saveFile }: Pick<HostPorts, 'now' | 'saveFile'>,
  { health, servers }: Pick<Areas, 'health' | 'servers'>
): AreaHandlers<'health'> {
  return {
    'health.read': ({ serverName, range }) => {
      requireServer(servers, serverName)
      return health.read(serverName, range)
    },
    'health.export': async ({ serverName, format }) => {
      requireServer(servers, serverName)
      const day = new Date(now()).toISOString().slice(0, 10)
      const name = toFileName(`health-${serverName}-${day}`).slice(0, 80)
      return { path: await saveFile(`${name}.${format}`, health.export(serverName, format)) }
    }
  }
}
