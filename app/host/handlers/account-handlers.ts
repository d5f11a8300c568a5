/** Sign-ins at remote servers. */
import { testSignIn } from '../../servers/doctor/test-sign-in'
import { enterRemote, signIn } from '../areas/accounts-area'
import type { Areas } from '../areas/areas'
import { requireServer, restartUnlessStopped, workInBackground } from '../areas/background-work'
import type { HostPorts } from '../areas/host-ports'
import type { AreaHandlers } from './area-handlers'

export function accountHandlers(
  ports: HostPorts,
  areas: Pick<Areas, 'accounts' | 'servers' | 'settings' | 'trustCheck'>
): AreaHandlers<'account'> {
  const { accounts, servers } = areas
  return {
    'account.sign-in': ({ serverName, isAnyway }) =>
      workInBackground(ports, serverName, signIn(areas, serverName, isAnyway)),
    // A sign-in is stored under its server's name: an unknown name would stay in the vault.
    'account.cancel': ({ serverName }) => accounts.cancel(requireServer(servers, serverName).name),
    'account.reopen': async ({ serverName, how }) => {
      const page = accounts.waitingPage(serverName)
      if (how === 'clipboard') ports.copyText(page)
      else await ports.openLink(page)
    },
    'account.sign-out': async ({ serverName }) => {
      await accounts.signOut(requireServer(servers, serverName).name)
      restartUnlessStopped(ports, servers, serverName)
    },
    'account.forget-client': async ({ serverName }) => {
      await accounts.forgetClient(requireServer(servers, serverName).name)
      restartUnlessStopped(ports, servers, serverName)
    },
    'account.test': ({ serverName }) =>
      testSignIn({ ...ports, ...ports.mcp, accounts, enter: (name) => enterRemote(areas, name) }, serverName)
  }
}
