/** A server's state as text, the same everywhere. */
import type { ServerState } from '../../app/contract/servers'
import { serverStates } from '../../app/texts/compiled/window/serverStates'

const words: Readonly<Record<ServerState, () => string>> = {
  stopped: serverStates.stateStopped,
  'on-use': serverStates.stateOnUse,
  'waiting-for-trust': serverStates.stateWaitingForTrust,
  starting: serverStates.stateStarting,
  installing: serverStates.stateInstalling,
  connected: serverStates.stateConnected,
  'needs-sign-in': serverStates.stateNeedsSignIn,
  restarting: serverStates.stateRestarting,
  failed: serverStates.stateFailed
}

export function describeServerState(state: ServerState): string {
  return words[state]()
}
