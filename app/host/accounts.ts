/** Sign-ins among the other areas: whose addresses and settings they know, and what happens when one has come about. */
import { createAccounts, type AccountsControl } from '../auth/accounts/accounts'
import { HostError, toFailure } from '../base/host-error'
import type { ConsentGate } from '../consent/interface'
import type { AccountTest, AccountView } from '../contract/accounts'
import type { Handlers } from '../contract/calls'
import type { HostEvents } from './events'
import type { HostLedger } from './ledger'
import type { Ports } from './ports'
import type { ServersControl } from '../servers/registry/registry'
import type { RemoteDefinition, SettingsContent } from '../settings/definition'
import type { Settings } from '../settings/store/store'
import type { Variables } from '../settings/parse/variables'

const testTimeoutMs = 20_000

interface AccountParts {
  readonly consent: ConsentGate
  readonly records: Pick<HostLedger, 'forSignIn'>
  readonly settings: Settings
  readonly variables: Variables
}

export function createHostAccounts(
  ports: Ports,
  events: HostEvents,
  { consent, settings, variables, records }: AccountParts
): AccountsControl {
  return createAccounts({
    consent,
    secrets: ports.secrets,
    secretRegistry: ports.secretRegistry,
    mcp: ports.mcp,
    findTarget: async (serverName) => {
      const { url, oauth } = await expandRemote(settings, variables, serverName)
      return { serverName, url, oauth: oauth ?? null }
    },
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
  ports: Ports,
  events: HostEvents,
  { accounts, servers }: { readonly accounts: AccountsControl; readonly servers: ServersControl }
): void {
  tellOfSignIns(events, accounts)
  const stateOf = (serverName: string) => servers.list().find(({ name }) => name === serverName)?.state
  accounts.onChange((list) => {
    events.emit('accounts.changed', [...list])
    for (const { serverName, state, reason } of list) {
      const isInNeed = state !== 'signed-in'
      if (isInNeed && stateOf(serverName) === 'needs sign-in') servers.needSignIn(serverName, reason)
    }
  })
  accounts.onCallWaiting(({ serverName, reason }) => servers.needSignIn(serverName, reason))
  accounts.onSignedIn((serverName) => {
    void servers.restart(serverName).catch((error: unknown) => {
      ports.log.warn('A server did not start after the sign-in', { serverName, error })
    })
  })
  servers.onChange(({ name, state }) => {
    if (state === 'stopped') accounts.cancel(name)
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
        events.raise('status', `Go on in the browser to sign in to ${serverName}.`)
      if (state === 'signed-in' && wasWaiting)
        events.raise(
          'status',
          `You are signed in to ${serverName} ${name === null ? `at ${issuer}` : `as ${name}`}.`
        )
    }
    waiting = new Set(list.filter(inBrowser).map(({ serverName }) => serverName))
  })
}

/** Names of the remote servers, those that can not be used left out. */
export function remoteServers({ servers }: SettingsContent): readonly string[] {
  return servers.filter(({ transport }) => transport !== 'stdio').map(({ name }) => name)
}

interface HandlerParts {
  readonly accounts: AccountsControl
  readonly servers: ServersControl
  readonly settings: Settings
  readonly variables: Variables
}

type AccountHandlers = Pick<Handlers, `account.${string}` & keyof Handlers>

export function accountHandlers(ports: Ports, parts: HandlerParts): AccountHandlers {
  const { accounts, servers } = parts
  const restart = (serverName: string): null => {
    const report = (error: unknown) => ports.log.warn('A server did not start', { serverName, error })
    if (servers.list().some(({ name, state }) => name === serverName && state !== 'stopped'))
      void servers.restart(serverName).catch(report)
    return null
  }
  return {
    'account.sign-in': ({ serverName }) => {
      const state = servers.list().find(({ name }) => name === serverName)?.state
      const report = (error: unknown) => ports.log.warn('A sign-in failed', { serverName, error })
      const isTrusted = state === 'connected' || state === 'needs sign-in'
      // Nothing is contacted that is not trusted: the start asks for that first, and then for the sign-in.
      const work = isTrusted ? accounts.signIn(serverName) : startAnew(parts, serverName)
      void work.catch(report)
      return null
    },
    'account.cancel': ({ serverName }) => {
      accounts.cancel(serverName)
      return null
    },
    'account.reopen': async ({ serverName, how }) => {
      const page = accounts.waitingPage(serverName)
      if (page === null)
        throw new HostError('SIGN_IN_FAILED', `Nothing waits for a sign-in at ${serverName}.`)
      if (how === 'clipboard') ports.copyText(page)
      else await ports.openLink(page)
      return null
    },
    'account.sign-out': async ({ serverName }) => {
      await accounts.signOut(serverName)
      return restart(serverName)
    },
    'account.forget-client': async ({ serverName }) => {
      await accounts.forgetClient(serverName)
      return restart(serverName)
    },
    'account.test': ({ serverName }) => testSignIn(ports, parts, serverName)
  }
}

/** The person wants the server, so they may be asked to sign in. */
export async function startAnew(
  { accounts, servers }: Pick<HandlerParts, 'accounts' | 'servers'>,
  serverName: string
): Promise<void> {
  await accounts.welcome(serverName)
  await servers.start(serverName)
}

async function expandRemote(
  settings: Settings,
  variables: Variables,
  serverName: string
): Promise<RemoteDefinition> {
  const definition = settings.current().servers.find(({ name }) => name === serverName)
  const expanded = definition === undefined ? undefined : await variables.expandServer(definition)
  if (expanded !== undefined && expanded.transport !== 'stdio') return expanded
  throw new HostError('SERVER_UNKNOWN', `No remote server named ${serverName} is configured (any more).`)
}

/** A connection beside the one that may stand; nobody is asked to sign in for it. */
async function testSignIn(
  { mcp, newId }: Ports,
  { accounts, settings, variables }: HandlerParts,
  serverName: string
): Promise<AccountTest> {
  const connectionId = newId()
  accounts.keepQuiet(connectionId)
  try {
    const { transport, url, headers } = await expandRemote(settings, variables, serverName)
    const info = await mcp.clients.connect({
      transport,
      url,
      headers,
      serverName,
      connectionId,
      access: await accounts.accessFor(serverName, url),
      connectTimeoutMs: testTimeoutMs,
      knownEra: null,
      logLevel: null,
      pingIntervalMs: 0
    })
    return { isOk: true, message: `${serverName} accepts the sign-in and lists ${info.tools.length} tools.` }
  } catch (error) {
    return { isOk: false, message: toFailure(error).message }
  } finally {
    await mcp.clients.disconnect(connectionId)
  }
}
