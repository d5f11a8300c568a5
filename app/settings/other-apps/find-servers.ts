/** Searches for servers of other apps on this computer. Files are read, never written. */
import type { LocalizedText } from '../../contract/localized-text'
import {
  closedPlaces,
  listAppFiles,
  selectPathModule,
  projectFiles,
  type OtherAppFileLocation,
  type System
} from './app-files'
import { isThere, readAppFile } from './read-app-file'
import { projectsIn, serversIn, switchedOff, type OtherAppServer } from './servers-in'

export interface FoundSettingsFile {
  readonly file: Pick<OtherAppFileLocation, 'host' | 'path'>
  /** Why it has no servers. */
  readonly problem: LocalizedText | null
  readonly servers: readonly OtherAppServer[]
}

export interface FoundServers {
  /** Files with servers, and files that can't be read. */
  readonly files: readonly FoundSettingsFile[]
  /** Apps on this computer whose servers no other program can read. */
  readonly closed: readonly { readonly host: string; readonly path: string }[]
}

/** @param folders of projects, besides those that Claude Code knows */
export async function findServers(system: System, folders: readonly string[]): Promise<FoundServers> {
  const files: FoundSettingsFile[] = []
  const projects = new Map<string, readonly string[]>(folders.map((folder) => [folder, []]))
  for (const file of listAppFiles(system)) {
    const found = await readOne(file, system)
    if (found === null) continue
    files.push(found.found)
    for (const folder of found.projects) projects.set(folder.path, folder.off)
  }
  for (const [folder, off] of projects) {
    if (!selectPathModule(system.platform).isAbsolute(folder)) continue
    for (const file of projectFiles(folder, system)) {
      const read = await readOne(file, system)
      if (read !== null) files.push(without(read.found, file.host === 'Claude Code' ? off : []))
    }
  }
  const closed = closedPlaces(system)
  const isHere = await Promise.all(closed.map(({ path }) => isThere(path)))
  return {
    files: files.filter(({ problem, servers }) => problem !== null || servers.length > 0),
    closed: closed.filter((_place, at) => isHere[at])
  }
}

interface ReadOne {
  readonly found: FoundSettingsFile
  /** With the names of servers that are switched off in each. */
  readonly projects: readonly { readonly path: string; readonly off: readonly string[] }[]
}

/** null: there is none. An error in one file doesn't affect the others. */
async function readOne(file: OtherAppFileLocation, { platform, home }: System): Promise<ReadOne | null> {
  const reading = await readAppFile(file, platform)
  if (reading.type === 'missing') return null
  if (reading.type === 'unusable')
    return { found: { file, problem: reading.problem, servers: [] }, projects: [] }
  const { value } = reading
  const projects = file.dialect === 'claude-code' ? projectsIn(value) : []
  return {
    found: { file, problem: null, servers: serversIn(value, file, home) },
    projects: projects.map((path) => ({ path, off: switchedOff(value, path) }))
  }
}

function without(found: FoundSettingsFile, off: readonly string[]): FoundSettingsFile {
  const servers = found.servers.map((server) => ({
    ...server,
    isDisabled: server.isDisabled || off.includes(server.name)
  }))
  return { ...found, servers }
}
