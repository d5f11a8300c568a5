/** Work on servers that no call waits for. The window shows the state of the server. */
import { say } from '../../texts/render-localized'
import { HostError } from '../../base/host-error'
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

export function unknownServer(serverName: string): HostError {
  return new HostError('SERVER_UNKNOWN', say('host.unknownServer', { server: serverName }))
}
