/** The servers of the settings file, in its order. */
import type { ServerView } from '../../app/contract/servers'

export interface ServersSlice {
  readonly servers: readonly ServerView[]
}

export const emptyServersSlice: ServersSlice = { servers: [] }

/** Replaces a server in its place; a new one goes to the end. */
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

/** How many servers were to run and don't. */
export function failedCount({ servers }: ServersSlice): number {
  return servers.filter(({ state }) => state === 'failed').length
}

const onTheirWay: ReadonlySet<ServerView['state']> = new Set(['starting', 'installing', 'restarting'])

/** Names of those on their way: what they offer comes in a moment. */
export function startingNames({ servers }: ServersSlice): readonly string[] {
  return servers.flatMap(({ name, state }) => (onTheirWay.has(state) ? [name] : []))
}

/** Icons are part of the protocol since this revision; older servers need not be asked for them. */
const firstRevisionWithIcons = '2025-11-25'

export function canNameIcons({ state, protocolVersion }: ServerView): boolean {
  return state === 'connected' && protocolVersion !== null && protocolVersion >= firstRevisionWithIcons
}
