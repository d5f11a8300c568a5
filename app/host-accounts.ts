/** Sign-ins among the other areas: whose addresses and settings they know, and what happens when one has come about. */
import { createAccounts, type AccountsControl } from './auth/accounts'
import { accountPrefix } from './auth/account-record'
import { HostError, toFailure } from './base/host-error'
import type { ConsentGate } from './consent/interface'
import type { AccountTest } from './contract/accounts'
import type { Handlers } from './contract/calls'
import type { HostEvents } from './host-events'
import type { Ports } from './ports'
import { isPrivateAddress } from './servers/private-address'
import type { ServersControl } from './servers/registry'
import type { RemoteDefinition, SettingsContent } from './settings/definition'
import type { Settings } from './settings/store'
import type { Variables } from './settings/variables'

const testTimeoutMs = 20_000

interface AccountParts {
  readonly consent: ConsentGate
  readonly settings: Settings
  readonly variables: Variables
}

export function createHostAccounts(
  ports: Ports,
  events: HostEvents,
  { consent, settings, variables }: AccountParts
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
    isPrivateAddress,
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

/** Names of the remote servers, those that can not be used left out. */
export function remoteServers({ servers }: SettingsContent): readonly string[] {
  return servers.filter(({ transport }) => transport !== 'stdio').map(({ name }) => name)
}

/** What is kept of sign-ins is no secret that settings can name. */
export function namableSecrets({ secrets }: Pick<Ports, 'secrets'>): Ports['secrets'] {
  return {
    ...secrets,
    read: async (name) => (name.startsWith(accountPrefix) ? null : await secrets.read(name))
  }
}

interface HandlerParts {
  readonly accounts: AccountsControl
  readonly servers: ServersControl
  readonly settings: Settings
  readonly variables: Variables
}

type AccountHandlers = Pick<Handlers, `account.${string}` & keyof Handlers> &
  Pick<Handlers, 'server.set-secret-header'>

export function accountHandlers(ports: Ports, parts: HandlerParts): AccountHandlers {
  const { accounts, servers, settings } = parts
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
    'account.sign-out': async ({ serverName }) => {
      await accounts.signOut(serverName)
      return restart(serverName)
    },
    'account.forget-client': async ({ serverName }) => {
      await accounts.forgetClient(serverName)
      return restart(serverName)
    },
    'account.test': ({ serverName }) => testSignIn(ports, parts, serverName),
    'server.set-secret-header': async ({ serverName, headerName, value }) => {
      await setSecretHeader(ports, settings, { serverName, headerName, value })
      return null
    }
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

/** The value goes into the vault, its name into the settings. */
async function setSecretHeader(
  ports: Ports,
  settings: Settings,
  {
    serverName,
    headerName,
    value
  }: { readonly serverName: string; readonly headerName: string; readonly value: string }
): Promise<void> {
  const entry = JSON.parse(await settings.readServerEntry(serverName)) as Record<string, unknown>
  const secretName = `${serverName}-${headerName.toLowerCase()}`
  const [, scheme = '', secret = ''] = /^(Bearer |Basic |Token |)(.*)$/is.exec(value.trim()) ?? []
  const isToken = headerName.toLowerCase() === 'authorization' && scheme === ''
  ports.secretRegistry.add(secret)
  await ports.secrets.write(secretName, secret)
  const given = `${isToken ? 'Bearer ' : scheme}\${secret:${secretName}}`
  const headers = { ...(entry['headers'] as Record<string, string> | undefined), [headerName]: given }
  await settings.saveServerEntry(serverName, serverName, JSON.stringify({ ...entry, headers }, null, 2))
}
