/**
 * The folders that servers may know of: those of the settings, those of conversations in which a turn runs, and no
 * others, as long as they are there. Watches them, and hands the list on whenever it has changed; which server hears
 * of it is decided behind `publish`.
 * @spec 2025-11-25 client/roots
 */
import { statSync, unwatchFile, watchFile } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { folderOf } from '../contract/folder-choice'
import type { OfferedRoot } from '../contract/requests'
import type { FolderChoice, FolderEntry } from '../contract/settings'

export interface RootsOptions {
  /** Gets the whole list after every change, and once at the start. */
  readonly publish: (roots: readonly OfferedRoot[]) => void
  /** A chosen folder is not there (any more), or is again: a sentence. */
  readonly tell: (text: string) => void
  /** Folders lie before the person, who decides what they were dropped for. */
  readonly dropped: (paths: string[]) => void
  /** Time between two looks at a folder; default 10 s. */
  readonly lookEveryMs?: number
}

export interface Roots {
  /** Those of the settings, as the person chose them. */
  apply(folders: readonly FolderChoice[]): void
  /** Absolute paths that every server may know of while a turn of the conversation runs; none: its turn is over. */
  join(conversationId: string, folders: readonly string[]): void
  /** What was dropped on the window; what is no folder is left alone. */
  drop(paths: readonly string[]): void
  dispose(): void
}

export function createRoots({ publish, tell, dropped, lookEveryMs = 10_000 }: RootsOptions): Roots {
  /** By folder: whether it was there at the last look. */
  const folders = new Map<string, boolean>()
  let chosen: readonly FolderChoice[] = []
  const joined = new Map<string, readonly string[]>()
  let published: string | null = null

  const publishChange = (): void => {
    const wanted = mergeFolders([...chosen, ...[...joined.values()].flat()])
    const roots = wanted.filter(({ path: folder }) => folders.get(folder) === true).map(toRoot)
    const text = JSON.stringify(roots)
    if (text === published) return
    published = text
    publish(roots)
  }
  const look = (folder: string): void => {
    const isThere = isFolder(folder)
    if (folders.get(folder) === isThere) return
    const state = isThere
      ? 'is there again: servers may know of it'
      : 'is not there: servers are not told of it'
    if (folders.has(folder) || !isThere) tell(`The folder ${folder} ${state}.`)
    folders.set(folder, isThere)
  }
  const forget = (folder: string): void => {
    folders.delete(folder)
    unwatchFile(folder)
  }

  const follow = (): void => {
    const wanted = mergeFolders([...chosen, ...[...joined.values()].flat()])
    const paths = new Set(wanted.map(({ path: folder }) => folder))
    for (const folder of [...folders.keys()]) if (!paths.has(folder)) forget(folder)
    for (const folder of paths) {
      if (folders.has(folder)) continue
      look(folder)
      watchFile(folder, { interval: lookEveryMs, persistent: false }, () => {
        look(folder)
        publishChange()
      })
    }
    publishChange()
  }

  return {
    apply: (choices) => {
      chosen = choices
      follow()
    },
    join: (conversationId, added) => {
      if (added.length === 0 && !joined.has(conversationId)) return
      if (added.length === 0) joined.delete(conversationId)
      else joined.set(conversationId, added)
      follow()
    },
    drop: (paths) => {
      const found = paths.filter((folder) => path.isAbsolute(folder) && isFolder(folder))
      if (found.length > 0) dropped([...new Set(found.map((folder) => path.resolve(folder)))])
    },
    dispose: () => {
      for (const folder of [...folders.keys()]) forget(folder)
    }
  }
}

function isFolder(folder: string): boolean {
  try {
    return statSync(folder).isDirectory()
  } catch {
    return false // not there, or not for us: the same to a server
  }
}

/**
 * One entry a folder, in normal form: a path with `..` in it would say another folder than it shows. What was chosen
 * twice is known to the servers of both choices, under the name that comes first.
 */
function mergeFolders(choices: readonly FolderChoice[]): FolderEntry[] {
  const merged = new Map<string, FolderEntry>()
  for (const choice of choices) {
    const { path: written, name, servers } = folderOf(choice)
    const folder = path.resolve(written)
    const before = merged.get(folder)
    const known = before === undefined ? servers : joinServers(before.servers, servers)
    const title = before?.name ?? name
    merged.set(folder, {
      path: folder,
      ...(title === undefined ? {} : { name: title }),
      ...(known === undefined ? {} : { servers: known })
    })
  }
  return [...merged.values()]
}

/** Absent: every server, and every server is more than some. */
function joinServers(one: FolderEntry['servers'], other: FolderEntry['servers']): FolderEntry['servers'] {
  return one === undefined || other === undefined ? undefined : [...new Set([...one, ...other])]
}

function toRoot({ path: folder, name, servers }: FolderEntry): OfferedRoot {
  const root = { uri: pathToFileURL(folder).href, name: name ?? (path.basename(folder) || folder) }
  return servers === undefined ? root : { ...root, servers }
}
