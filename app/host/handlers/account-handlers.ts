/** Sign-ins at remote servers. */
import { testSignIn } from '../../servers/doctor/test-sign-in'
import { enterRemote, signIn } from '../areas/accounts-area'
import type { CallInput } from '../../contract/bridge/calls'
import type { Areas } from '../areas/areas'
import { requireServer, restartUnlessStopped, workInBackground } from '../areas/background-work'
import type { HostPorts } from '../areas/host-ports'
import type { AreaHandlers } from './area-handlers'

type AccountAct = CallInput<'account.act'>['act']

export function accountHandlers(
  ports: HostPorts,
  areas: Pick<Areas, 'accounts' | 'servers' | 'settings' | 'trustCheck'>
): AreaHandlers<'account'> {
  const { accounts, servers } = areas
  const end = async (serverName: string, work: (name: string) => Promise<void>): Promise<void> => {
    // A sign-in is stored under its server's name: an unknown name would stay in the vault.
    await work(requireServer(servers, serverName).name)
    restartUnlessStopped(ports, servers, serverName)
  }
  const acts: Readonly<Record<AccountAct, (serverName: string) => void | Promise<void>>> = {
    'sign-in': (name) => workInBackground(ports, name, signIn(areas, name)),
    'sign-in-anyway': (name) => workInBackground(ports, name, signIn(areas, name, true)),
    cancel: (name) => accounts.cancel(requireServer(servers, name).name),
    'open-page': (name) => ports.openLink(accounts.waitingPage(name)),
    'copy-address': (name) => ports.copyText(accounts.waitingPage(name)),
    'sign-out': (name) => end(name, (known) => accounts.signOut(known)),
    'forget-client': (name) => end(name, (known) => accounts.forgetClient(known))
  }
  return {
    'account.act': ({ serverName, act }) => acts[act](serverName),
    'account.test': ({ serverName }) =>
      testSignIn({ ...ports, ...ports.mcp, accounts, enter: (name) => enterRemote(areas, name) }, serverName)
  }
}
