/** Secrets that entries of the settings name: the person types their values in the window, and the vault keeps them. */
import { accountPrefix } from '../auth/client/account-record'
import { HostError } from '../base/host-error'
import type { Handlers } from '../contract/calls'
import type { Ports } from './ports'
import type { ServersControl } from '../servers/registry/registry'
import { namedSecrets } from '../settings/named-secrets'
import type { Settings } from '../settings/store/store'

interface SecretParts {
  readonly servers: ServersControl
  readonly settings: Settings
}

/** What is kept of sign-ins is no secret that settings can name. */
export function namableSecrets({ secrets }: Pick<Ports, 'secrets'>): Ports['secrets'] {
  return {
    ...secrets,
    read: async (name) => (name.startsWith(accountPrefix) ? null : await secrets.read(name))
  }
}

export function secretHandlers(
  ports: Ports,
  { servers, settings }: SecretParts
): Pick<Handlers, 'server.list-secrets' | 'server.set-secret' | 'server.set-secret-header'> {
  const secrets = namableSecrets(ports)
  const namesOf = (serverName: string): readonly string[] => {
    const definition = settings.current().servers.find(({ name }) => name === serverName)
    if (definition === undefined) return []
    return namedSecrets(definition).filter((name) => !name.startsWith(accountPrefix))
  }
  return {
    'server.list-secrets': async ({ serverName }) =>
      await Promise.all(
        namesOf(serverName).map(async (name) => ({ name, isStored: (await secrets.read(name)) !== null }))
      ),
    'server.set-secret': async ({ serverName, secretName, value }) => {
      if (!namesOf(serverName).includes(secretName)) {
        const message = `The entry of ${serverName} names no secret ${secretName} (any more). Open it again.`
        throw new HostError('SETTINGS_UNKNOWN_VARIABLE', message)
      }
      await store(ports, secretName, value.trim())
      restart(ports, servers, serverName)
      return null
    },
    'server.set-secret-header': async (header) => {
      await setSecretHeader(ports, settings, header)
      return null
    }
  }
}

async function store({ secrets, secretRegistry }: Ports, name: string, value: string): Promise<void> {
  secretRegistry.add(value)
  await secrets.write(name, value)
}

/** With the new value, unless the person has stopped it. */
function restart({ log }: Ports, servers: ServersControl, serverName: string): void {
  const report = (error: unknown) => log.warn('A server did not start', { serverName, error })
  if (servers.list().some(({ name, state }) => name === serverName && state !== 'stopped'))
    void servers.restart(serverName).catch(report)
}

interface SecretHeader {
  readonly serverName: string
  readonly headerName: string
  readonly value: string
}

/** The value goes into the vault, its name into the settings. */
async function setSecretHeader(
  ports: Ports,
  settings: Settings,
  { serverName, headerName, value }: SecretHeader
): Promise<void> {
  const entry = JSON.parse(await settings.readServerEntry(serverName)) as Record<string, unknown>
  const secretName = `${serverName}-${headerName.toLowerCase()}`
  const [, scheme = '', secret = ''] = /^(Bearer |Basic |Token |)(.*)$/is.exec(value.trim()) ?? []
  const isToken = headerName.toLowerCase() === 'authorization' && scheme === ''
  await store(ports, secretName, secret)
  const given = `${isToken ? 'Bearer ' : scheme}\${secret:${secretName}}`
  const headers = { ...(entry['headers'] as Record<string, string> | undefined), [headerName]: given }
  await settings.saveServerEntry(serverName, serverName, JSON.stringify({ ...entry, headers }, null, 2))
}
