/** The servers of the settings file, in its order. */
import type { ServerView } from '../../app/contract/servers'

export interface ServersSlice {
  readonly servers: readonly ServerView[]
}

export const emptyServersSlice: ServersSlice = { servers: [] }

/** Replaces a server in place; adds a new one at the end. */
export function serverChanged({ servers }: ServersSlice, server: ServerView): ServersSlice {
  const isKnown = servers.some(({ name }) => name === server.name)
  return {
    servers: isKnown ? servers.map((old) => (old.name === server.name ? server : old)) : [...servers, server]
  }
}

export function serverRemoved({ servers }: ServersSlice, serverName: string): ServersSlice {
  return { servers: servers.filter(({ name }) => name !== serverName) }
}

/** How many servers can be used now. */
export function connectedCount({ servers }: ServersSlice): number {
  return servers.filter(({ state }) => state === 'connected').length
}

/** How many servers should run but don't. */
export function failedCount({ servers }: ServersSlice): number {
  return servers.filter(({ state }) => state === 'failed').length
}

const onTheirWay: ReadonlySet<ServerView['state']> = new Set(['starting', 'installing', 'restarting'])

/** Names of starting servers, whose offers appear soon. */
export function startingNames({ servers }: ServersSlice): readonly string[] {
  return servers.flatMap(({ name, state }) => (onTheirWay.has(state) ? [name] : []))
}

/** Icons are part of the protocol since this revision; older servers aren't asked for them. */
const firstRevisionWithIcons = '2025-11-25'

export function canNameIcons({ state, protocolVersion }: ServerView): boolean {
  return state === 'connected' && protocolVersion !== null && protocolVersion >= firstRevisionWithIcons
}
