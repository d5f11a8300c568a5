/** Saves, renames and removes entries of servers for the window, with their accounts, private folders and secrets. */
import { HostError } from '../../base/host-error'
import type { EntryForm } from '../../contract/servers/entry-form'
import type { JsonValue } from '../../contract/json'
import type { SandboxedServers } from '../../servers/trust/sandboxed-servers'
import { namedSecrets } from '../../settings/definition'
import { readForm, referTo, writeForm } from '../../settings/edit/entry-form'
import { switchSandboxOff } from '../../settings/edit/entry-sandbox'
import { layOut } from '../../settings/edit/server-entry-text'
import { freeName, nameEntry } from '../../settings/paste/entry-name'
import { say } from '../../texts/render-localized'
import type { Areas } from './areas'
import type { HostPorts } from './host-ports'
import { createTypedSecrets, namableSecrets, type EnteredSecrets } from './secrets-area'

type UsedAreas = Pick<
  Areas,
  'servers' | 'settings' | 'consent' | 'accounts' | 'messages' | 'adding' | 'newEntrySandboxing'
>

export class ServerEntries {
  readonly #ports: HostPorts
  readonly #areas: UsedAreas
  readonly #sandboxed: Pick<SandboxedServers, 'keepFolder'>
  readonly #typed: EnteredSecrets

  constructor(ports: HostPorts, areas: UsedAreas, sandboxed: Pick<SandboxedServers, 'keepFolder'>) {
    this.#ports = ports
    this.#areas = areas
    this.#sandboxed = sandboxed
    this.#typed = createTypedSecrets(ports, areas)
  }

  async read(serverName: string): Promise<{ json: string; form: EntryForm | null }> {
    const json = await this.#areas.settings.readServerEntry(serverName)
    return { json: layOut(json), form: readForm(json) }
  }

  /** `previousName`: null for a new entry. */
  async save(previousName: string | null, serverName: string, json: string): Promise<void> {
    const { settings, accounts, messages } = this.#areas
    const save = () => settings.saveServerEntry(previousName, serverName, json)
    await this.#sandboxed.keepFolder({ from: previousName, to: serverName }, () =>
      accounts.rename(previousName ?? serverName, serverName, save)
    )
    if (previousName !== null && previousName !== serverName) await messages.forget(previousName)
  }

  /** Returns the name: an entry without one gets a free one. */
  async saveForm(previousName: string | null, wanted: string, form: EntryForm): Promise<string> {
    const { settings, newEntrySandboxing } = this.#areas
    const before = previousName === null ? null : await settings.readServerEntry(previousName)
    const serverName = wanted.trim() === '' ? this.#nameFor(form) : wanted.trim()
    const { json: written, secrets } = writeForm(before, serverName, form)
    const isLeftOpen = before === null && form.kind === 'program' && form.containment === undefined
    const json = isLeftOpen ? await newEntrySandboxing.leaveOpen(written) : written
    for (const { name } of secrets) this.#typed.refuseOwn(name)
    // First: a name that is taken must not cost its server the secret that it has.
    await this.save(previousName, serverName, json)
    await this.#typed.keep(serverName, secrets)
    return serverName
  }

  async remove(serverName: string): Promise<void> {
    const { settings, consent, accounts, messages, adding } = this.#areas
    await settings.removeServer(serverName)
    await consent.revokeTrust(serverName)
    await accounts.remove(serverName)
    await messages.forget(serverName)
    await adding.sweep()
    await this.#ports.mcp.clients.removeHome(serverName)
  }

  async setSandboxed(serverName: string, isSandboxed: boolean): Promise<void> {
    const { settings, newEntrySandboxing } = this.#areas
    const before = await settings.readServerEntry(serverName)
    const after = isSandboxed ? await newEntrySandboxing.addSandbox(before) : switchSandboxOff(before)
    if (after !== before) await settings.saveServerEntry(serverName, serverName, after)
  }

  async listSecrets(serverName: string): Promise<{ name: string; isStored: boolean }[]> {
    const secrets = namableSecrets(this.#ports)
    return await Promise.all(
      this.#secretNames(serverName).map(async (name) => ({
        name,
        isStored: (await secrets.read(name)) !== null
      }))
    )
  }

  async setSecret(serverName: string, secretName: string, value: string): Promise<void> {
    if (!this.#secretNames(serverName).includes(secretName)) {
      const said = say('host.secretNotNamed', { server: serverName, secret: secretName })
      throw new HostError('SETTINGS_UNKNOWN_VARIABLE', said)
    }
    await this.#typed.keep(serverName, [{ name: secretName, value: value.trim() }])
  }

  /** Puts the value into the vault and its name into the settings. */
  async setSecretHeader(serverName: string, headerName: string, value: string): Promise<void> {
    const { settings } = this.#areas
    const entry = JSON.parse(await settings.readServerEntry(serverName)) as Record<string, unknown>
    const { reference, secret } = referTo(serverName, headerName, { value, isHeader: true })
    await this.#typed.keep(serverName, [secret], 'leave')
    const headers = { ...(entry['headers'] as Record<string, string> | undefined), [headerName]: reference }
    await settings.saveServerEntry(serverName, serverName, JSON.stringify({ ...entry, headers }, null, 2))
  }

  #secretNames(serverName: string): readonly string[] {
    const definition = this.#areas.settings.current().servers.find(({ name }) => name === serverName)
    return definition === undefined ? [] : namedSecrets(definition)
  }

  #nameFor(form: EntryForm): string {
    const { json } = writeForm(null, '', form)
    const taken = new Set(this.#areas.settings.current().serverOrder)
    return freeName(nameEntry(JSON.parse(json) as JsonValue), taken)
  }
}
