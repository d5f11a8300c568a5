/** Secrets that entries of the settings name: the person types their values in the window, and the vault keeps them. */
import { say } from '../../texts/said'
import { HostError } from '../../base/host-error'
import type { Handlers } from '../../contract/calls'
import type { Settings } from '../../settings/store/store'
import type { Areas } from '../areas/areas'
import { restartUnlessStopped } from '../areas/background-work'
import type { Ports } from '../areas/ports'
import { namableSecrets, secretsOfEntry } from '../areas/secrets'

export function serverSecretHandlers(
  ports: Ports,
  { servers, settings }: Pick<Areas, 'servers' | 'settings'>
): Pick<Handlers, 'server.list-secrets' | 'server.set-secret' | 'server.set-secret-header'> {
  const secrets = namableSecrets(ports)
  const namesOf = (serverName: string): readonly string[] => {
    const definition = settings.current().servers.find(({ name }) => name === serverName)
    return definition === undefined ? [] : secretsOfEntry(definition)
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
      await store(ports, secretName, value.trim())
      restartUnlessStopped(ports, servers, serverName)
    },
    'server.set-secret-header': (header) => setSecretHeader(ports, settings, header)
  }
}

async function store({ secrets, secretRegistry }: Ports, name: string, value: string): Promise<void> {
  secretRegistry.add(value)
  await secrets.write(name, value)
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
