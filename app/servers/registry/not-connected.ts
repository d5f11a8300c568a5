/** Why a server currently accepts no requests. */
import { HostError } from '../../base/host-error'
import type { ServerState } from '../../contract/servers'
import { say } from '../../texts/render-localized'

/** Its states, by the keys of their texts. */
const words = {
  stopped: 'stopped',
  'on-use': 'stopped',
  'waiting-for-trust': 'trust',
  starting: 'starting',
  installing: 'starting',
  connected: 'connected',
  'needs-sign-in': 'signIn',
  restarting: 'restarting',
  failed: 'failed'
} as const

export function notConnected(serverName: string, state: ServerState): HostError {
  const text = say('servers.notConnected', { server: serverName, state: words[state] })
  return new HostError('SERVER_NOT_CONNECTED', text)
}
