/** Servers of other apps: searched for when the user asks, shown without their keys, and added by their ids. */
import { createHash } from 'node:crypto'
import { homedir } from 'node:os'
import { HostError } from '../../base/host-error'
import { toFolderEntry } from '../../contract/folders/folder-choice'
import type { OtherAppFile, FoundServer } from '../../contract/entries/other-apps'
import { say } from '../../texts/render-localized'
import { findSecrets } from '../../provenance/secret-forms'
import { namedSecrets } from '../../settings/definition'
import { findServers, type FoundServers } from '../../settings/other-apps/find-servers'
import type { ParleyEntry } from '../../settings/other-apps/other-app-entry'
import { hostNames, type System } from '../../settings/other-apps/app-places'
import {
  fillPlaceholders,
  isSameEntry,
  findEntryPlaceholders,
  prepareEntry,
  listEntryValues
} from '../../settings/other-apps/prepare-entry'
import type { PreparedEntry } from '../../settings/other-apps/prepare-entry'
import type { OtherAppServer } from '../../settings/other-apps/servers-in'
import { freeName } from '../../settings/paste/entry-name'
import type { Areas } from '../areas/areas'
import type { HostPorts } from '../areas/host-ports'
import type { AreaHandlers } from './area-handlers'
import { createTypedSecrets } from '../areas/secrets-area'

type UsedAreas = Pick<Areas, 'servers' | 'settings' | 'consent'>

export function otherAppHandlers(
  ports: HostPorts,
  areas: UsedAreas
): Pick<AreaHandlers<'server'>, 'server.find-others' | 'server.import'> {
  const { settings } = areas
  const typed = createTypedSecrets(ports, areas)
  /** Path and digest of each server in the last search. A digest, because the content contains keys. */
  let shown = new Map<string, { readonly place: string; readonly digest: string }>()
  const look = (): Promise<FoundServers> => {
    const roots = settings.current().roots.map((root) => toFolderEntry(root).path)
    return findServers(systemOf(ports), roots)
  }
  return {
    'server.find-others': async () => {
      const { files, closed } = await look()
      const known = ownEntries(areas)
      const earlier: Earlier[] = []
      shown = new Map()
      const show = (file: FoundServers['files'][number]['file'], server: OtherAppServer): FoundServer => {
        const id = ports.newId()
        shown.set(id, { place: placeOf(file, server), digest: digestOf(server) })
        return { id, ...describe(server, file.host, { known, earlier }) }
      }
      const found = files.map(({ file, problem, servers: inFile }): OtherAppFile => {
        const { host, path } = file
        return { host, path, problem, servers: inFile.map((server) => show(file, server)) }
      })
      const unread = closed.map(({ host, path }): OtherAppFile => {
        return { host, path, problem: say('settings.otherClosed', { program: host }), servers: [] }
      })
      return { files: [...found, ...unread], lookedFor: [...hostNames(systemOf(ports))] }
    },
    'server.import': async ({ servers: chosen }) => {
      const now = new Map(
        (await look()).files.flatMap(({ file, servers: inFile }) =>
          inFile.map((server) => [placeOf(file, server), server] as const)
        )
      )
      const wanted = chosen.map(({ id, filledIn }) => {
        const { place = '', digest = '' } = shown.get(id) ?? {}
        const server = now.get(place)
        if (server === undefined || digestOf(server) !== digest)
          throw new HostError('SETTINGS_INVALID', say('settings.otherChanged'))
        return fillPlaceholders(server, filledIn)
      })
      const prepared = await prepareAll(ports, areas, wanted)
      await settings.addServers(prepared.map(({ name, json }) => ({ name, json })))
      for (const { name, secrets } of prepared) await typed.keep(name, secrets)
      return { added: prepared.map(({ name }) => name) }
    }
  }
}

function systemOf({ app, environment }: HostPorts): System {
  const platform = app.platform as NodeJS.Platform
  const home = environment[platform === 'win32' ? 'USERPROFILE' : 'HOME'] || homedir()
  return { platform, home, environment }
}

function placeOf(file: { readonly path: string }, server: OtherAppServer): string {
  return JSON.stringify([file.path, server.project, server.name])
}

function digestOf(server: OtherAppServer): string {
  return createHash('sha256').update(JSON.stringify(server)).digest('hex')
}

interface Known {
  readonly name: string
  readonly entry: ParleyEntry
}

/** As they are in the settings. */
function ownEntries({ settings }: UsedAreas): readonly Known[] {
  return settings.current().servers.map((definition) => {
    const { name } = definition
    if (definition.transport !== 'stdio')
      return { name, entry: { url: definition.url, headers: definition.headers } }
    const { command, args, env, cwd } = definition
    return { name, entry: { command, args, env, ...(cwd !== null && { cwd }) } }
  })
}

interface Earlier extends Known {
  readonly host: string
}

function describe(
  server: OtherAppServer,
  host: string,
  { known, earlier }: { readonly known: readonly Known[]; readonly earlier: Earlier[] }
): Omit<FoundServer, 'id'> {
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

type NamedEntry = PreparedEntry & { readonly name: string }

/** Under free names, and with names of secrets that the vault doesn't have. @throws HostError SETTINGS_INVALID */
async function prepareAll(
  ports: HostPorts,
  { settings }: UsedAreas,
  wanted: readonly OtherAppServer[]
): Promise<readonly NamedEntry[]> {
  const names = new Set(settings.current().serverOrder)
  const taken = new Set(settings.current().servers.flatMap(namedSecrets))
  const prepared: NamedEntry[] = []
  for (const server of wanted) {
    const name = freeName(server.name, names)
    names.add(name)
    const entry = await prepareOne(ports, { name, server, taken })
    if (entry.problem !== null) throw new HostError('SETTINGS_INVALID', entry.problem)
    prepared.push({ ...entry, name })
  }
  return prepared
}

/** Adds the names of its secrets to `taken`. */
async function prepareOne(
  { secrets }: HostPorts,
  {
    name,
    server,
    taken
  }: { readonly name: string; readonly server: OtherAppServer; readonly taken: Set<string> }
): Promise<PreparedEntry> {
  const prepare = () => prepareEntry(name, server, { findSecrets, isTaken: (secret) => taken.has(secret) })
  const isStored = async (entry: PreparedEntry): Promise<boolean> => {
    const values = await Promise.all(entry.secrets.map((secret) => secrets.read(secret.name)))
    return values.some((value, at) => value !== null && taken.add(entry.secrets[at]?.name ?? ''))
  }
  let entry = prepare()
  while (await isStored(entry)) entry = prepare()
  for (const secret of entry.secrets) taken.add(secret.name)
  return entry
}
