/** Secrets that entries of the settings name: the person types their values in the window, and the vault keeps them. */
import { say } from '../../texts/said'
import { HostError } from '../../base/host-error'
import type { Handlers } from '../../contract/calls'
import { accountPrefix, namedSecrets } from '../../settings/definition'
import type { Settings } from '../../settings/store/store'
import type { Areas } from '../areas/areas'
import { restartUnlessStopped } from '../areas/background-work'
import type { Ports } from '../areas/ports'
import { namableSecrets, ownerOfSecrets } from '../areas/secrets'

export function serverSecretHandlers(
  ports: Ports,
  { servers, settings, consent }: Pick<Areas, 'servers' | 'settings' | 'consent'>
): Pick<Handlers, 'server.list-secrets' | 'server.set-secret' | 'server.set-secret-header'> {
  const secrets = namableSecrets(ports)
  const keep = async (serverName: string, secretName: string, value: string): Promise<void> => {
    // Anybody can name a server so that its secret would be the tokens of another one.
    if (secretName.startsWith(accountPrefix))
      throw new HostError('SETTINGS_NAME_TAKEN', say('settings.secretTaken', { name: secretName }))
    ports.secretRegistry.add(value)
    // First: nobody else who names it may find the new value.
    await consent.destinations.typed(secretName, ownerOfSecrets(settings.current(), serverName))
    await ports.secrets.write(secretName, value)
  }
  const namesOf = (serverName: string): readonly string[] => {
    const definition = settings.current().servers.find(({ name }) => name === serverName)
    return definition === undefined ? [] : namedSecrets(definition)
  }
  return {
    'server.list-secrets': async ({ serverName }) =>
      await Promise.all(
        namesOf(serverName).map(async (name) => ({ name, isStored: (await secrets.read(name)) !== null }))
      ),
    'server.set-secret': async ({ serverName, secretName, value }) => {
      if (!namesOf(serverName).includes(secretName)) {
        const said = say('host.secretNotNamed', { server: serverName, secret: secretName })
        throw new HostError('SETTINGS_UNKNOWN_VARIABLE', said)
      }
      await keep(serverName, secretName, value.trim())
      restartUnlessStopped(ports, servers, serverName)
    },
    'server.set-secret-header': (header) => setSecretHeader(keep, settings, header)
  }
}

interface SecretHeader {
  readonly serverName: string
  readonly headerName: string
  readonly value: string
}

/** The value goes into the vault, its name into the settings. */
async function setSecretHeader(
  keep: (serverName: string, secretName: string, value: string) => Promise<void>,
  settings: Settings,
  { serverName, headerName, value }: SecretHeader
): Promise<void> {
  const entry = JSON.parse(await settings.readServerEntry(serverName)) as Record<string, unknown>
  const secretName = `${serverName}-${headerName.toLowerCase()}`
  const [, scheme = '', secret = ''] = /^(Bearer |Basic |Token |)(.*)$/is.exec(value.trim()) ?? []
  const isToken = headerName.toLowerCase() === 'authorization' && scheme === ''
  await keep(serverName, secretName, secret)
  const given = `${isToken ? 'Bearer ' : scheme}\${secret:${secretName}}`
  const headers = { ...(entry['headers'] as Record<string, string> | undefined), [headerName]: given }
  await settings.saveServerEntry(serverName, serverName, JSON.stringify({ ...entry, headers }, null, 2))
}
