/** Requests of servers to the host: model answers, and exchanges in which a server asks back. */
import { unknownServer, workInBackground } from '../areas/background-work'
import type { Areas } from '../areas/areas'
import type { HostPorts } from '../areas/host-ports'
import type { AreaHandlers } from './area-handlers'

export function serverRequestHandlers(
  ports: HostPorts,
  { budgets, exchanges, requests, servers }: Pick<Areas, 'budgets' | 'exchanges' | 'requests' | 'servers'>
): AreaHandlers<'sampling' | 'exchange'> {
  return {
    'sampling.stop': ({ requestId }) => requests.stopModel(requestId),
    'sampling.set-rule': async (change) => {
      const { serverName } = change
      if (!servers.list().some(({ name }) => name === serverName)) throw unknownServer(serverName)
      const wasOff = budgets.isOff(serverName)
      await budgets.change(change)
      const isRunning = servers.list().some(({ name, state }) => name === serverName && state === 'connected')
      // The handshake tells the server what it may request.
      if (isRunning && wasOff !== budgets.isOff(serverName))
        workInBackground(ports, serverName, servers.restart(serverName))
    },
    'exchange.stop': ({ exchangeId }) => exchanges.stop(exchangeId),
    'exchange.dismiss': ({ exchangeId }) => exchanges.dismiss(exchangeId)
  }
}
