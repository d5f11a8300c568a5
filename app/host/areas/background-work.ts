/** Work on servers that no call waits for. The window shows the state of the server. */
import { say } from '../../texts/render-localized'
import { HostError } from '../../base/host-error'
import type { ServerView } from '../../contract/servers'
import type { ServersControl } from '../../servers/registry/server-registry'
import type { HostPorts } from './host-ports'

/** Errors of the work are only logged. */
export function workInBackground(
  { log }: Pick<HostPorts, 'log'>,
  serverName: string,
  work: Promise<void>
): void {
  void work.catch((error: unknown) => log.warn('Work on a server failed', { serverName, error }))
}

/** Restarts the server, unless the user stopped it. */
export function restartUnlessStopped(
  ports: Pick<HostPorts, 'log'>,
  servers: Pick<ServersControl, 'list' | 'restart'>,
  serverName: string
): void {
  if (
    servers.list().some(({ name, state }) => name === serverName && state !== 'stopped' && state !== 'on-use')
  )
    workInBackground(ports, serverName, servers.restart(serverName))
}

/** @throws HostError SERVER_UNKNOWN */
export function requireServer(servers: Pick<ServersControl, 'list'>, serverName: string): ServerView {
  const server = servers.list().find(({ name }) => name === serverName)
  if (server !== undefined) return server
  throw new HostError('SERVER_UNKNOWN', say('host.unknownServer', { server: serverName }))
}
