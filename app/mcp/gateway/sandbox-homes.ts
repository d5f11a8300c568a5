/** Private folders of sandboxed servers. Folders are only cleared or removed after their server has ended. */
import type { HomeStore } from '../../sandbox/homes/home-store'
import type { McpClients } from '../interface'
import type { Registry } from './connection-registry'

export function createHomeMethods(
  homes: HomeStore | undefined,
  registry: Registry
): Pick<McpClients, 'measureHome' | 'clearHome' | 'renameHome' | 'removeHome'> {
  const ended = (serverName: string) => registry.endServer(serverName)
  return {
    measureHome: async (serverName) => (await homes?.measure(serverName)) ?? null,
    clearHome: async (serverName) => {
      await ended(serverName)
      await homes?.clear(serverName)
    },
    renameHome: async (from, to) => {
      await homes?.rename(from, to)
    },
    removeHome: async (serverName) => {
      await ended(serverName)
      await homes?.remove(serverName)
    }
  }
}
