/** Routes events of the clients to their servers. */
import type { McpEvents } from '../../mcp/interface'
import type { IdleWatch } from '../lifecycle/idle-watch'
import { toConnectionEnd } from '../lifecycle/state-reasons'
import type { Offers } from '../offers/server-offers'
import type { ServerCalls } from './server-calls'
import type { ConfiguredServer } from './configured-server'

export interface EventRoutingOptions {
  /** Also finds a server that is being removed. */
  readonly serverOf: (name: string) => ConfiguredServer | undefined
  readonly offers: Offers
  readonly calls: ServerCalls
  readonly idle: IdleWatch
}

export function createEventRouting({
  serverOf,
  offers,
  calls,
  idle
}: EventRoutingOptions): Partial<McpEvents> {
  return {
    connectionClosed: (news) =>
      serverOf(news.serverName)?.lifecycle.closed(news.connectionId, toConnectionEnd(news)),
    installing: ({ serverName, connectionId, line }) =>
      serverOf(serverName)?.lifecycle.installing(connectionId, line),
    toolsChanging: ({ serverName, connectionId }) =>
      serverOf(serverName)?.lifecycle.toolsChanging(connectionId),
    toolsChanged: ({ serverName, connectionId, tools }) =>
      serverOf(serverName)?.lifecycle.toolsChanged(connectionId, tools),
    ...offers.news(),
    ...calls.news(),
    logged: ({ serverName, line }) => serverOf(serverName)?.log.add(line),
    requested: ({ serverName }) => idle.used(serverName)
  }
}
