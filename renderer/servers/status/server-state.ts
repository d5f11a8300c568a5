/** How a server's state looks and which commands it allows. Pure. */
import type { ServerState, ServerView } from '../../../app/contract/servers'
import type { BadgeProps } from '../../ui/controls/badge'
import { listGroupNames } from '../../state/server-groups'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import { describeServerState } from '../../parts/server-state-texts'

export const stateTones: Readonly<Record<ServerState, NonNullable<BadgeProps['tone']>>> = {
  stopped: 'neutral',
  'on-use': 'neutral',
  'waiting-for-trust': 'warning',
  starting: 'accent',
  installing: 'accent',
  connected: 'success',
  'needs-sign-in': 'warning',
  restarting: 'accent',
  failed: 'danger'
}

/** Panels that can be unfolded below a server. */
export type ServerPanel = 'log' | 'edit' | 'doctor'

export interface ServerCommands {
  readonly canStart: boolean
  readonly canStop: boolean
  readonly canRestart: boolean
}

export function availableCommands(server: Pick<ServerView, 'state' | 'startable'>): ServerCommands {
  const isAsleep = server.state === 'stopped' || server.state === 'on-use'
  const isIdle = isAsleep || server.state === 'failed'
  return {
    canStart: server.startable && (isIdle || server.state === 'waiting-for-trust'),
    canStop: server.startable && !isIdle,
    canRestart: server.startable && !isAsleep && server.state !== 'waiting-for-trust'
  }
}

/** `13 tools`, `13 tools, 1 unusable`; null while the server's tools are unknown. */
export function describeTools(
  server: Pick<ServerView, 'state' | 'toolCount' | 'brokenToolCount'>
): string | null {
  if (server.state !== 'connected' && server.toolCount === 0) return null
  const { toolCount: count, brokenToolCount: broken } = server
  return broken === 0 ? texts.toolCount({ count }) : texts.toolCountBroken({ count, broken })
}

export function describeTransport(transport: ServerView['transport']): string {
  return { stdio: 'stdio', http: 'HTTP', sse: 'HTTP + SSE' }[transport]
}

/** Servers whose name, address, group or shown state contain every word, in the same order. */
export function filterServers(servers: readonly ServerView[], query: string): ServerView[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return servers.filter((server) => {
    const { name, address, state } = server
    const groups = listGroupNames(server).join(' ')
    const text = `${name} ${address} ${groups} ${describeServerState(state)}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
