/** Servers of other apps: searched for when the user asks, shown without their keys, and added by their ids. */
import { createHash } from 'node:crypto'
import { HostError } from '../../base/host-error'
import { toFolderEntry } from '../../contract/conversation/folder-choice'
import type { OtherAppFile, FoundServer } from '../../contract/servers/other-apps'
import { say } from '../../texts/render-localized'
import { namedSecrets } from '../definition'
import { freeName } from '../paste/entry-name'
import type { Settings } from '../store/settings-store'
import { otherAppNames, type System } from './app-files'
import { findServers, type FoundServers } from './find-servers'
import type { FindEntrySecrets, MovedSecret } from './move-secrets'
import type { ParleyEntry } from './other-app-entry'
import {
  fillPlaceholders,
  findEntryPlaceholders,
  isSameEntry,
  listEntryValues,
  prepareEntry,
  type PreparedEntry
} from './prepare-entry'
import type { OtherAppServer } from './servers-in'

export interface OtherAppsOptions {
  readonly system: System
  readonly settings: Pick<Settings, 'current' | 'addServers'>
  readonly findSecrets: FindEntrySecrets
  readonly newId: () => string
  /** Whether the vault has a secret of this name. */
  readonly isStored: (secretName: string) => Promise<boolean>
  readonly keepSecrets: (serverName: string, secrets: readonly MovedSecret[]) => Promise<void>
}

export interface ChosenServer {
  readonly id: string
  /** The user's replacements for its placeholders. */
  readonly filledIn: Readonly<Record<string, string>>
}

interface Known {
  readonly name: string
  readonly entry: ParleyEntry
}

interface Earlier extends Known {
  readonly host: string
}

export class OtherApps {
  readonly #options: OtherAppsOptions
  /** Path and digest of each server in the last search. A digest, because the content contains keys. */
  #shown = new Map<string, { readonly place: string; readonly digest: string }>()

  constructor(options: OtherAppsOptions) {
    this.#options = options
  }

  async find(): Promise<{ files: OtherAppFile[]; lookedFor: string[] }> {
    const { files, closed } = await this.#look()
    const known = this.#listOwnEntries()
    const earlier: Earlier[] = []
    this.#shown = new Map()
    const show = (file: FoundServers['files'][number]['file'], server: OtherAppServer): FoundServer => {
      const id = this.#options.newId()
      this.#shown.set(id, { place: getPlace(file, server), digest: getDigest(server) })
      return { id, ...this.#describe(server, file.host, { known, earlier }) }
    }
    const found = files.map(({ file, problem, servers }): OtherAppFile => {
      const { host, path } = file
      return { host, path, problem, servers: servers.map((server) => show(file, server)) }
    })
    const unread = closed.map(({ host, path }): OtherAppFile => {
      return { host, path, problem: say('settings.otherClosed', { program: host }), servers: [] }
    })
    return { files: [...found, ...unread], lookedFor: [...otherAppNames(this.#options.system)] }
  }

  /** Adds all or none, and returns their names. @throws HostError SETTINGS_INVALID: a file has changed since */
  async add(chosen: readonly ChosenServer[]): Promise<string[]> {
    const { settings, keepSecrets } = this.#options
    const { files } = await this.#look()
    const now = new Map(
      files.flatMap(({ file, servers }) => servers.map((server) => [getPlace(file, server), server] as const))
    )
    const wanted = chosen.map(({ id, filledIn }) => {
      const { place = '', digest = '' } = this.#shown.get(id) ?? {}
      const server = now.get(place)
      if (server === undefined || getDigest(server) !== digest)
        throw new HostError('SETTINGS_INVALID', say('settings.otherChanged'))
      return fillPlaceholders(server, filledIn)
    })
    const prepared = await this.#prepareAll(wanted)
    await settings.addServers(prepared.map(({ name, json }) => ({ name, json })))
    for (const { name, secrets } of prepared) await keepSecrets(name, secrets)
    return prepared.map(({ name }) => name)
  }

  #look(): Promise<FoundServers> {
    const { system, settings } = this.#options
    return findServers(
      system,
      settings.current().roots.map((root) => toFolderEntry(root).path)
    )
  }

  #listOwnEntries(): readonly Known[] {
    return this.#options.settings.current().servers.map((definition) => {
      const { name } = definition
      if (definition.transport !== 'stdio')
        return { name, entry: { url: definition.url, headers: definition.headers } }
      const { command, args, env, cwd } = definition
      return { name, entry: { command, args, env, ...(cwd !== null && { cwd }) } }
    })
  }

  #describe(
    server: OtherAppServer,
    host: string,
    { known, earlier }: { readonly known: readonly Known[]; readonly earlier: Earlier[] }
  ): Omit<FoundServer, 'id'> {
    const { findSecrets } = this.#options
    const prepared = prepareEntry(server.name, server, { findSecrets, isTaken: () => false })
    const { entry, problem } = prepared
    const isSame = (other: Known) => isSameEntry(entry, other.entry)
    const here = known.find(isSame)
    const twin = earlier.find((other) => other.name === server.name && isSame(other))
    earlier.push({ name: server.name, entry, host })
    return {
      name: server.name,
      project: server.project,
      command: entry.command ?? null,
      args: [...(entry.args ?? [])],
      url: entry.url ?? null,
      values: [...listEntryValues(prepared)],
      placeholders: [...findEntryPlaceholders(prepared)],
      isDisabled: server.isDisabled,
      leftOut: [...server.leftOut],
      problem,
      ...statusOf(server.name, known, { here, twin })
    }
  }

  /** Under free names, and with names of secrets that the vault doesn't have. @throws HostError SETTINGS_INVALID */
  async #prepareAll(wanted: readonly OtherAppServer[]) {
    const { servers, serverOrder } = this.#options.settings.current()
    const names = new Set(serverOrder)
    const taken = new Set(servers.flatMap(namedSecrets))
    const prepared: (PreparedEntry & { readonly name: string })[] = []
    for (const server of wanted) {
      const name = freeName(server.name, names)
      names.add(name)
      const entry = await this.#prepare(name, server, taken)
      if (entry.problem !== null) throw new HostError('SETTINGS_INVALID', entry.problem)
      prepared.push({ ...entry, name })
    }
    return prepared
  }

  /** Adds the names of its secrets to `taken`. */
  async #prepare(name: string, server: OtherAppServer, taken: Set<string>): Promise<PreparedEntry> {
    const { findSecrets, isStored } = this.#options
    for (;;) {
      const entry = prepareEntry(name, server, { findSecrets, isTaken: (secret) => taken.has(secret) })
      const names = entry.secrets.map((secret) => secret.name)
      const stored = await Promise.all(names.map(isStored))
      const unusable = names.filter((_name, at) => stored[at])
      for (const secret of unusable.length > 0 ? unusable : names) taken.add(secret)
      if (unusable.length === 0) return entry
    }
  }
}

function getPlace(file: { readonly path: string }, server: OtherAppServer): string {
  return JSON.stringify([file.path, server.project, server.name])
}

function getDigest(server: OtherAppServer): string {
  return createHash('sha256').update(JSON.stringify(server)).digest('hex')
}

function statusOf(
  name: string,
  known: readonly Known[],
  { here, twin }: { readonly here: Known | undefined; readonly twin: Earlier | undefined }
): Pick<FoundServer, 'status' | 'other'> {
  if (here !== undefined) return { status: 'here', other: here.name }
  if (twin !== undefined) return { status: 'twice', other: twin.host }
  const names = new Set(known.map((other) => other.name))
  return names.has(name)
    ? { status: 'name-taken', other: freeName(name, names) }
    : { status: 'new', other: null }
}
