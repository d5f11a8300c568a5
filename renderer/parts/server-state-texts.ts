/** A server's state as text, the same everywhere. */
import type { ServerState } from '../../app/contract/servers'
import { parts } from '../../app/texts/compiled/window/parts'

const words: Readonly<Record<ServerState, () => string>> = {
  stopped: parts.stateStopped,
  'on-use': parts.stateOnUse,
  'waiting-for-trust': parts.stateWaitingForTrust,
  starting: parts.stateStarting,
  installing: parts.stateInstalling,
  connected: parts.stateConnected,
  'needs-sign-in': parts.stateNeedsSignIn,
  restarting: parts.stateRestarting,
  failed: parts.stateFailed
}

export function describeServerState(state: ServerState): string {
  return words[state]()
}
