/** Work on servers that no call waits for: the window follows the server's state. */
import { say } from '../../texts/render-localized'
import { HostError } from '../../base/host-error'
import type { ServersControl } from '../../servers/registry/server-registry'
import type { HostPorts } from './host-ports'

/** What the work fails with goes to the log alone. */
export function workInBackground(
  { log }: Pick<HostPorts, 'log'>,
  serverName: string,
  work: Promise<void>
): void {
  void work.catch((error: unknown) => log.warn('Work on a server failed', { serverName, error }))
}

/** Starts the server anew, unless the person has stopped it. */
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
