/** Requests of servers to the host: model answers, and exchanges in which a server asks back. */
import type { Areas } from '../areas/areas'
import type { HostPorts } from '../areas/host-ports'
import { changeSamplingRule } from '../areas/server-requests-area'
import type { AreaHandlers } from './area-handlers'

export function serverRequestHandlers(
  ports: HostPorts,
  { budgets, exchanges, requests, servers }: Pick<Areas, 'budgets' | 'exchanges' | 'requests' | 'servers'>
): AreaHandlers<'sampling' | 'exchange'> {
  return {
    'sampling.stop': ({ requestId }) => requests.stopModel(requestId),
    'sampling.set-rule': (change) => changeSamplingRule(ports, { budgets, servers }, change),
    'exchange.control': ({ exchangeId, act }) => exchanges[act](exchangeId)
  }
}
