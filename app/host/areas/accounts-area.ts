/**
 * Connects sign-ins with the other areas: which addresses and settings they know, and what follows a successful
 * sign-in.
 */
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
  readonly trustCheck: TrustCheck
}

export function createHostAccounts(
  ports: HostPorts,
  events: HostEvents,
  { consent, settings, trustCheck, records }: AccountParts
): AccountsControl {
  return createAccounts({
    consent,
    secrets: ports.secrets,
    secretRegistry: ports.secretRegistry,
    mcp: ports.mcp,
    findTarget: async (serverName) => toSignInTarget(await enterRemote({ settings, trustCheck }, serverName)),
    watchFetch: records.forSignIn,
    openLink: ports.openLink,
    appLinks: ports.appLinks,
    alert: (text) => events.raise('alert', text),
    newId: ports.newId,
    now: ports.now,
    log: ports.log.in('sign-in')
  })
}

/** Publishes every change as an event. Connects a server again with the tokens of a sign-in. */
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

/** Notifies about sign-ins in the browser. The screen that shows them may be closed. */
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

/** Names of the remote servers that can be used. */
export function remoteServers({ servers }: SettingsContent): readonly string[] {
  return servers.filter(({ transport }) => transport !== 'stdio').map(({ name }) => name)
}

/** The user wants the server, so a sign-in may be asked for. */
export async function restartAccounts(
  { accounts, servers }: { readonly accounts: AccountsControl; readonly servers: ServersControl },
  serverName: string
): Promise<void> {
  await accounts.welcome(serverName)
  await servers.start(serverName)
}

/** An untrusted server isn't contacted: its start asks for trust first, and then for the sign-in. */
export async function signIn(
  areas: { readonly accounts: AccountsControl; readonly servers: ServersControl },
  serverName: string,
  isAnyway?: boolean
): Promise<void> {
  const state = areas.servers.list().find(({ name }) => name === serverName)?.state
  const isTrusted = state === 'connected' || state === 'needs-sign-in'
  if (isTrusted) await areas.accounts.signIn(serverName, isAnyway)
  else await restartAccounts(areas, serverName)
}

/**
 * The entry of a remote server, checked by `TrustCheck.enter`. @throws HostError SERVER_UNKNOWN and the codes of `TrustCheck.enter`
 */
export async function enterRemote(
  { settings, trustCheck }: Pick<AccountParts, 'settings' | 'trustCheck'>,
  serverName: string
): Promise<TrustedRemote> {
  const definition = settings.current().servers.find(({ name }) => name === serverName)
  const entered =
    definition?.transport === 'stdio' ? undefined : definition && (await trustCheck.enter(definition))
  if (entered !== undefined && isRemote(entered)) return entered
  throw new HostError('SERVER_UNKNOWN', say('host.unknownRemote', { server: serverName }))
}
