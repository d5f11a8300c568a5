/** Secrets that entries of the settings name: the user types their values in the window, and the vault keeps them. */
import { say } from '../../texts/render-localized'
import { HostError } from '../../base/host-error'
import type { Handlers } from '../../contract/bridge/calls'
import type { EntryForm } from '../../contract/entries/entry-form'
import type { JsonValue } from '../../contract/json'
import { referTo, writeForm } from '../../settings/edit/entry-form'
import { freeName, nameEntry } from '../../settings/paste/entry-name'
import { namedSecrets } from '../../settings/definition'
import type { Settings } from '../../settings/store/settings-store'
import type { Areas } from '../areas/areas'
import type { HostPorts } from '../areas/host-ports'
import { keepPrivateFolder } from './private-folder-handlers'
import { createTypedSecrets, namableSecrets, type EnteredSecrets } from '../areas/secrets-area'

export function serverSecretHandlers(
  ports: HostPorts,
  {
    servers,
    settings,
    consent,
    accounts,
    newEntrySandboxing
  }: Pick<Areas, 'servers' | 'settings' | 'consent' | 'accounts' | 'newEntrySandboxing'>
): Pick<
  Handlers,
  'server.list-secrets' | 'server.set-secret' | 'server.set-secret-header' | 'server.save-form'
> {
  const secrets = namableSecrets(ports)
  const typed = createTypedSecrets(ports, { settings, consent, servers })
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
      await typed.keep(serverName, [{ name: secretName, value: value.trim() }])
    },
    'server.set-secret-header': (header) => setSecretHeader(typed, settings, header),
    'server.save-form': async ({ previousName, serverName: wanted, form }) => {
      const before = previousName === null ? null : await settings.readServerEntry(previousName)
      const serverName = wanted.trim() === '' ? nameFor(form) : wanted.trim()
      const { json: written, secrets: typedSecrets } = writeForm(before, serverName, form)
      const isLeftOpen = before === null && form.kind === 'program' && form.containment === undefined
      const json = isLeftOpen ? await newEntrySandboxing.leaveOpen(written) : written
      for (const { name } of typedSecrets) typed.refuseOwn(name)
      // First: a name that is taken must not cost its server the secret that it has.
      const save = () => settings.saveServerEntry(previousName, serverName, json)
      const withAccount = () => accounts.rename(previousName ?? serverName, serverName, save)
      const named = { from: previousName, to: serverName }
      await keepPrivateFolder({ mcp: ports.mcp, settings }, named, withAccount)
      await typed.keep(serverName, typedSecrets)
      return { serverName }
    }
  }
}

interface SecretHeader {
  readonly serverName: string
  readonly headerName: string
  readonly value: string
}

/** Puts the value into the vault and its name into the settings. */
async function setSecretHeader(
  typed: EnteredSecrets,
  settings: Settings,
  { serverName, headerName, value }: SecretHeader
): Promise<void> {
  const entry = JSON.parse(await settings.readServerEntry(serverName)) as Record<string, unknown>
  const { reference, secret } = referTo(serverName, headerName, { value, isHeader: true })
  await typed.keep(serverName, [secret], 'leave')
  const headers = { ...(entry['headers'] as Record<string, string> | undefined), [headerName]: reference }
  await settings.saveServerEntry(serverName, serverName, JSON.stringify({ ...entry, headers }, null, 2))
}
