/** Secrets that entries of the settings name: the person types their values in the window, and the vault keeps them. */
import { say } from '../../texts/said'
import { HostError } from '../../base/host-error'
import type { Handlers } from '../../contract/bridge/calls'
import type { EntryForm } from '../../contract/entries/entry-form'
import type { JsonValue } from '../../contract/json'
import { referTo, writeForm } from '../../settings/edit/entry-form'
import { freeName, nameEntry } from '../../settings/paste/entry-name'
import { accountPrefix, namedSecrets } from '../../settings/definition'
import type { Settings } from '../../settings/store/store'
import type { Areas } from '../areas/areas'
import { restartUnlessStopped } from '../areas/background-work'
import type { Ports } from '../areas/ports'
import { namableSecrets, ownerOfSecrets } from '../areas/secrets'

export function serverSecretHandlers(
  ports: Ports,
  { servers, settings, consent, accounts }: Pick<Areas, 'servers' | 'settings' | 'consent' | 'accounts'>
): Pick<
  Handlers,
  'server.list-secrets' | 'server.set-secret' | 'server.set-secret-header' | 'server.save-form'
> {
  const secrets = namableSecrets(ports)
  const keep = (serverName: string, name: string, value: string): Promise<void> =>
    keepSecret(ports, { settings, consent }, { serverName, name, value })
  const namesOf = (serverName: string): readonly string[] => {
    const definition = settings.current().servers.find(({ name }) => name === serverName)
    return definition === undefined ? [] : namedSecrets(definition)
  }
  const nameFor = (form: EntryForm): string => {
    const { json } = writeForm(null, '', form)
    return freeName(nameEntry(JSON.parse(json) as JsonValue), new Set(settings.current().serverOrder))
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
    'server.set-secret-header': (header) => setSecretHeader(keep, settings, header),
    'server.save-form': async ({ previousName, serverName: typed, form }) => {
      const before = previousName === null ? null : await settings.readServerEntry(previousName)
      const serverName = typed.trim() === '' ? nameFor(form) : typed.trim()
      const { json, secrets: typedSecrets } = writeForm(before, serverName, form)
      for (const { name } of typedSecrets) refuseOwn(name)
      // First: a name that is taken must not cost its server the secret that it has.
      await accounts.rename(previousName ?? serverName, serverName, () =>
        settings.saveServerEntry(previousName, serverName, json)
      )
      for (const { name, value } of typedSecrets) await keep(serverName, name, value)
      if (typedSecrets.length > 0) restartUnlessStopped(ports, servers, serverName)
      return { serverName }
    }
  }
}

/** Into the vault, as one of that server. */
export async function keepSecret(
  ports: Pick<Ports, 'secretRegistry' | 'secrets'>,
  { settings, consent }: Pick<Areas, 'settings' | 'consent'>,
  { serverName, name, value }: { readonly serverName: string; readonly name: string; readonly value: string }
): Promise<void> {
  refuseOwn(name)
  ports.secretRegistry.add(value)
  // First: nobody else who names it may find the new value.
  await consent.destinations.typed(name, ownerOfSecrets(settings.current(), serverName))
  await ports.secrets.write(name, value)
}

/** Anybody can name a server so that its secret would be the tokens of another one. */
function refuseOwn(secretName: string): void {
  if (secretName.startsWith(accountPrefix))
    throw new HostError('SETTINGS_NAME_TAKEN', say('settings.secretTaken', { name: secretName }))
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
  const { reference, secret } = referTo(serverName, headerName, { value, isHeader: true })
  await keep(serverName, secret.name, secret.value)
  const headers = { ...(entry['headers'] as Record<string, string> | undefined), [headerName]: reference }
  await settings.saveServerEntry(serverName, serverName, JSON.stringify({ ...entry, headers }, null, 2))
}
