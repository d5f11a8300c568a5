/** Sign-ins at remote servers. */
import { say } from '../../texts/render-localized'
import { HostError } from '../../base/host-error'
import { restartAccounts } from '../areas/accounts-area'
import type { Areas } from '../areas/areas'
import { restartUnlessStopped, unknownServer, workInBackground } from '../areas/background-work'
import type { HostPorts } from '../areas/host-ports'
import type { AreaHandlers } from './area-handlers'
import { testSignIn } from './test-sign-in'

export function accountHandlers(
  ports: HostPorts,
  areas: Pick<Areas, 'accounts' | 'servers' | 'settings' | 'trustCheck'>
): AreaHandlers<'account'> {
  const { accounts, servers } = areas
  /** A sign-in is stored under its server's name: an unknown name would stay in the vault. */
  const requireKnown = (serverName: string): void => {
    if (!servers.list().some(({ name }) => name === serverName)) throw unknownServer(serverName)
  }
  return {
    'account.sign-in': ({ serverName, isAnyway }) => {
      const state = servers.list().find(({ name }) => name === serverName)?.state
      const isTrusted = state === 'connected' || state === 'needs-sign-in'
      // An untrusted server isn't contacted: its start asks for trust first, and then for the sign-in.
      const work = isTrusted ? accounts.signIn(serverName, isAnyway) : restartAccounts(areas, serverName)
      workInBackground(ports, serverName, work)
    },
    'account.cancel': ({ serverName }) => {
      requireKnown(serverName)
      accounts.cancel(serverName)
    },
    'account.reopen': async ({ serverName, how }) => {
      const page = accounts.waitingPage(serverName)
      if (page === null)
        throw new HostError('SIGN_IN_FAILED', say('auth.nothingWaits', { server: serverName }))
      if (how === 'clipboard') ports.copyText(page)
      else await ports.openLink(page)
    },
    'account.sign-out': async ({ serverName }) => {
      requireKnown(serverName)
      await accounts.signOut(serverName)
      restartUnlessStopped(ports, servers, serverName)
    },
    'account.forget-client': async ({ serverName }) => {
      requireKnown(serverName)
      await accounts.forgetClient(serverName)
      restartUnlessStopped(ports, servers, serverName)
    },
    'account.test': ({ serverName }) => testSignIn(ports, areas, serverName)
  }
}
