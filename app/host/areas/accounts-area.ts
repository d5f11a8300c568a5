/** Sign-ins among the other areas: whose addresses and settings they know, and what happens when one has come about. */
import { say } from '../../texts/render-localized'
import { createAccounts, type AccountsControl } from '../../auth/accounts/account-registry'
import { HostError } from '../../base/host-error'
import type { Approvals } from '../../consent/interface'
import type { AccountView } from '../../contract/accounts'
import { workInBackground } from './background-work'
import type { HostEvents } from './host-events'
import type { HostLedger } from './ledger-area'
import type { HostPorts } from './host-ports'
import type { ServersControl } from '../../servers/registry/server-registry'
import type { SettingsContent } from '../../settings/definition'
import { isRemote, toSignInTarget } from '../../servers/trust/trust-check'
import type { TrustCheck, TrustedRemote } from '../../servers/trust/trust-check'
import type { Settings } from '../../settings/store/settings-store'

interface AccountParts {
  readonly consent: Approvals
  readonly records: Pick<HostLedger, 'forSignIn'>
  readonly settings: Settings
  readonly door: TrustCheck
}

export function createHostAccounts(
  ports: HostPorts,
  events: HostEvents,
  { consent, settings, door, records }: AccountParts
): AccountsControl {
  return createAccounts({
    consent,
    secrets: ports.secrets,
    secretRegistry: ports.secretRegistry,
    mcp: ports.mcp,
    findTarget: async (serverName) => toSignInTarget(await enterRemote({ settings, door }, serverName)),
    watchFetch: records.forSignIn,
    openLink: ports.openLink,
    appLinks: ports.appLinks,
    alert: (text) => events.raise('alert', text),
    newId: ports.newId,
    now: ports.now,
    log: ports.log.in('sign-in')
  })
}

/** Every change becomes an event; a server is connected anew with what a sign-in has brought. */
export function connectAccounts(
  ports: HostPorts,
  events: HostEvents,
  { accounts, servers }: { readonly accounts: AccountsControl; readonly servers: ServersControl }
): void {
  tellOfSignIns(events, accounts)
  const stateOf = (serverName: string) => servers.list().find(({ name }) => name === serverName)?.state
  accounts.onChange((list) => {
    events.emit('accounts.changed', [...list])
    for (const { serverName, state, reason } of list) {
      const isInNeed = state !== 'signed-in'
      if (isInNeed && stateOf(serverName) === 'needs-sign-in') servers.needSignIn(serverName, reason)
    }
  })
  accounts.onCallWaiting(({ serverName, reason }) => servers.needSignIn(serverName, reason))
  accounts.onSignedIn((serverName) => workInBackground(ports, serverName, servers.restart(serverName)))
  servers.onChange(({ name, state }) => {
    if (state === 'stopped' || state === 'on-use') accounts.cancel(name)
  })
}

/** Says what goes on with sign-ins in the browser: no screen that shows it may be open. */
function tellOfSignIns(events: HostEvents, accounts: AccountsControl): void {
  let waiting = new Set<string>()
  const inBrowser = ({ waitsUntil }: AccountView) => waitsUntil !== undefined
  accounts.onChange((list) => {
    for (const account of list) {
      const { serverName, state, name, issuer } = account
      const wasWaiting = waiting.has(serverName)
      if (inBrowser(account) && !wasWaiting)
        events.raise('status', say('auth.inBrowserFor', { server: serverName }))
      if (state === 'signed-in' && wasWaiting)
        events.raise(
          'status',
          name === null
            ? say('auth.signedInAt', { server: serverName, issuer: issuer ?? '' })
            : say('auth.signedInAs', { server: serverName, name })
        )
    }
    waiting = new Set(list.filter(inBrowser).map(({ serverName }) => serverName))
  })
}

/** Names of the remote servers, those that can not be used left out. */
export function remoteServers({ servers }: SettingsContent): readonly string[] {
  return servers.filter(({ transport }) => transport !== 'stdio').map(({ name }) => name)
}

/** The person wants the server, so they may be asked to sign in. */
export async function restartAccounts(
  { accounts, servers }: { readonly accounts: AccountsControl; readonly servers: ServersControl },
  serverName: string
): Promise<void> {
  await accounts.welcome(serverName)
  await servers.start(serverName)
}

/** The entry of a remote server as it came through the door. @throws HostError SERVER_UNKNOWN and as `Door.enter` */
export async function enterRemote(
  { settings, door }: Pick<AccountParts, 'settings' | 'door'>,
  serverName: string
): Promise<TrustedRemote> {
  const definition = settings.current().servers.find(({ name }) => name === serverName)
  const entered = definition?.transport === 'stdio' ? undefined : definition && (await door.enter(definition))
  if (entered !== undefined && isRemote(entered)) return entered
  throw new HostError('SERVER_UNKNOWN', say('host.unknownRemote', { server: serverName }))
}
